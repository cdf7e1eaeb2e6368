import { makeVisible } from "../../../page/visible-text";
import { foldRows, linesOf, shownDiff, type UnifiedLine } from "../../diff/display";
import type { DiffSpan, TextDiff } from "../../diff/rows";
import { appendSpan } from "../../diff/words";
import { count } from "../../shared/text";
import { NO_LINE_BREAK } from "../wording/attributes";
import { fenced } from "./escape";

/** Largest width of a line, in characters. Longer lines are wrapped, because a code block does not wrap. */
export const WIDTH = 96;

const SIGNS = { same: " ", removed: "-", added: "+" } as const;

/** The signs around a difference within a line: a code block has no markup. */
export const MARKS = ["⟦", "⟧"] as const;

/** Largest number of lines in a diff: more lines do not fit into any comment. */
const MAX_LINES = 22_000;

/** Returns at most `most` lines of the diff, fenced. A last line gives the number of lines left out. */
export function diffBlock(diff: TextDiff, most = MAX_LINES): string {
  const { rows, unended } = shownDiff(diff);
  const parts = foldRows(rows);
  const lines: string[] = [];
  for (const [index, part] of parts.entries()) {
    const next = linesOf(part, unended).flatMap(printed);
    if (lines.length + next.length > most) {
      const rest = parts.slice(index).flatMap((one) => (one.kind === "folded" ? one.rows : one));
      // Shows the beginning of a wrapped line that does not fit as a whole.
      lines.push(...next.slice(0, most - lines.length));
      lines.push(`@@ left out here: ${count(rest.length, "line")} or parts of them @@`);
      break;
    }
    lines.push(...next);
  }
  return fenced(lines, "diff");
}

function printed(line: UnifiedLine): string[] {
  if (line.kind === "folded") return [`@@ ${count(line.count, "unchanged line")} @@`];
  if (line.kind === "unended") return [`\\ ${NO_LINE_BREAK}`];
  return wrapSpans(line.spans, WIDTH).map(
    (piece, i) =>
      `${SIGNS[line.kind]} ${i === 0 ? "" : "  ↪ "}${piece.map(({ text, marked }) => (marked ? MARKS.join(text) : text)).join("")}`,
  );
}

/** Breaks a line into parts of at most `width` UTF-16 code units: at blanks, or else within a word. */
export function wrapSpans(spans: readonly DiffSpan[], width: number): DiffSpan[][] {
  const pieces: DiffSpan[][] = [[]];
  let room = width;
  for (const { text, marked } of spans) {
    for (const word of text.match(/\s+|\S+/gu) ?? []) {
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
  for (const character of word) {
    if (parts.at(-1)!.length + character.length > width) parts.push("");
    parts[parts.length - 1] += character;
  }
  return parts;
}

/** Returns the lines of a text, wrapped, with invisible characters spelled out. */
export function wrapText(text: string, width: number): string[] {
  return text
    .split("\n")
    .flatMap((line) => wrapSpans([{ text: makeVisible(line), marked: false }], width))
    .map((piece) => piece.map((span) => span.text).join(""));
}
