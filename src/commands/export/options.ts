import { existsSync, statSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { ADOPTIONS } from "../../estate/hcl/configuration";
import { readIgnored } from "../../estate/workspace/selection";
import { KINDS } from "../../estate/workspace/workspace";
import { findFork, findNearest } from "../../placing/installed-package";
import { readJsonFile, realPath } from "../../util/files/read-file";
import { oneOf, refuseEmpty, UsageError } from "../../util/usage-error";

export type ExportOptions = ReturnType<typeof readOptions>;

const many = { type: "string", multiple: true, default: [] as string[] } as const;

const OPTIONS = {
  out: { type: "string", default: "outreach" },
  format: { type: "string", default: "cdktf" },
  fork: { type: "string" },
  kind: many,
  match: many,
  exclude: many,
  ignore: many,
  state: many,
  "no-states": { type: "boolean", default: false },
  stack: { type: "string" },
  "cdktf-out": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  verify: { type: "boolean", default: false },
  settle: { type: "boolean", default: false },
  adopt: { type: "boolean", default: false },
} as const;

/** Missing options get values from the project around the export's folder. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  refuseEmpty(values);
  refuseIgnored(values);
  const kinds = values.kind.map((kind) => oneOf("--kind", kind, KINDS));
  const out = resolve(values.out);
  if (existsSync(out) && !statSync(out).isDirectory()) throw new UsageError(`--out: ${out} is not a folder.`);
  const settings = findNearest(out, "cdktf.json");
  const appFolder = settings === undefined ? process.cwd() : dirname(settings);
  const manifest = findNearest(out, "package.json");
  const { type } = manifest === undefined ? {} : readJsonFile(manifest, "is not a JSON object. Correct it.");
  return {
    ...values,
    out,
    isIgnored: readIgnored(values.ignore),
    stack: values.stack ?? "outreach",
    onlyStack: values.stack,
    format: oneOf("--format", values.format, ["cdktf", "hcl"]),
    fork: oneOf("--fork", values.fork ?? findFork(out) ?? "cdktf", ["cdktf", "cdktn"]),
    kinds: KINDS.filter((kind) => kinds.length === 0 || kinds.includes(kind)),
    cdktfOut: values["cdktf-out"],
    dryRun: values["dry-run"],
    hasStates: !values["no-states"],
    appFolder,
    place: relative(realPath(appFolder), realPath(out)).split(sep).join("/"),
    isModule: type === "module",
  };
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

const IGNORED: readonly (readonly [keyof Values, readonly (keyof Values)[]])[] = [
  ["no-states", ["settle", "state"]],
  ["adopt", ["no-states", "verify", "settle", "match", "exclude", "ignore"]],
  ["settle", ["kind", "match", "exclude", "ignore", "verify"]],
  ["verify", ["dry-run"]],
];

function refuseIgnored(values: Values): void {
  const isGiven = (name: keyof Values) => [values[name]].flat().some((value) => value !== false);
  for (const [option, ignored] of IGNORED)
    for (const other of ignored)
      if (isGiven(option) && isGiven(other)) throw new UsageError(`--${option} does not go with --${other}.`);
}

export const usage = `Usage: cdktf-outreach export [options]

Writes the clusters and snippets of the workspace as code that imports them, so that the first plan
changes nothing. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID and OUTREACH_WORKSPACE_ID; writes nothing
to the server and to no state. A later run adds new objects, and changes no file that you edit.

  --out DIR          folder of the code (default: outreach)
  --format FORMAT    cdktf (default, in TypeScript) or hcl
  --fork FORK        cdktf or cdktn (default: what the project depends on)
  --kind KIND        cluster or snippet; both by default
  --match GLOB       only names that match (* and ?); may be repeated
  --exclude GLOB     leave out names that match; may be repeated
  --ignore FILE      leave out the objects that the file names, as with check; may be repeated
  --stack NAME       the stack that the printed next steps name (default: outreach); with --adopt, the
                     only stack that adopts objects (default: all)
  --state FILE       one more state file whose objects are left out; may be repeated
  --no-states        read no state; only if no stack manages objects of this workspace
  --cdktf-out DIR    the folder that synth wrote (default: cdktf.out)
  --verify           plan the code with the engine, to check that all is imported and nothing changes
  --settle           only end the imports of objects that a state of this workspace holds
  --adopt            after the loss of a state: write no code, but import each object that has the name of
                     a declared resource without a state, into ${ADOPTIONS} beside the stack
  --dry-run          write nothing
  --json             print the report as JSON
  -h, --help         print this text

Exit status: 0 all is exported, 2 exported objects were renamed or deleted in Outreach, 1 an error or
something that is not known, or a plan of --verify that is not clean. With --adopt: 0 each declared resource
is in a state or imported, 2 resources are left out, 1 an error or something that is not known.
`;
