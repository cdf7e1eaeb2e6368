import { drawBlanks, makeVisible } from "../visible-text";
import { count } from "../../util/text";
import type { DiffLine, DiffRow, DiffSpan, TextDiff } from "./rows";

/** How much unchanged text is shown around a change. Lengths are in UTF-16 code units. */
export interface Context {
  /** Number of unchanged lines above and below a changed line. */
  readonly lines: number;
  /** How much is shown at each end of a long unchanged part of a line. */
  readonly edge: number;
  /** How much is shown at each end of a long changed part, such as an added line. */
  readonly changedEdge: number;
  /** Shortest length that is folded. */
  readonly least: number;
}

export const WIDE: Context = { lines: 2, edge: 80, changedEdge: Infinity, least: 240 };

export const NARROW: Context = { lines: 0, edge: 40, changedEdge: 200, least: 40 };

interface Fold {
  readonly kind: "folded";
  readonly rows: readonly DiffRow[];
}

export function foldRows(rows: readonly DiffRow[], context = WIDE.lines): (DiffRow | Fold)[] {
  const isChanged = ({ kind }: DiffRow) => kind !== "same";
  const shown = rows.map((_, i) => rows.slice(Math.max(0, i - context), i + context + 1).some(isChanged));
  const folded: (DiffRow | Fold)[] = [];
  for (let i = 0; i < rows.length;) {
    const next = shown.indexOf(true, i);
    const hidden = rows.slice(i, next === -1 ? rows.length : next);
    // The fold itself takes a line, so folding a single line would save nothing.
    if (hidden.length > 1) folded.push({ kind: "folded", rows: hidden });
    else folded.push(rows[i]!);
    i += Math.max(hidden.length, 1);
  }
  return folded;
}

export interface Segment extends DiffSpan {
  /**
   * True for a changed segment: one of a removed or added line, or one that the other side of a changed line
   * lacks.
   */
  readonly isChange: boolean;
  /** The folded text; null for a segment that is shown. `text` shows the length of the folded text. */
  readonly folded: string | null;
}

export function segmentsOf({ spans }: DiffLine, { kind }: DiffRow, context: Context): Segment[] {
  return spans.flatMap(({ text, marked }) => {
    const isChange = marked || kind === "removed" || kind === "added";
    const whole = { text, marked, isChange, folded: null };
    const edge = isChange ? context.changedEdge : context.edge;
    if (text.length < 2 * edge + context.least) return whole;
    const start = matchLength(text.slice(0, 4 * edge), new RegExp(`^.{${edge}}(?:[^ ]{0,${edge}} )?`, "su"));
    const end =
      text.length - matchLength(text.slice(-4 * edge), new RegExp(`(?: [^ ]{0,${edge}})?.{${edge}}$`, "su"));
    if (end - start < context.least) return whole;
    const folded = text.slice(start, end);
    const length = count(Array.from(folded).length, isChange ? "character" : "unchanged character");
    return [
      { ...whole, text: text.slice(0, start) },
      { ...whole, text: `… ${length} …`, folded },
      { ...whole, text: text.slice(end) },
    ];
  });
}

function matchLength(text: string, pattern: RegExp): number {
  return pattern.exec(text)![0].length;
}

/** A line of a diff in one column. Segments are visible text without line breaks. */
export type UnifiedLine =
  | { readonly kind: "same" | "removed" | "added"; readonly segments: readonly Segment[] }
  | { readonly kind: "folded"; readonly count: number };

export function unifiedLines({ rows }: TextDiff, context = WIDE): UnifiedLine[] {
  return foldRows(rows, context.lines).flatMap((row) => linesOf(row, context));
}

function linesOf(row: DiffRow | Fold, context: Context): UnifiedLine[] {
  if (row.kind === "folded") return [{ kind: "folded", count: row.rows.length }];
  const line = (kind: "same" | "removed" | "added", one: DiffLine): UnifiedLine => {
    return { kind, segments: segmentsOf(one, row, context).map(shown) };
  };
  switch (row.kind) {
    case "same":
    case "added":
      return [line(row.kind, row.after)];
    case "removed":
      return [line("removed", row.before)];
    case "changed":
      return [line("removed", row.before), line("added", row.after)];
  }
}

function shown({ text, ...segment }: Segment): Segment {
  const drawn = segment.marked && text.trim() === "" ? drawBlanks(text) : text;
  return { ...segment, text: makeVisible(drawn) };
}

/** Signs around a difference within a line, for printers without markup. */
export const MARKS = ["⟦", "⟧"] as const;

export const SIGNS = { same: " ", removed: "-", added: "+" } as const;

export function printedLine(
  line: UnifiedLine,
  write: (segment: Pick<Segment, "text" | "marked" | "folded">) => string = ({ text }) => text,
): string {
  if (line.kind === "folded") return `  … ${count(line.count, "unchanged line")}`;
  const sign = { text: `${SIGNS[line.kind]} `, marked: false, folded: null };
  return [sign, ...line.segments].map(write).join("");
}
