import { shownDiff } from "../../diff/display";
import type { DiffLine, TextDiff } from "../../diff/rows";
import type { AttributeChange, LineCount } from "./review";

/**
 * Returns the lines that a diff removes and adds, each in the order of its text, wherever they stand in the text. And
 * whether the removed and the added text lacks a line break at its end that the other text has.
 */
export function editedLines(diff: TextDiff) {
  const { rows, unended } = shownDiff(diff);
  const removed = rows.flatMap((row) => (row.kind === "changed" || row.kind === "removed" ? row.before : []));
  const added = rows.flatMap((row) => (row.kind === "changed" || row.kind === "added" ? row.after : []));
  return {
    removed: removed.map(textOf),
    added: added.map(textOf),
    unended: [removed, added].map((lines) => lines.some((line) => line === unended)),
  };
}

/** Returns the text of a line without its line break. */
export function textOf({ spans }: DiffLine): string {
  return spans.map(({ text }) => text).join("");
}

/** Returns how many lines a change adds and removes. A value without a diff counts as one line. */
export function countLines(attributes: readonly AttributeChange[]): LineCount {
  let [added, removed] = [0, 0];
  for (const { diff, before, after } of attributes) {
    const lines = diff === null ? undefined : editedLines(diff);
    removed += lines?.removed.length ?? Number(before.kind !== "absent");
    added += lines?.added.length ?? Number(after.kind !== "absent");
  }
  return { added, removed };
}
