import { isKeptAsText } from "./json-text";
import type { Action, AttributeChange, Value } from "./model";
import { SENSITIVE } from "./values";
import { oddBlanks, spellBlanks } from "../../page/visible-text";

/** What is said of a value instead of showing it. */
export function wordsFor(value: Value): string | undefined {
  switch (value.kind) {
    case "absent":
      return "none";
    case "unknown":
      return "known after apply";
    case "sensitive":
      return SENSITIVE;
    case "value":
      return undefined;
  }
}

/** After a value. */
export const FORCES = "forces the replacement";

/** A text that a reader could take for words of the review, for the end of a value or for nothing at all. */
const MISTAKABLE = new RegExp(
  `^$|^[\\s"]|\\s$| → |^(?:none|\\(?known after apply\\)?|\\(sensitive value\\))$|\\(${FORCES}\\)$`,
);

/**
 * One line; a text stands for itself, so that a reader sees no quotes that are not there, unless that could be mistaken. `sides`
 * are the values that are shown beside each other.
 */
export function valueText(value: Value, sides: readonly Value[]): string {
  if (value.kind !== "value") return wordsFor(value)!;
  const isQuoted =
    typeof value.value !== "string" ||
    MISTAKABLE.test(value.value) ||
    (!isKeptAsText(value.value) &&
      sides.some((side) => side.kind === "value" && typeof side.value !== "string"));
  const text = isQuoted ? JSON.stringify(value.value) : value.value;
  // Odd blanks that are the same on all sides, as in many a French or Japanese text, are as harmless as in a name.
  const areSame = sides.every(
    (side) => side.kind !== "value" || oddBlanks(side.value) === oddBlanks(value.value),
  );
  return areSame ? text : spellBlanks(text);
}

/** A value that comes or goes with its object stands alone, and so does one that nobody may see. */
export function shownSides({ before, after }: AttributeChange, action: Action): Value[] {
  if (before.kind === "absent" && action === "create") return [after];
  if (action === "delete") return [before];
  return before.kind === "sensitive" && after.kind === "sensitive" ? [after] : [before, after];
}
