import type { DiffLine, DiffRow, TextDiff, TextSize } from "../model";

/** A diff as it is shown, where only one side may end with a line break. */
interface ShownDiff {
  readonly rows: readonly DiffRow[];
  /** The last line of the side that ends without a line break while the other one ends with one. */
  readonly unended: DiffLine | null;
}

/**
 * Takes out the empty last line after a line break that only one side ends with: it looks like an empty line that was added
 * or removed. The last line of the other side is what is marked instead, as git does.
 */
export function shownDiff({ before, after, rows }: TextDiff): ShownDiff {
  if (before === null || after === null) return { rows, unended: null };
  const shown = rows.flatMap((row) => withoutEmptyEnd(row, before, after));
  if (before.endsWithLineBreak === after.endsWithLineBreak || before.characters * after.characters === 0)
    return { rows: shown, unended: null };
  const last = before.endsWithLineBreak
    ? shown.findLastIndex(({ kind }) => kind !== "removed")
    : shown.findLastIndex(({ kind }) => kind !== "added");
  const row = shown[last]!;
  // With and without a line break it is not the same line.
  if (row.kind === "same") shown[last] = { ...row, kind: "changed" };
  if (before.endsWithLineBreak) return { rows: shown, unended: row.kind === "removed" ? null : row.after };
  return { rows: shown, unended: row.kind === "added" ? null : row.before };
}

function withoutEmptyEnd(row: DiffRow, before: TextSize, after: TextSize): DiffRow[] {
  const isGone = row.kind !== "added" && row.before.number > before.lines;
  const isGoneAfter = row.kind !== "removed" && row.after.number > after.lines;
  if (!isGone && !isGoneAfter) return [row];
  if (row.kind !== "same" || (isGone && isGoneAfter)) return [];
  return [isGone ? { kind: "added", after: row.after } : { kind: "removed", before: row.before }];
}
