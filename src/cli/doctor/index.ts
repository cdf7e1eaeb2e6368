import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../shared/message-of";
import { UsageError } from "../usage-error";
import { checkApi } from "./api";
import { checkEngineConfiguration } from "./engine-configuration";
import { type Check, type Context, error, type Finding } from "./finding";
import { checkNetwork } from "./network";
import { checkPlacedProviders } from "./placed-providers";
import { checkConstructs, checkFork, checkTerminal } from "./project";
import { checkEngine, checkNode } from "./runtime";

/** The checks by their names, in the order of the report. A check follows the checks that it depends on. */
const CHECKS: Readonly<Record<string, Check>> = {
  "Node.js": checkNode,
  engine: checkEngine,
  "node-pty": checkTerminal,
  CDKTF: checkFork,
  constructs: checkConstructs,
  "engine settings": checkEngineConfiguration,
  "installed provider": checkPlacedProviders,
  network: checkNetwork,
  API: checkApi,
};

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

/** Runs the checks and prints the findings. Returns 1 if there are errors, else 2 for warnings, else 0. */
export async function run(args: string[]): Promise<number> {
  const options = { json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length > 1) throw new UsageError("doctor takes one folder.");
  const findings = await examine({ environment: process.env, folder: resolve(positionals[0] ?? ".") });
  process.stdout.write(values.json ? `${JSON.stringify({ findings }, null, 2)}\n` : textOf(findings));
  if (findings.some(({ status }) => status === "error")) return 1;
  return findings.some(({ status }) => status === "warning") ? 2 : 0;
}

type Named = Finding & { readonly check: string };

async function examine(context: Context): Promise<Named[]> {
  const findings: Named[] = [];
  for (const [check, examined] of Object.entries(CHECKS)) {
    const found = await Promise.resolve(context)
      .then(examined)
      .catch((failure: unknown) => [error(messageOf(failure).replaceAll(/\s*\n\s*/g, " "), "")]);
    findings.push(...found.map((finding) => ({ check, ...finding })));
  }
  return findings;
}

function textOf(findings: readonly Named[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, status, text, cure }) =>
    [`${SIGNS[status]}  ${check.padEnd(width)}  ${text}`, ...(cure === undefined ? [] : [cure])].join(" "),
  );
  return `${lines.join("\n")}\n`;
}

export const usage = `Usage: cdktf-outreach doctor [DIR] [--json]

Looks for what keeps the provider from working in a folder (default: this one): engine, Node.js,
CDKTF or CDK Terrain, CLI configuration, installed provider, proxy, certificates, credentials
and clock. Prints one line for each finding: ok, or a warning or an error and what to do. Sends
one list request for each kind if OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID
are set. Writes nothing.

Options:
  --json      Print the findings as JSON: {"findings": [{"check", "status", "text", "cure"}]}.
  -h, --help  Show this text.

Exit status: 0 all is well, 2 warnings, 1 errors.
`;
