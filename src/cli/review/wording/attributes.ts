import { oddBlanks, spellBlanks } from "../../../page/visible-text";
import type { TextDiff, TextSize } from "../../diff/rows";
import { isKeptAsText } from "../../shared/json";
import type { Action, AttributeChange, Value, VariableChange } from "../model/review";
import { SENSITIVE } from "../model/sides";

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

/** What stands above a diff. Where only the old lines are known, it says that new ones will follow. */
export function captionOf({ after }: AttributeChange, diff: TextDiff): string {
  return `${sizesOf(diff)}${after.kind === "unknown" ? ` → ${wordsFor(after)}` : ""}`;
}

/** `516 → 499 characters, 12 → 12 lines` */
function sizesOf({ before, after }: TextDiff): string {
  const both = (part: keyof TextSize, unit: string) => {
    const sides = new Set([before, after].flatMap((size) => (size === null ? [] : [size[part]])));
    return `${[...sides].join(" → ")} ${[...sides].at(-1) === 1 ? unit : `${unit}s`}`;
  };
  return `${both("characters", "character")}, ${both("lines", "line")}${lineBreakOf(before, after)}`;
}

/** Says that the text gains or loses the line break at its end, which a diff line by line hardly shows. */
function lineBreakOf(before: TextSize | null, after: TextSize | null): string {
  const isCompared = [before, after].every((size) => size !== null && size.characters > 0);
  if (!isCompared || before!.endsWithLineBreak === after!.endsWithLineBreak) return "";
  return after!.endsWithLineBreak ? ", with a line break at the end" : ", without a line break at the end";
}

/** Marks the last line of a text that ends without a line break, where the other text ends with one. */
export const NO_LINE_BREAK = "no line break at the end";

/** What an attribute belongs to; an output has no variables. */
export interface AttributeOwner {
  readonly action: Action;
  readonly variables?: VariableChange | null;
}

/** After the sizes of a prompt; `write` makes a placeholder safe for the format. */
export function variableWords({ appear, vanish }: VariableChange, write: (text: string) => string): string {
  const list = (words: string, variables: readonly string[]) =>
    variables.length === 0
      ? ""
      : `; ${words} ${variables.map((variable) => write(`{${variable}}`)).join(", ")}`;
  return list("new variables", appear) + list("variables gone", vanish);
}
