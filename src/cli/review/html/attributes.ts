import { type MarkupContent, element, type Markup } from "../../../page/markup";
import type { TextDiff } from "../../diff/rows";
import type { Action, AttributeChange, Value, VariableChange } from "../model/review";
import {
  type AttributeOwner,
  captionOf,
  FORCES,
  shownSides,
  valueText,
  wordsFor,
} from "../wording/attributes";
import { diffLines } from "./diff";

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
