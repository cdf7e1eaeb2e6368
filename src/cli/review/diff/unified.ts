import type { DiffLine, DiffRow, DiffSpan, TextDiff } from "../model";
import { drawBlanks, makeVisible } from "../../../page/visible-text";
import { foldRows, type Fold } from "./fold";
import { shownDiff } from "./last-line";

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
