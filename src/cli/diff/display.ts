import { drawBlanks, makeVisible } from "../../page/visible-text";
import type { DiffLine, DiffRow, DiffSpan, TextDiff, TextSize } from "./rows";

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

/** Unchanged rows that are not shown. */
interface Fold {
  readonly kind: "folded";
  readonly rows: readonly DiffRow[];
}

/** The rows with the unchanged ones folded that are further than `context` rows from a change. */
export function foldRows(rows: readonly DiffRow[], context = 2): (DiffRow | Fold)[] {
  const shown = new Set<number>();
  rows.forEach(({ kind }, i) => {
    if (kind === "same") return;
    for (let near = i - context; near <= i + context; near += 1) shown.add(near);
  });
  const folded: (DiffRow | Fold)[] = [];
  let hidden: DiffRow[] = [];
  const flush = () => {
    // A fold takes a line itself, so one line is never folded.
    if (hidden.length === 1) folded.push(...hidden);
    else if (hidden.length > 1) folded.push({ kind: "folded", rows: hidden });
    hidden = [];
  };
  rows.forEach((row, i) => {
    if (!shown.has(i)) {
      hidden.push(row);
      return;
    }
    flush();
    folded.push(row);
  });
  flush();
  return folded;
}

/** A line of a diff in one column. Its spans are safe to show; no line break is in them. */
export type UnifiedLine =
  | { readonly kind: "same" | "removed" | "added"; readonly spans: readonly DiffSpan[] }
  | { readonly kind: "folded"; readonly count: number }
  /** The line above has no line break at the end, and that is what differs. */
  | { readonly kind: "unended" };

/** The diff in one column, with unchanged lines folded and what cannot be seen made visible. */
export function unifiedLines(diff: TextDiff): UnifiedLine[] {
  const { rows, unended } = shownDiff(diff);
  return foldRows(rows).flatMap((row) => linesOf(row, unended));
}

/** The lines of one row. After a last line without a line break stands that it has none. */
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
