import { drawBlanks, makeVisible } from "../visible-text";
import { count } from "../../util/text";
import type { DiffLine, DiffRow, DiffSpan, TextDiff, TextSize } from "./rows";
import { clustersOf } from "./words";

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

/** How much unchanged text a reader sees around a change. Lengths are in UTF-16 code units. */
export interface Context {
  /** Number of unchanged lines above and below a changed line. */
  readonly lines: number;
  /** Length that stays visible at each end of a long unchanged stretch of a line. */
  readonly edge: number;
  /** The same of a changed stretch, such as an added line. */
  readonly changedEdge: number;
  /** Least length that is folded away: a shorter fold would hide little. */
  readonly least: number;
}

export const WIDE: Context = { lines: 2, edge: 80, changedEdge: Infinity, least: 240 };

/** Shows the changed words first: little else stays, and only the ends of a very long change. */
export const NARROW: Context = { lines: 0, edge: 40, changedEdge: 200, least: 40 };

interface Fold {
  readonly kind: "folded";
  readonly rows: readonly DiffRow[];
}

/** Returns the rows. Folds unchanged rows that are more than `context` rows away from a change. */
export function foldRows(rows: readonly DiffRow[], context = WIDE.lines): (DiffRow | Fold)[] {
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

export interface Segment extends DiffSpan {
  /** Whether the other side lacks it: it is marked, or a part of a removed or added line. */
  readonly isChange: boolean;
  /** The text that is folded away, of which `text` gives the length; null for a stretch that is shown. */
  readonly folded: string | null;
}

export function segmentsOf({ spans }: DiffLine, { kind }: DiffRow, context: Context): Segment[] {
  return spans.flatMap(({ text, marked }) => {
    const isChange = marked || kind === "removed" || kind === "added";
    const whole = { text, marked, isChange, folded: null };
    const edge = isChange ? context.changedEdge : context.edge;
    if (text.length < 2 * edge + context.least) return whole;
    const [start, end] = [startLength(text, edge), text.length - endLength(text, edge)];
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

/** Returns where the start of a text ends, after `edge` or soon after it: at a blank, or else within a word. */
function startLength(text: string, edge: number): number {
  // A mark would belong to the blank before it.
  const blank = text.slice(edge, 2 * edge).search(/ (?=[\p{L}\p{N}\p{P}])/u);
  return blank < 0 ? lengthOf(clustersOf(text.slice(0, 2 * edge)), edge) : edge + blank + 1;
}

function endLength(text: string, edge: number): number {
  const blank = text.lastIndexOf(" ", text.length - edge);
  if (blank >= text.length - 2 * edge) return text.length - blank;
  // Which letters make a flag depends on the first one, so the clusters are counted from a blank.
  const from = text.lastIndexOf(" ", text.length - 2 * edge);
  return lengthOf(clustersOf(text.slice(Math.max(from, 0))).reverse(), edge);
}

function lengthOf(clusters: readonly string[], edge: number): number {
  let length = 0;
  for (const cluster of clusters) {
    if (length >= edge) break;
    length += cluster.length;
  }
  return length;
}

/** A line of a diff in one column. Its segments are visible text without line breaks. */
export type UnifiedLine =
  | { readonly kind: "same" | "removed" | "added"; readonly segments: readonly Segment[] }
  | { readonly kind: "folded"; readonly count: number }
  /** The text that contains the line above ends without a line break; the other text ends with one. */
  | { readonly kind: "unended" };

export function unifiedLines(diff: TextDiff): UnifiedLine[] {
  const { rows, unended } = shownDiff(diff);
  return foldRows(rows).flatMap((row) => linesOf(row, unended));
}

/** Returns the lines of one row. After the line `unended` comes a line that marks the missing line break. */
export function linesOf(row: DiffRow | Fold, unended: DiffLine | null, context = WIDE): UnifiedLine[] {
  if (row.kind === "folded") return [{ kind: "folded", count: row.rows.length }];
  const lines = (kind: "same" | "removed" | "added", line: DiffLine): UnifiedLine[] => [
    { kind, segments: segmentsOf(line, row, context).map(shown) },
    ...(line === unended ? [{ kind: "unended" } as const] : []),
  ];
  switch (row.kind) {
    case "same":
    case "added":
      return lines(row.kind, row.after);
    case "removed":
      return lines("removed", row.before);
    case "changed":
      return [...lines("removed", row.before), ...lines("added", row.after)];
  }
}

function shown({ text, ...segment }: Segment): Segment {
  const drawn = segment.marked && text.trim() === "" ? drawBlanks(text) : text;
  return { ...segment, text: makeVisible(drawn) };
}

/** The signs around a difference within a line, where a printer has no markup for it. */
export const MARKS = ["⟦", "⟧"] as const;

export const SIGNS = { same: " ", removed: "-", added: "+" } as const;

/** Words below the last line of a text that, unlike the other text, ends without a line break. */
export const NO_LINE_BREAK = "no line break at the end";

/** Returns a line as text, its sign first, as in a patch. `write` draws the sign and each segment. */
export function printedLine(
  line: UnifiedLine,
  write: (segment: Pick<Segment, "text" | "marked" | "folded">) => string = ({ text }) => text,
): string {
  if (line.kind === "folded") return `  … ${count(line.count, "unchanged line")}`;
  if (line.kind === "unended") return `\\ ${NO_LINE_BREAK}`;
  const sign = { text: `${SIGNS[line.kind]} `, marked: false, folded: null };
  return [sign, ...line.segments].map(write).join("");
}

export function foldsChange(line: UnifiedLine): boolean {
  return "segments" in line && line.segments.some(({ isChange, folded }) => isChange && folded !== null);
}
