import { parseArgs } from "node:util";
import { findProviderPackage, placeProvider } from "../../install";
import { folderArgument } from "../shared/folder-argument";
import { reportOf } from "./report";

/** Puts the provider beside the `.tf` files of a folder, and prints the HCL blocks that use the provider. */
export function run(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const folder = folderArgument("install", positionals);
  const provider = findProviderPackage();
  const placement = placeProvider(provider, folder);
  const report = reportOf({ provider, folder, placement, environment: process.env });
  process.stdout.write(`${report.join("\n")}\n`);
  return Promise.resolve(0);
}

export const usage = `Usage: cdktf-outreach install [DIR]

Puts the provider and its checksum beside the .tf files of a folder (default: this one), so that
Terraform and OpenTofu run it without a registry. Removes the version that the lock file named
before, unless other folders share terraform.d by a link. Prints the required_providers and
provider blocks to copy. Run it again after each update of the package.
Stacks of CDKTF and CDK Terrain do not need it: synth does the same.

Options:
  -h, --help  Show this text.
`;
