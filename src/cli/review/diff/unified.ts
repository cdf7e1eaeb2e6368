import type { DiffLine, DiffRow, DiffSpan } from "../model";
import { drawBlanks, makeVisible } from "../visible-text";
import { foldRows, type Fold } from "./fold";

/** A line of a diff in one column. Its spans are safe to show; no line break is in them. */
export type UnifiedLine =
  | { readonly kind: "same" | "removed" | "added"; readonly spans: readonly DiffSpan[] }
  | { readonly kind: "folded"; readonly count: number };

/** The rows in one column, with unchanged ones folded and what cannot be seen made visible. */
export function unifiedLines(rows: readonly DiffRow[]): UnifiedLine[] {
  return foldRows(rows).flatMap(linesOf);
}

/** The lines of one row. */
export function linesOf(row: DiffRow | Fold): UnifiedLine[] {
  switch (row.kind) {
    case "folded":
      return [{ kind: "folded", count: row.rows.length }];
    case "same":
      return [{ kind: "same", spans: shown(row.after) }];
    case "removed":
      return [{ kind: "removed", spans: shown(row.before) }];
    case "added":
      return [{ kind: "added", spans: shown(row.after) }];
    case "changed":
      return [
        { kind: "removed", spans: shown(row.before) },
        { kind: "added", spans: shown(row.after) },
      ];
  }
}

function shown({ spans }: DiffLine): DiffSpan[] {
  return spans.map(({ text, marked }) => ({
    text: makeVisible(marked && text.trim() === "" ? drawBlanks(text) : text),
    marked,
  }));
}
