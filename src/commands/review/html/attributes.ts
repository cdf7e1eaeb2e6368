import type { DiffLine, DiffRow, TextDiff } from "../../../render/diff/rows";
import { foldRows, type Segment, segmentsOf, WIDE } from "../../../render/diff/display";
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
  return element`<li>${pathOf(label)} <span>${sides}${forces ? FORCED : null}</span></li>`;
}

const ARROW = element` <span aria-hidden="true">→</span> `;

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

function diffLines({ before, after, rows }: TextDiff): Markup {
  const parts = foldRows(rows).map((part) => {
    if (part.kind !== "folded") return rowOf(part);
    return element`<details class="fold">
      <summary>${count(part.rows.length, "unchanged line")}</summary>
      ${part.rows.map(rowOf)}
    </details>`;
  });
  const columns = before === null || after === null ? "one" : "two";
  return element`<div class="diff ${columns}">${parts}</div>`;
}

function rowOf(row: DiffRow): Markup {
  const textOf = (line: DiffLine) => segmentsOf(line, row, WIDE).map(unfoldable);
  const removed = (line: DiffLine) =>
    element`<del class="line" data-line="${line.number}">${textOf(line)}</del>`;
  const added = (line: DiffLine) =>
    element`<ins class="line" data-line="${line.number}">${textOf(line)}</ins>`;
  switch (row.kind) {
    case "same":
      return element`<span class="line" data-line="${row.after.number}">${textOf(row.after)}</span>\n`;
    case "changed":
      return element`<div class="row">${removed(row.before)}${added(row.after)}</div>\n`;
    case "removed":
      return element`<div class="row">${removed(row.before)}</div>\n`;
    case "added":
      return element`<div class="row">${added(row.after)}</div>\n`;
  }
}

function unfoldable({ text, marked, folded }: Segment): MarkupContent {
  if (folded !== null) return element`<details class="stretch"><summary>${text}</summary>${folded}</details>`;
  return marked ? element`<mark>${text.trim() === "" ? drawBlanks(text) : text}</mark>` : text;
}
