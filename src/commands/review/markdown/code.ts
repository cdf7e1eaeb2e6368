import {
  foldRows,
  foldsChange,
  linesOf,
  MARKS,
  NARROW,
  printedLine,
  type Segment,
  shownDiff,
  SIGNS,
  type UnifiedLine,
  WIDE,
} from "../../../render/diff/display";
import type { DiffSpan, TextDiff } from "../../../render/diff/rows";
import { appendSpan, clustersOf } from "../../../render/diff/words";
import { escapeMarkup } from "../../../render/markup";
import { makeVisible } from "../../../render/visible-text";
import { count } from "../../../util/text";

// All texts of a plan are in code spans, code elements or fenced blocks, in which markup and mentions have no
// effect (CommonMark 0.31, sections 4.5 and 6.1).

/** Returns a code span in one line. Its fence is longer than any run of backticks in the text. */
export function codeSpan(text: string): string {
  const visible = oneLine(text);
  if (visible === "") return "*empty*";
  const fence = "`".repeat(longestRun(visible) + 1);
  const padding = /^[\s`]|[\s`]$/.test(visible) ? " " : "";
  return `${fence}${padding}${visible}${padding}${fence}`;
}

/** Returns a code element for the inside of an HTML block, where Markdown is not read. */
export function codeElement(text: string): string {
  return `<code>${escapeMarkup(oneLine(text))}</code>`;
}

/** Returns a fenced block. Its fence is longer than any run of backticks in it, so no line ends the block. */
export function fenced(lines: readonly string[], language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(lines.join("\n")) + 1));
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

function oneLine(text: string): string {
  return makeVisible(text).replaceAll("\t", "⇥");
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Largest width of a line, in characters. Longer lines are wrapped, because a code block does not wrap. */
const WIDTH = 96;

/** Largest number of lines in a diff: more lines do not fit into any comment. */
const MAX_LINES = 22_000;

const BRIEF_LINES = 24;

/** A fenced diff. `isComplete`: whether it has every change; it may lack unchanged text. */
export interface DiffBlock {
  readonly text: string;
  readonly isComplete: boolean;
}

export function diffBlock(diff: TextDiff, isBrief: boolean): DiffBlock {
  const [context, most] = isBrief ? [NARROW, BRIEF_LINES] : [WIDE, MAX_LINES];
  const { rows, unended } = shownDiff(diff);
  const parts = foldRows(rows, context.lines);
  const lines: string[] = [];
  let isComplete = true;
  for (const [index, part] of parts.entries()) {
    const unified = linesOf(part, unended, context);
    isComplete &&= !unified.some(foldsChange);
    const printed = unified.map(printedLines);
    if (lines.length + printed.flat().length > most) {
      const rest = parts.slice(index).flatMap((one) => (one.kind === "folded" ? one.rows : one));
      // The beginning of each wrapped line, so that a reader sees some of the old text and some of the new one.
      const share = Math.floor((most - lines.length) / printed.length);
      lines.push(...printed.flatMap((pieces) => pieces.slice(0, share)));
      lines.push(`@@ left out here: ${count(rest.length, "line")} or parts of them @@`);
      isComplete &&= rest.every(({ kind }) => kind === "same");
      break;
    }
    lines.push(...printed.flat());
  }
  return { text: fenced(lines, "diff"), isComplete };
}

function printedLines(line: UnifiedLine): string[] {
  if (line.kind === "folded") return [`@@ ${count(line.count, "unchanged line")} @@`];
  if (line.kind === "unended") return [printedLine(line)];
  return wrapSpans(line.segments, WIDTH).map(
    (piece, i) =>
      `${SIGNS[line.kind]} ${i === 0 ? "" : "  ↪ "}${piece.map(({ text, marked }) => (marked ? MARKS.join(text) : text)).join("")}`,
  );
}

/** Breaks a line into parts of at most `width` UTF-16 code units: at blanks, or else within a word. */
export function wrapSpans(spans: readonly (DiffSpan & Partial<Segment>)[], width: number): DiffSpan[][] {
  const pieces: DiffSpan[][] = [[]];
  let room = width;
  for (const { text, marked, folded = null } of spans) {
    // The words that stand for a folded stretch stay in one line.
    for (const word of folded === null ? (text.match(/\s+|\S+/gu) ?? []) : [text]) {
      for (const part of room < word.length && word.length > width ? slices(word, width) : [word]) {
        if (part.length > room && room < width && part.trim() !== "") {
          pieces.push([]);
          room = width;
        }
        appendSpan(pieces.at(-1)!, { text: part, marked });
        room -= part.length;
      }
    }
  }
  return pieces;
}

function slices(word: string, width: number): string[] {
  const parts = [""];
  for (const cluster of clustersOf(word)) {
    if (parts.at(-1)!.length + cluster.length > width) parts.push("");
    parts[parts.length - 1] += cluster;
  }
  return parts.filter((part) => part !== "");
}

/** Returns a text in a code block, its lines wrapped, with invisible characters spelled out. */
export function textBlock(text: string): string {
  const lines = text
    .split("\n")
    .flatMap((line) => wrapSpans([{ text: makeVisible(line), marked: false }], WIDTH))
    .map((piece) => piece.map((span) => span.text).join(""));
  return fenced(lines, "text");
}
