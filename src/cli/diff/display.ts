import { drawBlanks, makeVisible } from "../../page/visible-text";
import type { DiffLine, DiffRow, DiffSpan, TextDiff, TextSize } from "./rows";

interface ShownDiff {
  readonly rows: readonly DiffRow[];
  /** If exactly one side lacks a final line break: the last line of that side. Otherwise null. */
  readonly unended: DiffLine | null;
}

/**
 * Returns the rows to show. If only one text ends with a line break, its last row in the diff is an empty
 * line. This function leaves out that empty line and, like git, marks the last line of the other text.
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
  // The two lines have the same text, but only one of them ends with a line break.
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

interface Fold {
  readonly kind: "folded";
  readonly rows: readonly DiffRow[];
}

/** Returns the rows. Folds unchanged rows that are more than `context` rows away from a change. */
export function foldRows(rows: readonly DiffRow[], context = 2): (DiffRow | Fold)[] {
  const isChanged = ({ kind }: DiffRow) => kind !== "same";
  const shown = rows.map((_, i) => rows.slice(Math.max(0, i - context), i + context + 1).some(isChanged));
  const folded: (DiffRow | Fold)[] = [];
  for (let i = 0; i < rows.length;) {
    const next = shown.indexOf(true, i);
    const hidden = rows.slice(i, next === -1 ? rows.length : next);
    // Folding a single line saves no space, because the fold itself takes one line.
    if (hidden.length > 1) folded.push({ kind: "folded", rows: hidden });
    else folded.push(rows[i]!);
    i += Math.max(hidden.length, 1);
  }
  return folded;
}

/** A line of a diff in one column. Its spans are visible text without line breaks. */
export type UnifiedLine =
  | { readonly kind: "same" | "removed" | "added"; readonly spans: readonly DiffSpan[] }
  | { readonly kind: "folded"; readonly count: number }
  /** The text that contains the line above ends without a line break; the other text ends with one. */
  | { readonly kind: "unended" };

/** Returns the diff in one column, with unchanged lines folded and invisible characters spelled out. */
export function unifiedLines(diff: TextDiff): UnifiedLine[] {
  const { rows, unended } = shownDiff(diff);
  return foldRows(rows).flatMap((row) => linesOf(row, unended));
}

/** Returns the lines of one row. After the line `unended` comes a line that marks the missing line break. */
export function linesOf(row: DiffRow | Fold, unended: DiffLine | null): UnifiedLine[] {
  const lines = (kind: "same" | "removed" | "added", line: DiffLine): UnifiedLine[] => [
    { kind, spans: shown(line) },
    ...(line === unended ? [{ kind: "unended" } as const] : []),
  ];
  switch (row.kind) {
    case "folded":
      return [{ kind: "folded", count: row.rows.length }];
    case "same":
    case "added":
      return lines(row.kind, row.after);
    case "removed":
      return lines("removed", row.before);
    case "changed":
      return [...lines("removed", row.before), ...lines("added", row.after)];
  }
}

function shown({ spans }: DiffLine): DiffSpan[] {
  return spans.map(({ text, marked }) => ({
    text: makeVisible(marked && text.trim() === "" ? drawBlanks(text) : text),
    marked,
  }));
}
