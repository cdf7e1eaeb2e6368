import { dirname } from "node:path";
import { removeLeftovers } from "../../files/temporary-file";
import { messageOf } from "../../shared/message-of";
import { writeWhole } from "../../files/write-whole";
import type { Decision, PromptWrite } from "./outcome";
import { readPromptFile } from "./prompt-files";

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
