import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProviderPackage } from "../../install";

/** Returns the HCL that a configuration needs to use the provider. */
export function configurationBlocks({ address, version }: ProviderPackage): string {
  return `terraform {
  required_providers {
    outreach = {
      source  = "${address}"
      version = "${version}"
    }
  }
}

# Reads OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID.
provider "outreach" {}`;
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

/** Returns the names of the `.tf` files in which the provider's source lacks the host. */
export function shortSources({ address }: ProviderPackage, folder: string): string[] {
  const short = address.split("/").slice(1).join("/");
  const source = new RegExp(`(?:^|[\\s{,])"?source"?\\s*[=:]\\s*"${short}"`, "m");
  return readdirSync(folder)
    .filter((name) => /\.(tf|tofu)(\.json)?$/.test(name))
    .filter((name) => source.test(readFileSync(join(folder, name), "utf8")));
}
