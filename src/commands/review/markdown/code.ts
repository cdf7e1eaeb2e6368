import { MARKS, NARROW, SIGNS, unifiedLines, type UnifiedLine, WIDE } from "../../../render/diff/display";
import type { TextDiff } from "../../../render/diff/rows";
import { escapeMarkup } from "../../../render/markup";
import { makeVisible } from "../../../render/visible-text";
import { count } from "../../../util/text";

// All texts of a plan are put into code spans, code elements or fenced blocks, where markup and mentions have
// no effect (CommonMark 0.31, sections 4.5 and 6.1).

export function codeSpan(text: string): string {
  const visible = oneLine(text);
  if (visible === "") return "*empty*";
  const fence = "`".repeat(longestRun(visible) + 1);
  const padding = /^[\s`]|[\s`]$/.test(visible) ? " " : "";
  return `${fence}${padding}${visible}${padding}${fence}`;
}

/** Markdown is not read inside an HTML block, so the code needs an element. */
export function codeElement(text: string): string {
  return `<code>${escapeMarkup(oneLine(text))}</code>`;
}

/** The fence is longer than any run of backticks inside, so no line can end the block. */
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

/** Code blocks do not wrap, so lines are split into pieces of at most 96 characters plus trailing blanks. */
const WRAPPED = /.{1,96}(?:\s+|$)|.{1,96}/gsu;

/** A diff with more lines does not fit into any comment. */
const MAX_LINES = 22_000;

const BRIEF_LINES = 24;

/** `isComplete`: the diff has all changes, although it may lack unchanged text. */
export interface DiffBlock {
  readonly text: string;
  readonly isComplete: boolean;
}

export function diffBlock(diff: TextDiff, isBrief: boolean): DiffBlock {
  const [context, most] = isBrief ? [NARROW, BRIEF_LINES] : [WIDE, MAX_LINES];
  const lines: string[] = [];
  let [cut, isComplete] = [0, true];
  for (const line of unifiedLines(diff, context)) {
    const printed = printedLines(line);
    // Old lines get at most half of the room, so that readers see some old and some new text.
    const room = Math.min(most / 2, most - lines.length);
    const isCut = printed.length > room;
    if (isCut && room > 0) printed[room - 1] += " …";
    lines.push(...printed.slice(0, room));
    cut += Number(isCut);
    if (line.kind === "removed" || line.kind === "added")
      isComplete &&= !isCut && !line.segments.some(({ isChange, folded }) => isChange && folded !== null);
  }
  if (cut > 0) lines.push(`@@ left out here: ${count(cut, "line")} or parts of them @@`);
  return { text: fenced(lines, "diff"), isComplete };
}

function printedLines(line: UnifiedLine): string[] {
  if (line.kind === "folded") return [`@@ ${count(line.count, "unchanged line")} @@`];
  const text = line.segments.map((one) => (one.marked ? MARKS.join(one.text) : one.text)).join("");
  return wrapped(text).map((part, i) => `${SIGNS[line.kind]} ${i === 0 ? "" : "  ↪ "}${part}`);
}

function wrapped(text: string): string[] {
  return text.match(WRAPPED) ?? [""];
}

export function textBlock(text: string): string {
  return fenced(
    text.split("\n").flatMap((line) => wrapped(makeVisible(line))),
    "text",
  );
}
