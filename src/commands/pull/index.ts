import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readStackConfiguration, type StackConfiguration } from "../../estate/declared/stack-configuration";
import { configurations, declaresObjects, readEachState, type State } from "../../estate/states/read-states";
import { type Connection, withConnection } from "../../estate/workspace/connection";
import { findObjects } from "../../estate/workspace/find-objects";
import { Workspace } from "../../estate/workspace/workspace";
import { isInWorkspace } from "../../objects/kinds";
import { removeLeftovers } from "../../util/files/temporary-file";
import { writeWhole } from "../../util/files/write-whole";
import { messageOf } from "../../util/message-of";
import { refuseEmpty } from "../../util/usage-error";
import { interruptible } from "../interruptible";
import { decide } from "./decide";
import type { Decision, PromptWrite } from "./outcome";
import { Project } from "./project";
import { readPromptFile } from "./prompt-files";
import { jsonReport, type PullReport, statusOf, textReport } from "./report";

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "cdktf-out": { type: "string" },
      "dry-run": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  refuseEmpty(values);
  const isDryRun = values["dry-run"];
  const report = await interruptible((signal) => pull(values["cdktf-out"], isDryRun, signal));
  process.stdout.write(values.json ? jsonReport(report) : textReport(report, isDryRun));
  return statusOf(report);
}

async function pull(
  cdktfOut: string | undefined,
  isDryRun: boolean,
  signal: AbortSignal,
): Promise<PullReport> {
  const stacks = configurations(cdktfOut);
  if (stacks.length === 0)
    throw new Error("No synthesized stack in cdktf.out, so nothing was compared. Run cdktf synth first.");
  const configured: StackConfiguration[] = [];
  for (const stack of stacks) configured.push(await readStackConfiguration(stack, signal));
  const states = await readEachState({ cdktfOut, files: [], signal });
  return withConnection(async (connection) => {
    const { own, others } = objectsFor(connection, states);
    const project = new Project(configured, states, connection.workspaceId);
    const found = await findObjects(new Workspace(connection, signal), own);
    const decided = [];
    for (const one of found) {
      // A merge blocks the event loop, and Node.js handles a signal between two turns of it.
      await setImmediate();
      signal.throwIfAborted();
      decided.push({ one, decisions: decide(one, project) });
    }
    if (!isDryRun)
      removeLeftoversBeside(
        decided.flatMap(({ decisions }) => decisions),
        project.folder,
      );
    const ended = decided.flatMap(({ one, decisions }) =>
      isDryRun ? decisions : writeDecided(decisions, () => decide(one, project), project.folder),
    );
    const outcomes = ended.map(({ outcome }) => outcome);
    const pulled = ended.flatMap(({ outcome: { state }, pulled: text }) =>
      text === undefined ? [] : { state, text },
    );
    // After the files: a text that is recorded and in no file would be lost.
    if (!isDryRun) project.pulled.record(pulled, own);
    const withoutState = states.filter(({ isMissing }) => isMissing).map(({ source }) => source);
    const isEmpty =
      own.length + others.length === 0 && configured.some(({ declared }) => declaresObjects(declared));
    const withoutObjects = isEmpty ? states.filter(({ isMissing }) => !isMissing) : [];
    return {
      outcomes,
      compared: own.length,
      ofOtherWorkspaces: others.length,
      withoutState,
      withoutObjects: withoutObjects.map(({ source }) => source),
    };
  });
}

/**
 * Returns the objects of the configured workspace, and those of others. Leaves out deposed objects: another
 * object has their address, and the next apply deletes them, so no edit of them can be kept.
 */
function objectsFor({ workspaceId }: Connection, states: readonly State[]) {
  const current = states.flatMap(({ objects }) => objects).filter(({ isDeposed }) => !isDeposed);
  const isOwn = (object: (typeof current)[number]) => isInWorkspace(object.workspaceId, workspaceId);
  return { own: current.filter(isOwn), others: current.filter((object) => !isOwn(object)) };
}

export const usage = `Usage: cdktf-outreach pull [options]

Brings prompts that were edited in Outreach back into the prompt files of this project: a three-way
merge of the last applied prompt, the file, and the server. Needs OUTREACH_BASE_URL, OUTREACH_USER_ID
and OUTREACH_WORKSPACE_ID; reads the stacks that synth has written; writes nothing to the server and
refreshes no state. Other edits are only reported: edits of names and descriptions, and edits of
prompts that are composed in code or whose file other prompts use, too. Keeps what it has merged in
outreach-pulled.json until the next deploy: commit this file with the prompts.

  --cdktf-out DIR  the folder that synth wrote (default: cdktf.out)
  --dry-run        write nothing
  --json           print the report as JSON
  -h, --help       print this text

Exit status: 0 nothing to pull: every object of the states was compared; 2 edits or deleted objects
were found: files were written (or would be), or a person has to act; 1 an error, or an object or a
stack that could not be compared, or no object in any state although the code has some. The other
objects are pulled nevertheless.
`;

/** How often the decision about one object is made again because its file has changed meanwhile. */
const MAX_DECISIONS = 3;

/** Removes the temporary files that a killed pull has left in the project's folder, and beside the files to write. */
export function removeLeftoversBeside(decisions: readonly Decision[], folder: string): void {
  const folders = decisions.flatMap(({ write }) => (write === undefined ? [] : dirname(write.file)));
  for (const one of new Set([folder, ...folders])) removeLeftovers(one);
}

/**
 * Writes the files of decisions about one object, and returns the decisions. If a file has changed since the
 * decision, decides again with its new contents. A write that fails becomes an error of its object.
 */
export function writeDecided(
  decisions: readonly Decision[],
  decideAgain: () => readonly Decision[],
  folder: string,
): readonly Decision[] {
  let current = decisions;
  for (let made = 1; ; made += 1) {
    const changed = current.find(({ write }) => write !== undefined && isChanged(write, folder));
    if (changed === undefined) return current.map((decision) => written(decision));
    if (made === MAX_DECISIONS)
      return current.map((one) => (one === changed ? failed(one, "the file changes all the time") : one));
    current = decideAgain();
  }
}

function isChanged({ file, expected }: PromptWrite, folder: string): boolean {
  try {
    return !readPromptFile(file, folder).bytes.equals(expected);
  } catch {
    // The next decision reports why the file cannot be read any more.
    return true;
  }
}

function written(decision: Decision): Decision {
  if (decision.write === undefined) return decision;
  try {
    const { file, contents, expected } = decision.write;
    writeWhole(file, contents, expected);
    return decision;
  } catch (error) {
    return failed(decision, messageOf(error));
  }
}

function failed({ outcome: { state, file } }: Decision, problem: string): Decision {
  const reason = `Its prompt was edited, but its file was not written: ${problem}. Run the command again.`;
  return { outcome: { state, result: "error", file, reason } };
}
