import { type Content, element, type Markup } from "../../../page/markup";
import { drawBlanks } from "../../../page/visible-text";
import { foldRows, shownDiff } from "../../diff/display";
import type { DiffLine, DiffRow, DiffSpan, TextDiff } from "../../diff/rows";
import { count } from "../../shared/text";
import { NO_LINE_BREAK } from "../wording/attributes";

/**
 * Returns the diff in two columns, which the styles turn into one on a narrow page; a text with one side has
 * one column. `del` and `ins` tell a screen reader what the signs show.
 */
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
  const line = (as: keyof typeof LINES, shown: DiffLine) =>
    LINES[as](shown.number, [shown.spans.map(span), shown === unended ? UNENDED : null]);
  switch (one.kind) {
    case "same":
      // A screen reader reads an unchanged line once.
      return element`<div class="row">${line("hidden", one.before)}${line("span", one.after)}</div>\n`;
    case "changed":
      return element`<div class="row">${line("del", one.before)}${line("ins", one.after)}</div>\n`;
    case "removed":
      return element`<div class="row">${line("del", one.before)}</div>\n`;
    case "added":
      return element`<div class="row">${line("ins", one.after)}</div>\n`;
  }
}

const LINES = {
  del: (number: number, text: Content) => element`<del class="line" data-line="${number}">${text}</del>`,
  ins: (number: number, text: Content) => element`<ins class="line" data-line="${number}">${text}</ins>`,
  span: (number: number, text: Content) => element`<span class="line" data-line="${number}">${text}</span>`,
  hidden: (number: number, text: Content) =>
    element`<span class="line" aria-hidden="true" data-line="${number}">${text}</span>`,
};

const UNENDED = element` <span class="char">${NO_LINE_BREAK}</span>`;

/** Draws marked blanks: a mark alone would be hard to see. */
function span({ text, marked }: DiffSpan): Markup {
  if (!marked) return element`${text}`;
  return element`<mark>${text.trim() === "" ? drawBlanks(text) : text}</mark>`;
}
