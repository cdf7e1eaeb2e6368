import type { DiffLine, DiffRow, TextDiff } from "../../../render/diff/rows";
import {
  foldRows,
  NO_LINE_BREAK,
  type Segment,
  segmentsOf,
  shownDiff,
  WIDE,
} from "../../../render/diff/display";
import { element, type Markup, type MarkupContent } from "../../../render/markup";
import { drawBlanks } from "../../../render/visible-text";
import { count } from "../../../util/text";
import { type AttributeText, FORCES } from "../document/attributes";

export function attributeList(attributes: readonly AttributeText[], id: string): MarkupContent {
  const short = attributes.filter(({ diff }) => diff === null).map(shortValue);
  return [
    short.length === 0 ? null : element`<ul class="values">${short}</ul>`,
    attributes.map((one, i) => (one.diff === null ? null : longText(one, one.diff, `${id}-a${i}`))),
  ];
}

function shortValue({ label, values, forces }: AttributeText): Markup {
  const sides = values.map(({ text, isWords, isOld }, i) => {
    const value = isWords ? element`<i>${text}</i>` : element`<code><bdi>${text}</bdi></code>`;
    return [i > 0 ? ARROW : null, isOld ? element`<del>${value}</del>` : element`<ins>${value}</ins>`];
  });
  return element`<li>
    ${pathOf(label)}
    <span class="sides">
      ${sides}
      ${forces ? FORCED : null}
    </span>
  </li>`;
}

const ARROW = element` <span class="arrow" aria-hidden="true">→</span> `;

function longText({ label, caption, forces }: AttributeText, diff: TextDiff, id: string): Markup {
  return element`<div class="text" role="group" aria-labelledby="${id}">
    <p class="caption" id="${id}">${pathOf(label)} <span>${caption}</span>${forces ? FORCED : null}</p>
    ${diffLines(diff)}
  </div>`;
}

const FORCED = element` <strong class="forces">${FORCES}</strong>`;

function pathOf(label: string): Markup {
  return element`<code class="path"><bdi>${label}</bdi></code>`;
}

function diffLines(diff: TextDiff): Markup {
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
