import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readProject, type Row, selectionOf } from "../../estate/rows";
import { describeSource, notCompared, type StateSource } from "../../estate/states/state-file";
import { judgeRows } from "../../estate/verdict";
import { withConnection } from "../../estate/workspace/connection";
import { Workspace } from "../../estate/workspace/workspace";
import { isInWorkspace } from "../../objects/kinds";
import { printedLine, unifiedLines } from "../../render/diff/display";
import { diffTexts } from "../../render/diff/text-diff";
import { printReport, when } from "../../render/report";
import { removeLeftovers } from "../../util/files/temporary-file";
import { ChangedFile, writeWhole } from "../../util/files/write-whole";
import { messageOf } from "../../util/message-of";
import { printJson } from "../../util/json";
import { REDACTED } from "../../util/secrets";
import { count } from "../../util/text";
import { refuseEmpty } from "../../util/usage-error";
import { exitStatus } from "../exit-status";
import { interruptible } from "../interruptible";
import { decide, type PullOutcome, sourcesIn } from "./decide";
import { Pulled } from "./prompt-files";

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "cdktf-out": { type: "string" },
      stack: { type: "string", multiple: true, default: [] },
      match: { type: "string", multiple: true, default: [] },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  refuseEmpty(values);
  const isDryRun = values["dry-run"];
  const report = await interruptible((signal) => pull(values, signal));
  process.stdout.write(values.json ? jsonReport(report) : textReport(report, isDryRun));
  return statusOf(report);
}

export const usage = `Usage: cdktf-outreach pull [options]

Brings prompts that were edited in Outreach back into the prompt files of this project: a three-way
merge of the last applied prompt, the file, and the server. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID
and OUTREACH_WORKSPACE_ID; reads the stacks that synth has written; writes nothing to the server and
refreshes no state. Other edits are only reported: edits of names and descriptions, and edits of
prompts that are composed in code or whose file other prompts use, too. Keeps what it has merged in
outreach-pulled.json until the next deploy: commit this file with the prompts.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --stack STACK    only pull objects of this stack; may be repeated
  --match GLOB     only pull objects whose name matches (* and ?); may be repeated
  --dry-run        write nothing
  --json           print the report as JSON
  -h, --help       print this text

Exit status: 0 nothing to pull: every selected object of the states was compared; 2 edits or deleted objects
were found: files were written (or would be), or a person has to act; 1 an error, or an object or a
stack that could not be compared, or no object in any state although the code has some. The other
objects are pulled nevertheless.
`;

type Options = { "cdktf-out"?: string | undefined; "dry-run": boolean; stack: string[]; match: string[] };

async function pull(options: Options, signal: AbortSignal) {
  const folder = process.cwd();
  const { states, rows } = await readProject(options["cdktf-out"], "nothing was compared", signal);
  const { isChosen, isSelected, chosen: chosenStates } = selectionOf(states, { ...options, exclude: [] });
  return withConnection(async (connection) => {
    // The next apply deletes deposed objects, so their edits cannot be kept.
    const current = rows.filter(({ held }) => held?.isDeposed === false);
    const isOwn = ({ held }: Row) => isInWorkspace(held!.workspaceId, connection.workspaceId);
    const own = current.filter(isOwn);
    const pulled = new Pulled(folder);
    const sourceOf = sourcesIn(rows, connection.workspaceId, (state) => pulled.textOf(state));
    const decided = [];
    // If all objects are missing, a wrong setting is likelier than deletes, so unselected objects are read,
    // too.
    const judged = await judgeRows(new Workspace(connection, signal), own);
    const selected = judged.filter(isSelected);
    if (options.match.length > 0 && selected.length === 0)
      throw new Error("No object of the states has a name that --match selects, so nothing was compared.");
    for (const row of selected) {
      // Node.js handles signals only between two turns of the event loop, and a merge blocks the loop.
      await setImmediate();
      signal.throwIfAborted();
      const source = sourceOf(row.held!);
      const decideOnce = () => decide(row, source, folder);
      decided.push({ decideOnce, first: decideOnce() });
    }
    let outcomes: readonly PullOutcome[] = decided.flatMap(({ first }) => first);
    if (!options["dry-run"]) {
      const folders = outcomes.flatMap(({ write }) => (write === undefined ? [] : dirname(write.file)));
      for (const one of new Set([folder, ...folders])) removeLeftovers(one);
      outcomes = decided.flatMap(({ first, decideOnce }) => writeDecided(first, decideOnce));
      // A record made before the files are written could name a text that is in no file.
      pulled.record(
        outcomes,
        own.flatMap(({ held = [] }) => held),
      );
    }
    const chosen = current.filter(({ declared }) => isChosen(declared.stack));
    const isDeclared = rows.some(
      ({ kind, declared }) => kind !== null && declared.body !== undefined && isChosen(declared.stack),
    );
    const sources = (isMissing: boolean) =>
      chosenStates.flatMap((state) => (state.isMissing === isMissing ? state.source : []));
    return {
      outcomes,
      compared: selected.length,
      ofOtherWorkspaces: chosen.filter((row) => !isOwn(row)).length,
      withoutState: sources(true),
      /** The states, if the code declares objects but no state contains one; otherwise empty. */
      withoutObjects: chosen.length === 0 && isDeclared ? sources(false) : [],
    };
  });
}

const MERGES = 2;

/**
 * Decides again if the file has changed since the decision. If a write fails, the object's result is the
 * error.
 */
export function writeDecided(
  outcomes: readonly PullOutcome[],
  decideAgain: () => readonly PullOutcome[],
  left = MERGES,
): readonly PullOutcome[] {
  const outcome = outcomes.find(({ write }) => write !== undefined);
  if (outcome?.write === undefined) return outcomes;
  const { file, contents, expected } = outcome.write;
  try {
    writeWhole(file, contents, expected);
    return outcomes;
  } catch (error) {
    if (error instanceof ChangedFile && left > 0) return writeDecided(decideAgain(), decideAgain, left - 1);
    const reason = `Its prompt was edited, but its file was not written: ${messageOf(error)}`;
    const failed = { state: outcome.state, result: "error" as const, file: outcome.file, reason };
    return outcomes.map((one) => (one === outcome ? failed : one));
  }
}

type PullReport = Awaited<ReturnType<typeof pull>>;

/** If all objects belong to other workspaces, or all states are empty, nothing was compared. */
function statusOf(report: PullReport): number {
  const { outcomes, compared, ofOtherWorkspaces, withoutState, withoutObjects } = report;
  const isOpen =
    outcomes.some(({ result }) => result === "error") ||
    withoutState.length + withoutObjects.length > 0 ||
    (compared === 0 && ofOtherWorkspaces > 0);
  return exitStatus(
    isOpen,
    outcomes.some(({ result }) => result !== "kept"),
  );
}

/** Prompts may be sensitive, so the report prints no texts of objects. */
function jsonReport({ outcomes, withoutState, withoutObjects, ...counts }: PullReport): string {
  const objects = outcomes.map(({ state, result, file, reason, change, sharedWith }) => {
    const { kind, id, address, source } = state;
    const name = state.sensitive.has("name") ? REDACTED : state.name;
    return {
      ...{ kind, id, name, address, stack: source.name },
      ...{ result, file, reason, attribute: change?.attribute, sharedWith },
    };
  });
  const names = (sources: readonly StateSource[]) => sources.map(({ name }) => name);
  return printJson({
    objects,
    ...counts,
    withoutState: names(withoutState),
    withoutObjects: names(withoutObjects),
  });
}

function textReport(report: PullReport, isDryRun: boolean): string {
  const { outcomes, compared, ofOtherWorkspaces, withoutState, withoutObjects } = report;
  const notes = [
    ...notCompared(withoutState, ofOtherWorkspaces, compared > 0),
    ...when(
      withoutObjects.length > 0,
      "Nothing was compared: the code declares clusters or snippets, and none is in the states that were read: " +
        `${withoutObjects.map(describeSource).join(", ")}. Check TF_WORKSPACE and the backend of the stacks, ` +
        "or deploy them first.",
    ),
  ];
  const nothing = statusOf(report) === 0 ? [`Nothing to pull. Compared ${count(compared, "object")}.`] : [];
  return printReport(
    ...outcomes.map((outcome) => linesOf(outcome, isDryRun)),
    nothing,
    ...notes.map((note) => [note]),
  );
}

function linesOf(outcome: PullOutcome, isDryRun: boolean): string[] {
  const { state, result, file, reason, change, sharedWith = [] } = outcome;
  const [written, conflict] = isDryRun ? ["Would write", "Would conflict"] : ["Wrote", "Conflict"];
  const verbs = { written, conflict, kept: "Kept", reported: "Not written", error: "Error" };
  const name = state.sensitive.has("name") ? REDACTED : `"${state.name}"`;
  const place = file === undefined ? "" : ` ${file}`;
  return [
    `${verbs[result]}${place}: ${state.address} of ${state.source.name}, ${name}.`,
    ...(reason === undefined ? [] : [reason]),
    ...sharedWith.map(
      (stack) => `The stack ${stack} uses this file, too: its next plan shows the change for its workspace.`,
    ),
    ...(change === undefined
      ? []
      : unifiedLines(diffTexts(change.before, change.after, "text")).map((line) => printedLine(line))),
  ];
}
