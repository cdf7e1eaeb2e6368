import { parseArgs } from "node:util";
import { folderArgument } from "../../util/usage-error";
import { printJson } from "../../util/json";
import { count } from "../../util/text";
import { exitStatus } from "../exit-status";
import { interruptible } from "../interruptible";
import { checkApi, checkNetwork } from "./connection";
import { contextOf, type DoctorContext, failed, type Finding } from "./context";
import { checkEngineSettings } from "./engine-settings";
import { checkEngine, checkFork, checkNode, checkPackageVersion, checkTerminal } from "./machine";
import { checkInit, checkPlacedProviders } from "./placed-providers";

/** If it throws, doctor reports the message as an error. `earlier` has the findings of the checks before it. */
type Check = (context: DoctorContext, earlier: readonly Finding[]) => Finding[] | Promise<Finding[]>;

/** The checks by their names, in the order of the report. A check follows the checks that it depends on. */
const CHECKS: Readonly<Record<string, Check>> = {
  "Node.js": checkNode,
  engine: checkEngine,
  "node-pty": checkTerminal,
  CDKTF: checkFork,
  "package version": checkPackageVersion,
  stacks: ({ places }) => (places instanceof Error ? [failed(places)] : []),
  "engine settings": checkEngineSettings,
  "installed provider": checkPlacedProviders,
  init: checkInit,
  network: checkNetwork,
  API: checkApi,
};

type Named = Finding & { readonly check: string };

/** Runs all checks, or the named ones. Two checks that meet the same problem report it once. */
export async function examine(context: DoctorContext, names = Object.keys(CHECKS)): Promise<Named[]> {
  const findings = new Map<string, Named>();
  for (const check of names) {
    const found = await Promise.resolve(context)
      .then((given) => CHECKS[check]!(given, [...findings.values()]))
      .catch((failure: unknown) => [failed(failure)]);
    context.signal.throwIfAborted();
    for (const finding of found) {
      const key = `${finding.status} ${finding.text}`;
      if (!findings.has(key)) findings.set(key, { check, ...finding });
    }
  }
  return [...findings.values()];
}

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

export function textOf(findings: readonly Named[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, status, text, cure }) => {
    const line = `${SIGNS[status]}  ${check.padEnd(width)}  ${text}${cure === undefined ? "" : ` ${cure}`}`;
    // A path may have line breaks and the sequences that control a terminal.
    return line.replaceAll(/\s*\p{Cc}+\s*/gu, " ");
  });
  const of = (wanted: Finding["status"]) => findings.filter(({ status }) => status === wanted).length;
  const totals = `${count(of("error"), "error")}, ${count(of("warning"), "warning")}, ${of("ok")} ok`;
  return [...lines, totals, ""].join("\n");
}

export async function run(args: string[]): Promise<number> {
  const options = { json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const folder = folderArgument("doctor", positionals);
  const findings = await interruptible(async (signal) => examine(await contextOf(folder, signal)));
  process.stdout.write(values.json ? printJson({ findings }) : textOf(findings));
  const has = (status: Finding["status"]) => findings.some((finding) => finding.status === status);
  return exitStatus(has("error"), has("warning"));
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
