import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error";
import { checkApi } from "./api";
import { checkEngine } from "./runtime";
import { checkEngineConfiguration } from "./engine-configuration";
import type { Check, Context, Finding } from "./finding";
import { checkFork } from "./fork";
import { checkNetwork } from "./network";
import { checkPlacedProviders } from "./placed-providers";
import { checkNode, checkTerminal } from "./runtime";

/** The checks in the order of the report. A check follows the checks that it depends on. */
const CHECKS: readonly Check[] = [
  checkNode,
  checkEngine,
  checkTerminal,
  checkFork,
  checkEngineConfiguration,
  checkPlacedProviders,
  checkNetwork,
  checkApi,
];

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;
const STATUS = { ok: 0, warning: 2, error: 1 } as const;

/** Runs the checks and prints the findings. Returns 0, or 2 with warnings, or 1 with errors. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError("doctor takes one folder.");
  const findings = await examine({ environment: process.env, folder: resolve(positionals[0] ?? ".") });
  process.stdout.write(
    values.json === true ? `${JSON.stringify({ findings }, null, 2)}\n` : textOf(findings),
  );
  return STATUS[worstOf(findings)];
}

async function examine(context: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of CHECKS) findings.push(...(await check(context)));
  return findings;
}

function worstOf(findings: readonly Finding[]): Finding["status"] {
  const has = (status: Finding["status"]) => findings.some((finding) => finding.status === status);
  return has("error") ? "error" : has("warning") ? "warning" : "ok";
}

function textOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(
    ({ check, status, text, cure }) =>
      `${SIGNS[status]}  ${check.padEnd(width)}  ${text}${cure === undefined ? "" : ` ${cure}`}`,
  );
  return `${lines.join("\n")}\n`;
}

const usage = `Usage: cdktf-outreach doctor [DIR] [--json]

Looks for what keeps the provider from working in a folder (default: this one): engine, Node.js,
CDKTF or CDK Terrain, CLI configuration, placed providers, proxy, certificates, credentials and
clock. One line each: ok, warning or error with the cure. Sends one list request for each kind
if OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID are set; writes nothing.

Options:
  --json      Print the findings as JSON: {"findings": [{"check", "status", "text", "cure"}]}.
  -h, --help  Show this text.

Exit status: 0 all is well, 2 warnings, 1 errors.
`;
