import { join, relative } from "node:path";
import { findsProvider, readCliConfiguration } from "../../estate/engine/cli-configuration";
import { configurationFiles } from "../../estate/hcl/configuration";
import { requirementsOf, shortSource } from "../../estate/hcl/outline";
import type { Placement } from "../../placing/place-provider";
import type { ProviderPackage } from "../../placing/provider-package";
import { when } from "../../render/report";
import { messageOf } from "../../util/message-of";

interface Installed {
  readonly provider: ProviderPackage;
  readonly folder: string;
  readonly placement: Placement;
  readonly withNode: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** All files are in place, so a later check that fails is only a warning. */
export function reportOf(installed: Installed): string[] {
  const { provider, folder, placement, withNode } = installed;
  const { removed, kept, platforms } = placement;
  const systems = platforms.some((name) => name.startsWith("windows"))
    ? "Linux, macOS and Windows"
    : "Linux and macOS";
  const place = relative(process.cwd(), folder) || ".";
  return [
    `The outreach provider ${provider.version} is in ${join(place, "terraform.d")}, for ${systems}. Its ` +
      `checksum is in ${join(place, ".terraform.lock.hcl")}.`,
    ...when(withNode.length > 0, `It brings its own Node.js on ${withNode.join(", ")}.`),
    ...when(removed.length > 0, `Removed: ${removed.join(", ")}.`),
    ...kept.map(({ version, reason }) => `Version ${version} stays in terraform.d: ${reason}.`),
    "\nThe configuration needs these blocks. Then run terraform init (or tofu init):\n",
    configurationBlocks(provider),
    ...[...sourceWarnings(installed), ...mirrorWarnings(installed)].map((text) => `\nWarning: ${text}`),
  ];
}

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

function sourceWarnings({ provider, folder }: Installed): string[] {
  return configurationFiles(folder).flatMap((file) => {
    try {
      const sources = requirementsOf(join(folder, file)).map(({ source }) => source);
      return when(
        sources.includes(shortSource(provider)),
        `${file} names the provider by a short source. OpenTofu looks that up in its own registry, where ` +
          `another publisher may own that name. Write the whole source: "${provider.address}".`,
      );
    } catch (error) {
      return [`${file} was not checked for a short source of the provider: ${messageOf(error)}`];
    }
  });
}

function mirrorWarnings({ provider, folder, environment }: Installed): string[] {
  const { blocks, unread } = readCliConfiguration(environment, folder);
  const { address } = provider;
  const mirror = `  filesystem_mirror {
    path    = ${JSON.stringify(join(folder, "terraform.d/plugins"))}
    include = ["${address}"]
  }
  direct {
    exclude = ["${address}"]
  }`;
  const hiding = blocks.filter(({ methods }) => !findsProvider(methods, provider, folder));
  return [
    ...hiding.map(
      ({ file }) =>
        `${file} has a provider_installation block, so the engine ignores terraform.d. Add this at the ` +
        `top of the block, and exclude the provider from its other methods:\n\n${mirror}`,
    ),
    ...unread.map(
      ({ path, reason }) =>
        `${path} was not checked for a provider_installation block, with which the engine ignores ` +
        `terraform.d, because it cannot be read: ${reason}`,
    ),
  ];
}
