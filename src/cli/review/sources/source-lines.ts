import type { PromptPart } from "../../../install";
import type { TextDiff } from "../../diff/rows";
import { withoutKeys } from "../model/addresses";
import type { ObjectChange } from "../model/review";
import type { SourceLine, StackSources } from "./read-sources";

/** Returns a function that returns where a line of a prompt stands; undefined if that is in no prompt file. */
export function promptLines(
  address: string,
  { files, parts }: StackSources,
): ((line: number) => SourceLine | undefined) | undefined {
  const resource = withoutKeys(address);
  const file = files.get(resource);
  if (file !== undefined) return (line) => ({ file, line });
  const found = parts.get(resource) ?? [];
  return found.length === 0 ? undefined : (line) => lineOfPart(found, line);
}

function lineOfPart(parts: readonly PromptPart[], line: number): SourceLine | undefined {
  const [part, another] = parts.filter((one) => line >= one.line && line < one.line + one.lines);
  // The end of one part and the start of the next one may share a line, and only one of them may have changed.
  return part === undefined || another !== undefined
    ? undefined
    : { file: part.file, line: part.fileLine + line - part.line };
}

/**
 * Returns the line that a change edits: of the prompt file, or of the resource in plain HCL. Undefined for a change
 * whose place is not known, and for an object that has left the code.
 */
export function changedLine(change: ObjectChange, sources: StackSources): SourceLine | undefined {
  const { action, address, attributes } = change;
  if (action === "delete" || action === "forget") return undefined;
  const prompt = attributes.find(({ path }) => path === "prompt");
  const lineAt = prompt === undefined ? undefined : promptLines(address, sources);
  if (lineAt !== undefined) {
    // The change of a sensitive prompt has no diff.
    const lines = prompt!.diff === null ? [1] : changedLines(prompt!.diff);
    const found = lines.map(lineAt).find((line) => line !== undefined);
    if (found !== undefined) return found;
  }
  return sources.blocks.get(withoutKeys(address));
}

/** Returns the lines of the new text that a diff changes. For a removed line, these are the lines around it. */
function changedLines({ rows, after }: TextDiff): number[] {
  const found: number[] = [];
  let next = 1;
  for (const row of rows) {
    if (row.kind === "removed") found.push(Math.min(next, Math.max(after?.lines ?? 1, 1)), next - 1);
    else next = row.after.number + 1;
    if (row.kind === "changed" || row.kind === "added") found.push(row.after.number);
  }
  return found;
}
