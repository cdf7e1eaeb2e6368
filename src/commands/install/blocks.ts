import { join } from "node:path";
import type { ProviderPackage } from "../../placing";
import { configurationFiles } from "../../estate/hcl/configuration-files";
import { Attempts } from "../../util/attempts";
import { requirementsOf, shortSource } from "../../estate/hcl/requirements";

export function configurationBlocks(provider: ProviderPackage): string {
  return `${requirementBlock(provider)}

# Reads OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.
provider "outreach" {}`;
}

export function requirementBlock({ address, version }: ProviderPackage): string {
  return `terraform {
  required_providers {
    outreach = {
      source  = "${address}"
      version = "${version}"
    }
  }
}`;
}

/** Returns the lines that a provider_installation block needs to find the provider of a folder. */
export function mirrorBlock({ address }: ProviderPackage, folder: string): string {
  return `  filesystem_mirror {
    path    = ${JSON.stringify(join(folder, "terraform.d/plugins"))}
    include = ["${address}"]
  }
  direct {
    exclude = ["${address}"]
  }`;
}

/** Returns the names of the `.tf` files in which the provider's source lacks the host, and what cannot be read. */
export function shortSources(provider: ProviderPackage, folder: string) {
  const short: string[] = [];
  const attempts = new Attempts();
  for (const name of attempts.read(folder, configurationFiles) ?? []) {
    const found = attempts.read(join(folder, name), requirementsOf) ?? [];
    if (found.some(({ source }) => source === shortSource(provider))) short.push(name);
  }
  return { short, unread: attempts.unread };
}
