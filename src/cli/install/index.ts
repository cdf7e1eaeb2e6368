import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findProviderPackage, placedVersions, placeProvider, type ProviderPackage } from "../../install";
import { findInstallationBlocks } from "../engine/configuration";
import { UsageError } from "../usage-error";
import { configurationBlocks, mirrorBlock, shortSources } from "./blocks";

/** Puts the provider beside the `.tf` files of a folder, and prints the HCL blocks that use the provider. */
export function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length > 1) throw new UsageError("install takes one folder.");
  const folder = resolve(positionals[0] ?? ".");
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}.`);
  if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is not a folder.`);
  const provider = findProviderPackage();
  const before = placedVersions(provider, folder);
  placeProvider(provider, folder);
  process.stdout.write(`${report(provider, folder, before).join("\n")}\n`);
  return Promise.resolve(0);
}

function report(provider: ProviderPackage, folder: string, before: readonly string[]): string[] {
  const removed = before.filter((version) => version !== provider.version);
  const place = relative(process.cwd(), folder) || ".";
  return [
    `The outreach provider ${provider.version} is in ${join(place, "terraform.d")}, for Linux and macOS. Its ` +
      `checksum is in ${join(place, ".terraform.lock.hcl")}.`,
    ...(removed.length > 0 ? [`Removed: ${removed.join(", ")}.`] : []),
    "\nThe configuration needs these blocks. Then run terraform init (or tofu init):\n",
    configurationBlocks(provider),
    ...sourceWarnings(provider, folder),
    ...mirrorAdvice(provider, folder),
  ];
}

function sourceWarnings(provider: ProviderPackage, folder: string): string[] {
  return shortSources(provider, folder).map(
    (file) =>
      `\nWarning: ${file} names the provider by a short source. OpenTofu looks that up in its own registry, where ` +
      `another publisher may own that name. Write the whole source: "${provider.address}".`,
  );
}

function mirrorAdvice(provider: ProviderPackage, folder: string): string[] {
  return findInstallationBlocks(process.env).map(
    (file) =>
      `\nWarning: ${file} has a provider_installation block, so the engine ignores terraform.d. Add this at the top of ` +
      `the block, and exclude the provider from its other methods:\n\n${mirrorBlock(provider, folder)}`,
  );
}

export const usage = `Usage: cdktf-outreach install [DIR]

Puts the provider and its checksum beside the .tf files of a folder (default: this one), so that
Terraform and OpenTofu run it without a registry. Removes other versions of it. Prints the
required_providers and provider blocks to copy. Run it again after each update of the package.
Stacks of CDKTF and CDK Terrain do not need it: synth does the same.

Options:
  -h, --help  Show this text.
`;
