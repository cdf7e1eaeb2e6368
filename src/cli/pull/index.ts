import { parseArgs } from "node:util";
import { makeVisible } from "../../page/visible-text";
import { unifiedLines, type UnifiedLine } from "../diff/display";
import { diffTexts } from "../diff/text-diff";
import { interruptible } from "../shared/interruptible";
import { groupBy } from "../shared/lists";
import { writeWhole } from "../shared/write-whole";
import { configurations, readStates } from "../states/read-states";
import { withConnection } from "../workspace/connection";
import { type Decision, decide, type Outcome, type Project } from "./decide";
import { type Current, readCurrent } from "./edits";
import { promptSources, type PromptSource } from "./prompt-files";

/** Returns 0 for nothing to pull, 2 if files were or would be written, 1 for conflicts and errors. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "cdktf-out": { type: "string" },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const decisions = await interruptible((signal) => decideAll(values["cdktf-out"], signal));
  if (!values["dry-run"])
    for (const { write } of decisions) if (write) writeWhole(write.file, write.contents);
  const outcomes = decisions.map(({ outcome }) => outcome);
  process.stdout.write(values.json ? jsonReport(outcomes) : textReport(outcomes, values["dry-run"]));
  return statusOf(outcomes);
}

async function decideAll(cdktfOut: string | undefined, signal: AbortSignal): Promise<Decision[]> {
  const sources = promptSources(configurations(cdktfOut));
  const states = await readStates({ cdktfOut, files: [], signal });
  const current = await withConnection(({ client, workspaceId, visibilityTimeout }) => {
    const own = states.filter((state) => state.workspaceId === null || state.workspaceId === workspaceId);
    return Promise.all(own.map((state) => readCurrent(client, state, { signal, visibilityTimeout })));
  });
  const project = projectOf(sources, current);
  return current.flatMap((one) => decide(one, project));
}

function projectOf(sources: readonly PromptSource[], current: readonly Current[]): Project {
  const files = new Map(sources.map(({ stack, address, file }) => [`${stack} ${address}`, file]));
  const fileOf = ({ state: { source, address } }: Current) =>
    files.get(`${source} ${address.replace(/\[[^\]]*\]$/, "")}`);
  // Counts the users of a file in the code and in the states: the code may have a snippet that no state has
  // yet, and with count or for_each one snippet in the code makes several objects.
  const declared = groupBy(sources, ({ file }) => file);
  const applied = groupBy(current, (one) => fileOf(one) ?? null);
  const isShared = (file: string) => [declared, applied].some((users) => (users.get(file)?.length ?? 0) > 1);
  return { folder: process.cwd(), fileOf, isShared };
}

function statusOf(outcomes: readonly Outcome[]): number {
  const has = (...results: Outcome["result"][]) => outcomes.some(({ result }) => results.includes(result));
  if (has("conflict", "error")) return 1;
  return has("written") ? 2 : 0;
}

/** Returns the report as JSON. It has no texts of objects, because prompts may be sensitive. */
function jsonReport(outcomes: readonly Outcome[]): string {
  const objects = outcomes.map(
    ({ state: { kind, id, name, address, source }, result, file, reason, change }) => ({
      ...{ kind, id, name, address, stack: source },
      ...{ result, file, reason, attribute: change?.attribute },
    }),
  );
  return `${JSON.stringify({ objects }, null, 2)}\n`;
}

function textReport(outcomes: readonly Outcome[], isDryRun: boolean): string {
  if (outcomes.length === 0) return "Nothing to pull.\n";
  return `${outcomes.map((outcome) => textOf(outcome, isDryRun)).join("\n\n")}\n`;
}

function textOf({ state, result, file, reason, change }: Outcome, isDryRun: boolean): string {
  const verbs = isDryRun
    ? { written: "Would write", conflict: "Would conflict", reported: "Not written", error: "Error" }
    : { written: "Wrote", conflict: "Conflict", reported: "Not written", error: "Error" };
  const head = `${verbs[result]}${file === undefined ? "" : ` ${file}`}: ${state.address} of ${state.source}, "${makeVisible(state.name)}".`;
  return [head, ...(reason === undefined ? [] : [reason]), ...diffOf(change)].join("\n");
}

function diffOf(change: Outcome["change"]): string[] {
  if (change === undefined) return [];
  return unifiedLines(diffTexts(change.before, change.after, "text")).map(lineOf);
}

const SIGNS = { same: " ", removed: "-", added: "+" } as const;

function lineOf(line: UnifiedLine): string {
  if (line.kind === "folded") return `  … ${line.count} unchanged lines`;
  if (line.kind === "unended") return "\\ No line break at the end";
  return `${SIGNS[line.kind]} ${line.spans.map(({ text }) => text).join("")}`;
}

export const usage = `Usage: cdktf-outreach pull [options]

Brings prompts that were edited in Outreach back into the prompt files of this project: a three-way
merge of the last applied prompt, the file, and the server. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID
and OUTREACH_WORKSPACE_ID; reads the stacks that synth has written; writes nothing to the server and
refreshes no state. Other edits are only reported: edits of names and descriptions, and edits of
prompts that are composed in code or whose file is also used by another snippet.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --dry-run        write nothing
  --json           print the report as JSON
  -h, --help       print this text

Exit status: 0 nothing to pull, 2 files were written or would be, 1 a conflict or an error.
`;
