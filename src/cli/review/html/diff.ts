import { type MarkupContent, element, type Markup } from "../../../page/markup";
import { drawBlanks } from "../../../page/visible-text";
import { foldRows, type Segment, segmentsOf, shownDiff, WIDE } from "../../diff/display";
import type { DiffLine, DiffRow, TextDiff } from "../../diff/rows";
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
  const line = (as: keyof typeof LINES, shown: DiffLine, segment = unfoldable) => {
    const segments = segmentsOf(shown, one, WIDE).map(segment);
    return LINES[as](shown.number, [segments, shown === unended ? UNENDED : null]);
  };
  switch (one.kind) {
    case "same":
      // Both columns show the line. Screen readers skip the left column, so only the right line can be
      // unfolded.
      return element`<div class="row">${line("hidden", one.before, shortened)}${line("span", one.after)}</div>\n`;
    case "changed":
      return element`<div class="row">${line("del", one.before)}${line("ins", one.after)}</div>\n`;
    case "removed":
      return element`<div class="row">${line("del", one.before)}</div>\n`;
    case "added":
      return element`<div class="row">${line("ins", one.after)}</div>\n`;
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

/** Returns a segment, with marked blanks drawn as signs: the mark alone would be hard to see. */
function drawn({ text, marked }: Segment): MarkupContent {
  if (!marked) return text;
  return element`<mark>${text.trim() === "" ? drawBlanks(text) : text}</mark>`;
}

function unfoldable(segment: Segment): MarkupContent {
  if (segment.folded === null) return drawn(segment);
  return element`<details class="stretch"><summary>${segment.text}</summary>${segment.folded}</details>`;
}

function shortened(segment: Segment): MarkupContent {
  return segment.folded === null ? drawn(segment) : element`<i>${segment.text}</i>`;
}
