import type { DiffSpan } from "./model";
import { makeVisible } from "../../page/visible-text";

/** Breaks a long line at blanks, or where there are none anywhere, into pieces of at most `width` UTF-16 code units. */
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
        append(pieces.at(-1)!, { text: part, marked });
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

function append(piece: DiffSpan[], span: DiffSpan): void {
  const last = piece.at(-1);
  if (last?.marked === span.marked)
    piece[piece.length - 1] = { text: last.text + span.text, marked: span.marked };
  else piece.push(span);
}

/** The lines of a text, made visible and wrapped. */
export function wrapText(text: string, width: number): string[] {
  return text
    .split("\n")
    .flatMap((line) => wrapSpans([{ text: makeVisible(line), marked: false }], width))
    .map((piece) => piece.map((span) => span.text).join(""));
}
