import { parseArgs } from "node:util";
import { folderArgument } from "../../util/folder-argument";
import { interruptible } from "../interruptible";
import { contextOf } from "./context";
import { examine, statusOf } from "./examine";
import { textOf } from "./report";
import { printJson } from "../../util/print-json";

export async function run(args: string[]): Promise<number> {
  const options = { json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const folder = folderArgument("doctor", positionals);
  const findings = await interruptible(async (signal) => examine(await contextOf(folder, signal)));
  process.stdout.write(values.json ? printJson({ findings }) : textOf(findings));
  return statusOf(findings);
}

export const usage = `Usage: cdktf-outreach doctor [DIR] [--json]

Looks for what keeps the provider from working in a folder (default: this one): engine, Node.js,
CDKTF or CDK Terrain, CLI configuration, installed provider, init without the backend, proxy,
certificates, credentials and clock. Prints one line for each finding: ok, or a warning or an error
and what to do. The last line has the totals. Sends one list request for each kind if
OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID are set. Writes nothing.

Options:
  --json      Print the findings as JSON: {"findings": [{"check", "status", "text", "cure"}]}.
  -h, --help  Show this text.

Exit status: 0 all is well, 2 warnings, 1 errors.
`;
