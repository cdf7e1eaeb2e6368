import { type MarkupContent, element, type Markup } from "../../../page/markup";
import { drawBlanks } from "../../../page/visible-text";
import { foldRows, shownDiff } from "../../diff/display";
import type { DiffLine, DiffRow, DiffSpan, TextDiff } from "../../diff/rows";
import { wordsOf } from "../../diff/words";
import { count } from "../../shared/text";
import { NO_LINE_BREAK } from "../wording/attributes";

/** Returns the diff in two columns; in one column on a narrow page, or if only one side has a text. */
export function diffLines(diff: TextDiff): Markup {
  const { before, after } = diff;
  const { rows, unended } = shownDiff(diff);
  const parts = foldRows(rows).map((part) => {
    if (part.kind !== "folded") return row(part, unended);
    return element`<details class="fold">
      <summary>${count(part.rows.length, "unchanged line")}</summary>
      ${part.rows.map((one) => row(one, unended))}
    </details>`;
  });
  const columns = before === null || after === null ? "one" : "two";
  return element`<div class="diff ${columns}">${parts}</div>`;
}

function row(one: DiffRow, unended: DiffLine | null): Markup {
  const line = (as: keyof typeof LINES, shown: DiffLine, span: (one: DiffSpan) => MarkupContent) =>
    LINES[as](shown.number, [shown.spans.map(span), shown === unended ? UNENDED : null]);
  switch (one.kind) {
    case "same":
      // Both columns show the line. Screen readers skip the left column, so only the right line can be
      // unfolded.
      return element`<div class="row">${line("hidden", one.before, shortenedSpan)}${line("span", one.after, foldedSpan)}</div>\n`;
    case "changed":
      return element`<div class="row">${line("del", one.before, foldedSpan)}${line("ins", one.after, foldedSpan)}</div>\n`;
    case "removed":
      return element`<div class="row">${line("del", one.before, wholeSpan)}</div>\n`;
    case "added":
      return element`<div class="row">${line("ins", one.after, wholeSpan)}</div>\n`;
  }
}

const LINES = {
  del: (number: number, text: MarkupContent) =>
    element`<del class="line" data-line="${number}">${text}</del>`,
  ins: (number: number, text: MarkupContent) =>
    element`<ins class="line" data-line="${number}">${text}</ins>`,
  span: (number: number, text: MarkupContent) =>
    element`<span class="line" data-line="${number}">${text}</span>`,
  hidden: (number: number, text: MarkupContent) =>
    element`<span class="line" aria-hidden="true" data-line="${number}">${text}</span>`,
};

const UNENDED = element` <span class="char">${NO_LINE_BREAK}</span>`;

/** Returns a span with marked blanks drawn as signs: the mark alone would be hard to see. */
function wholeSpan({ text, marked }: DiffSpan): MarkupContent {
  if (!marked) return text;
  return element`<mark>${text.trim() === "" ? drawBlanks(text) : text}</mark>`;
}

function foldedSpan(span: DiffSpan): MarkupContent {
  return shortened(
    span,
    (words, middle) => element`<details class="stretch"><summary>${words}</summary>${middle}</details>`,
  );
}

function shortenedSpan(span: DiffSpan): MarkupContent {
  return shortened(span, (words) => element`<i>${words}</i>`);
}

/** Number of UTF-16 code units that stay visible at each end of a long unchanged span. */
const EDGE = 80;

/** Least number of UTF-16 code units in a fold: a shorter fold would hide little. */
const MIN_FOLD_LENGTH = 240;

/** Returns a span. `fold` draws the middle of a long unchanged span; `words` gives the middle's length. */
function shortened(span: DiffSpan, fold: (words: string, middle: string) => MarkupContent): MarkupContent {
  const { text, marked } = span;
  if (marked || text.length < 2 * EDGE + MIN_FOLD_LENGTH) return wholeSpan(span);
  const words = wordsOf(text);
  const [start, end] = [edgeOf(words), text.length - edgeOf(words.reverse())];
  const middle = text.slice(start, end);
  if (middle.length < MIN_FOLD_LENGTH) return text;
  const length = count(Array.from(middle).length, "unchanged character");
  return [text.slice(0, start), fold(`… ${length} …`, middle), text.slice(end)];
}

/** Returns the length of the first words that together reach `EDGE`. */
function edgeOf(words: readonly string[]): number {
  let length = 0;
  for (let i = 0; length < EDGE && i < words.length; i += 1) length += words[i]!.length;
  return length;
}
