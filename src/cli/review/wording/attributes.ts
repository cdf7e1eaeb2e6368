import { oddBlanks, spellBlanks } from "../../../page/visible-text";
import type { TextDiff, TextSize } from "../../diff/rows";
import { isKeptAsText } from "../../shared/json";
import type { Action, AttributeChange, Value, VariableChange } from "../model/review";
import { SENSITIVE } from "../model/sides";

/** Returns the words in place of a value that is not shown; undefined for a value that is. */
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

/** Words after the value of an attribute. */
export const FORCES = "forces the replacement";

/** A string that could be mistaken for words of the review, for the end of a value, or for an empty value. */
const MISTAKABLE = new RegExp(
  `^$|^[\\s"]|\\s$| → |^(?:none|\\(?known after apply\\)?|\\(sensitive value\\))$|\\(${FORCES}\\)$`,
);

/**
 * Returns a value in one line. A string has no quotes, unless a reader could mistake it for something else.
 * `sides` are the values that are shown side by side.
 */
export function valueText(value: Value, sides: readonly Value[]): string {
  if (value.kind !== "value") return wordsFor(value)!;
  const isQuoted =
    typeof value.value !== "string" ||
    MISTAKABLE.test(value.value) ||
    (!isKeptAsText(value.value) &&
      sides.some((side) => side.kind === "value" && typeof side.value !== "string"));
  const text = isQuoted ? JSON.stringify(value.value) : value.value;
  // Unusual blanks that all sides share, as in French or Japanese texts, are harmless.
  const areSame = sides.every(
    (side) => side.kind !== "value" || oddBlanks(side.value) === oddBlanks(value.value),
  );
  return areSame ? text : spellBlanks(text);
}

/** Returns the sides to show: one for a new, deleted or still sensitive value, else both. */
export function shownSides({ before, after }: AttributeChange, action: Action): Value[] {
  if (before.kind === "absent" && action === "create") return [after];
  if (action === "delete") return [before];
  return before.kind === "sensitive" && after.kind === "sensitive" ? [after] : [before, after];
}

/** Returns the words above a diff: the sizes, and that an unknown text will follow. */
export function captionOf({ after }: AttributeChange, diff: TextDiff): string {
  return `${sizesOf(diff)}${after.kind === "unknown" ? ` → ${wordsFor(after)}` : ""}`;
}

/** Returns words such as `516 → 499 characters, 12 → 12 lines`. */
function sizesOf({ before, after }: TextDiff): string {
  const both = (part: keyof TextSize, unit: string) => {
    const sides = new Set([before, after].flatMap((size) => (size === null ? [] : [size[part]])));
    return `${[...sides].join(" → ")} ${[...sides].at(-1) === 1 ? unit : `${unit}s`}`;
  };
  return `${both("characters", "character")}, ${both("lines", "line")}${lineBreakOf(before, after)}`;
}

/** A diff by lines hardly shows that a text gains or loses the line break at its end. */
function lineBreakOf(before: TextSize | null, after: TextSize | null): string {
  const isCompared = [before, after].every((size) => size !== null && size.characters > 0);
  if (!isCompared || before!.endsWithLineBreak === after!.endsWithLineBreak) return "";
  return after!.endsWithLineBreak ? ", with a line break at the end" : ", without a line break at the end";
}

/** Marks the last line of a text without a final line break, if the other text ends with one. */
export const NO_LINE_BREAK = "no line break at the end";

/** The owner of an attribute; an output has no variables. */
export interface AttributeOwner {
  readonly action: Action;
  readonly variables?: VariableChange | null;
}

/** Returns the words on variables after the sizes. `write` makes a placeholder safe for the format. */
export function variableWords({ appear, vanish }: VariableChange, write: (text: string) => string): string {
  const list = (words: string, variables: readonly string[]) =>
    variables.length === 0
      ? ""
      : `; ${words} ${variables.map((variable) => write(`{${variable}}`)).join(", ")}`;
  return list("new variables", appear) + list("variables gone", vanish);
}
