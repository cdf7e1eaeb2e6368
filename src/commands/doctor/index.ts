import { parseArgs } from "node:util";
import { printReport } from "../../render/report";
import { printJson } from "../../util/json";
import { groupBy } from "../../util/lists";
import { count } from "../../util/text";
import { folderArgument } from "../../util/usage-error";
import { exitStatus } from "../exit-status";
import { interruptible } from "../interruptible";
import { checkApi, checkNetwork } from "./connection";
import { type DoctorContext, type Facts, factsOf, failed, type Finding, type Needed } from "./context";
import { checkEngineSettings } from "./engine-settings";
import { checkEngine, checkFork, checkNode } from "./machine";
import { checkPlacedProviders } from "./placed-providers";

interface Check {
  /** If a needed fact is an Error, the Error becomes the finding. */
  readonly needs: readonly (keyof Needed)[];
  readonly check: (context: DoctorContext) => Finding[] | Promise<Finding[]>;
}

const CHECKS: Readonly<Record<string, Check>> = {
  "Node.js": { needs: [], check: checkNode },
  engine: { needs: ["engine"], check: checkEngine },
  CDKTF: { needs: [], check: checkFork },
  "engine settings": { needs: ["places", "provider"], check: checkEngineSettings },
  "installed provider": { needs: ["places", "provider", "engine"], check: checkPlacedProviders },
  network: { needs: [], check: checkNetwork },
  API: { needs: [], check: checkApi },
};

type Named = Finding & { readonly check: string };

export async function examine(facts: Facts, names = Object.keys(CHECKS)): Promise<Named[]> {
  const findings: Named[] = [];
  for (const name of names) {
    const { needs, check } = CHECKS[name]!;
    const missing = needs.map((need) => facts[need]).filter((fact) => fact instanceof Error);
    const found =
      missing.length > 0
        ? missing.map(failed)
        : await Promise.resolve(facts as DoctorContext)
            .then(check)
            .catch((failure: unknown) => [failed(failure)]);
    facts.signal.throwIfAborted();
    findings.push(...found.map((finding) => ({ check: name, ...finding })));
  }
  const groups = groupBy(findings, ({ status, text, cure }) => [status, text, cure].join("\n"));
  return Array.from(groups.values(), (group) => {
    const [{ check, status, text, cure }] = group;
    const all = [...new Set(group.flatMap(({ about = [] }) => about))];
    return { check, status, text: all.length === 0 ? text : `${all.join(", ")}: ${text}`, cure };
  });
}

const SIGNS = { ok: "ok     ", warning: "warning", error: "ERROR  " } as const;

export function textOf(findings: readonly Named[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.map(({ check, status, text, cure = "" }) =>
    `${SIGNS[status]}  ${check.padEnd(width)}  ${text} ${cure}`.trimEnd(),
  );
  const of = (wanted: Finding["status"]) => findings.filter(({ status }) => status === wanted).length;
  return printReport([
    ...lines,
    `${count(of("error"), "error")}, ${count(of("warning"), "warning")}, ${of("ok")} ok`,
  ]);
}

export async function run(args: string[]): Promise<number> {
  const options = { json: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const folder = folderArgument("doctor", positionals);
  const findings = await interruptible(async (signal) => examine(await factsOf(folder, signal)));
  process.stdout.write(values.json ? printJson({ findings }) : textOf(findings));
  const has = (wanted: Finding["status"]) => findings.some(({ status }) => status === wanted);
  return exitStatus(has("error"), has("warning"));
}

export const usage = `Usage: cdktf-outreach doctor [DIR] [--json]

Looks for what keeps the provider from working in a folder (default: this one): engine, Node.js,
CDKTF or CDK Terrain, CLI configuration, installed provider, proxy, certificates, credentials
and clock. Prints one line for each finding: ok, or a warning or an error
and what to do. The last line has the totals. Sends one list request for each kind if
OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID are set. Writes nothing.

Options:
  --json      Print the findings as JSON: {"findings": [{"check", "status", "text", "cure"}]}.
  -h, --help  Show this text.

Exit status: 0 all is well, 2 warnings, 1 errors.
`;
