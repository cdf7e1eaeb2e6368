import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { oneOf } from "../usage-error";
import { KINDS } from "../workspace/objects";

/** The parsed options. `out` is an absolute path. */
export type ExportOptions = ReturnType<typeof readOptions>;

const many = { type: "string", multiple: true, default: [] as string[] } as const;

const OPTIONS = {
  out: { type: "string", default: "outreach" },
  format: { type: "string", default: "cdktf" },
  language: { type: "string", default: "ts" },
  fork: { type: "string" },
  kind: { ...many, default: [...KINDS] as string[] },
  match: many,
  exclude: many,
  state: many,
  stack: { type: "string", default: "outreach" },
  "cdktf-out": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  verify: { type: "boolean", default: false },
  settle: { type: "boolean", default: false },
} as const;

/** @throws UsageError naming the option and its possible values. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const out = resolve(values.out);
  return {
    ...values,
    out,
    format: oneOf("--format", values.format, ["cdktf", "hcl"]),
    language: oneOf("--language", values.language, ["ts", "js"]),
    fork: oneOf("--fork", values.fork ?? installedFork(out), ["cdktf", "cdktn"]),
    isModule: packageOf(out)?.type === "module",
    kinds: values.kind.map((kind) => oneOf("--kind", kind, KINDS)),
    cdktfOut: values["cdktf-out"],
    dryRun: values["dry-run"],
  };
}

type PackageJson = { type?: string } & Partial<
  Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>
>;

/** Returns the fork that the project depends on; CDKTF if it depends on none. */
function installedFork(folder: string): string {
  const { dependencies, devDependencies } = packageOf(folder) ?? {};
  const all = { ...dependencies, ...devDependencies };
  return all["cdktn"] !== undefined && all["cdktf"] === undefined ? "cdktn" : "cdktf";
}

/** Returns the package.json of the folder, or of the nearest parent folder that has one. */
function packageOf(folder: string): PackageJson | undefined {
  const file = join(folder, "package.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as PackageJson;
  const around = dirname(folder);
  return around === folder ? undefined : packageOf(around);
}

export const usage = `Usage: cdktf-outreach export [options]

Writes the clusters and snippets of the workspace as code that imports them, so that the first plan
changes nothing. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID; writes nothing
to the server and to no state. A later run adds new objects and changes nothing else.

  --out DIR          folder of the code (default: outreach)
  --format FORMAT    cdktf (default) or hcl
  --language LANG    ts (default) or js, for cdktf
  --fork FORK        cdktf or cdktn (default: what package.json depends on)
  --kind KIND        cluster or snippet; both by default
  --match GLOB       only names that match (* and ?); may be repeated
  --exclude GLOB     leave out names that match; may be repeated
  --stack NAME       the stack that the printed next steps name (default: outreach)
  --state FILE       one more state file whose objects are left out; may be repeated
  --cdktf-out DIR    the folder that synth wrote (default: cdktf.out)
  --verify           plan the code with the engine, to check that all is imported and nothing changes
  --settle           only remove the import ids of objects that a state already holds
  --dry-run          write nothing
  --json             print the report as JSON
  -h, --help         print this text

Exit status: 0 all exported, 1 a read failed, the plan of --verify is not clean, or another error.
`;
