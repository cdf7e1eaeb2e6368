import type { TextDiff } from "../../diff/rows";
import type { FileLine } from "../../hcl/resource-blocks";
import { withoutKeys } from "../model/addresses";
import { textOf } from "../model/edits";
import type { ObjectChange } from "../model/review";
import type { StackSources } from "./read-sources";

/**
 * Returns where a line of a prompt stands; undefined if that is in no prompt file, or not certain. Of a composed prompt,
 * a line of a file counts only if `isShown` accepts its text: the line may also contain other text, and a reference may
 * have become several lines.
 */
export type LineAt = (line: number, isShown: (text: string) => boolean) => FileLine | undefined;

/** Returns where the lines of a resource's prompt stand; undefined if no prompt file is known. */
export function promptLines(address: string, { files, composed, textAt }: StackSources): LineAt | undefined {
  const resource = withoutKeys(address);
  const file = files.get(resource);
  if (file !== undefined) return (line) => ({ file, line });
  const found = composed.get(resource) ?? [];
  if (found.length === 0) return undefined;
  return (line, isShown) => {
    const [place, another] = found
      .filter((part) => line >= part.line && line < part.line + part.lines)
      .map((part) => ({ file: part.file, line: part.fileLine + line - part.line }))
      .filter((one) => isShown(textAt(one) ?? ""));
    return another === undefined ? place : undefined;
  };
}

/**
 * Returns the line that a change edits: of the prompt file, or of the resource in plain HCL. Undefined for a change
 * whose place is not known, and for an object that has left the code.
 */
export function changedLine(change: ObjectChange, sources: StackSources): FileLine | undefined {
  const { action, address, attributes } = change;
  if (action === "delete" || action === "forget") return undefined;
  const prompt = attributes.find(({ path }) => path === "prompt");
  const lineAt = prompt === undefined ? undefined : promptLines(address, sources);
  if (lineAt !== undefined) {
    // The change of a sensitive prompt has no diff.
    const lines = prompt!.diff === null ? [1] : changedLines(prompt!.diff);
    const texts = new Map(
      prompt!.diff?.rows.flatMap((row) =>
        row.kind === "removed" ? [] : [[row.after.number, textOf(row.after)] as const],
      ),
    );
    const found = lines
      .map((line) => lineAt(line, (text) => text.trim() === texts.get(line)?.trim()))
      .find((line) => line !== undefined);
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
