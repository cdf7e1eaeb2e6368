import { element, type Markup, type MarkupContent } from "../../../render/markup";
import type { DiffLine, DiffRow, TextDiff } from "../../../render/diff/rows";
import type { Action, AttributeChange, Value, VariableChange } from "../model/review";
import {
  type AttributeOwner,
  captionOf,
  FORCES,
  NO_LINE_BREAK,
  shownSides,
  valueText,
  wordsFor,
} from "../wording/attributes";
import { drawBlanks } from "../../../render/visible-text";
import { foldRows, type Segment, segmentsOf, shownDiff, WIDE } from "../../../render/diff/display";
import { count } from "../../../util/text";

/** Returns short values as a list, then texts as diffs. */
export function attributeList(
  attributes: readonly AttributeChange[],
  owner: AttributeOwner,
  id: string,
): MarkupContent {
  const { action, isShared = false } = owner;
  const short = attributes.filter(({ diff }) => diff === null).map((one) => shortValue(one, action));
  return [
    short.length === 0 ? null : element`<ul class="values">${short}</ul>`,
    attributes.map((one, i) =>
      one.diff === null ? null : longText(one, one.diff, { isShared, id: `${id}-a${i}` }),
    ),
  ];
}

function shortValue(attribute: AttributeChange, action: Action): Markup {
  const values = shownSides(attribute, action);
  const sides = values.map((value, i) => {
    const text = valueOf(value, values);
    const side = value === attribute.before ? element`<del>${text}</del>` : element`<ins>${text}</ins>`;
    return [i > 0 ? ARROW : null, side];
  });
  return element`<li>
    ${pathOf(attribute.path)}
    <span class="sides">
      ${sides}
      ${attribute.forcesReplace ? FORCED : null}
    </span>
  </li>`;
}

const ARROW = element` <span class="arrow" aria-hidden="true">→</span> `;

function longText(
  attribute: AttributeChange,
  diff: TextDiff,
  { isShared, id }: { readonly isShared: boolean; readonly id: string },
): Markup {
  const { path, forcesReplace } = attribute;
  return element`<div class="text" role="group" aria-labelledby="${id}">
    <p class="caption" id="${id}">
      ${pathOf(path)}${diff.of === "json" ? element` <span>laid out as JSON</span>` : null}
      <span>${captionOf(attribute, diff, { isShared })}</span>${forcesReplace ? FORCED : null}
    </p>
    ${diffLines(diff)}
  </div>`;
}

const FORCED = element` <strong class="forces">${FORCES}</strong>`;

function pathOf(path: string): Markup {
  return path === ""
    ? element`<span class="path">value</span>`
    : element`<code class="path"><bdi>${path}</bdi></code>`;
}

function valueOf(value: Value, sides: readonly Value[]): Markup {
  const words = value.kind === "value" && value.value === "" ? "empty text" : wordsFor(value);
  return words === undefined
    ? element`<code><bdi>${valueText(value, sides)}</bdi></code>`
    : element`<i>${words}</i>`;
}

/** Returns the variables that a prompt gains and loses; null for none. */
export function variableList({ appear, vanish }: VariableChange): Markup | null {
  if (appear.length + vanish.length === 0) return null;
  return element`<p class="variables">
    <span class="path">Variables</span>
    ${vanish.map((variable) => element`<del>${"{"}<bdi>${variable}</bdi>${"}"}</del> `)}
    ${appear.map((variable) => element`<ins>${"{"}<bdi>${variable}</bdi>${"}"}</ins> `)}
  </p>`;
}

/** Returns the diff in two columns; in one column on a narrow page, or if only one side has a text. */
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
