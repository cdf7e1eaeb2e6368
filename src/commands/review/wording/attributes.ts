import { oddBlanks, spellBlanks } from "../../../render/visible-text";
import type { TextDiff, TextSize } from "../../../render/diff/rows";
import { isKeptAsText } from "../../../util/json";
import type { Action, AttributeChange, Value, VariableChange } from "../model/review";
import { SENSITIVE } from "../model/attribute-changes";

/** Returns the words for an absent, unknown or sensitive value; undefined for a value that is shown. */
export function wordsFor({ kind }: Value): string | undefined {
  return { absent: "none", unknown: "known after apply", sensitive: SENSITIVE, value: undefined }[kind];
}

/** Words after the value of an attribute whose change forces a replacement. */
export const FORCES = "forces the replacement";

/** A string that could be mistaken for words of the review, for the end of a value, or for an empty value. */
const MISTAKABLE = new RegExp(
  `^$|^[\\s"]|\\s$| → |^(?:none|\\(?known after apply\\)?|\\(sensitive value\\))$|\\(${FORCES}\\)$`,
);

/** Returns a value in one line. Quotes a string only if it looks like words of the review or another type. */
export function valueText(value: Value, sides: readonly Value[]): string {
  if (value.kind !== "value") return wordsFor(value)!;
  const shown = sides.flatMap((side) => (side.kind === "value" ? [side.value] : []));
  const own = value.value;
  const isPlain =
    typeof own === "string" &&
    !MISTAKABLE.test(own) &&
    (isKeptAsText(own) || shown.every((side) => typeof side === "string"));
  const text = isPlain ? own : JSON.stringify(own);
  // Unusual blanks that all sides share, as in French or Japanese texts, are harmless.
  return shown.every((side) => oddBlanks(side) === oddBlanks(own)) ? text : spellBlanks(text);
}

/** Returns the sides to show: one side of a new, deleted or still sensitive value, else both sides. */
export function shownSides({ before, after }: AttributeChange, action: Action): Value[] {
  if (before.kind === "absent" && action === "create") return [after];
  if (action === "delete") return [before];
  return before.kind === "sensitive" && after.kind === "sensitive" ? [after] : [before, after];
}

/**
 * Returns the words above a diff: sizes, a note if the new text is unknown, and variables of a prompt. `write` makes a
 * placeholder safe for the format; without it, the caption names no variables.
 */
export function captionOf(
  { path, after }: AttributeChange,
  diff: TextDiff,
  { isShared = false, variables = null, write }: Partial<AttributeOwner> & { readonly write?: Write },
): string {
  const unknown = after.kind === "unknown" ? ` → ${wordsFor(after)}` : "";
  // The sizes of the texts differ from object to object.
  const sizes = `${isShared ? "" : sizesOf(diff)}${unknown}`.trim();
  const isPrompt = path === "prompt" && variables !== null && write !== undefined;
  const parts = [sizes, ...(isPrompt ? variableWords(variables, write) : [])];
  return parts.filter((part) => part !== "").join("; ");
}

/** Returns words such as `516 → 499 characters, 12 → 12 lines`. */
function sizesOf({ before, after }: TextDiff): string {
  const both = (part: "characters" | "lines") => {
    const sides = [...new Set([before, after].flatMap((size) => (size === null ? [] : [size[part]])))];
    return `${sides.join(" → ")} ${sides.at(-1) === 1 ? part.slice(0, -1) : part}`;
  };
  return `${both("characters")}, ${both("lines")}${lineBreakOf(before, after)}`;
}

/** Returns words for a final line break that a text gains or loses: the diff by lines hardly shows it. */
function lineBreakOf(before: TextSize | null, after: TextSize | null): string {
  if (!before?.characters || !after?.characters || before.endsWithLineBreak === after.endsWithLineBreak)
    return "";
  return `, ${after.endsWithLineBreak ? "with" : "without"} a line break at the end`;
}

/** Words below the last line of a text that, unlike the other text, ends without a line break. */
export const NO_LINE_BREAK = "no line break at the end";

/** What an attribute belongs to: a change, drift, or an output, which has no variables. */
export interface AttributeOwner {
  readonly action: Action;
  readonly variables?: VariableChange | null;
  /** Whether several objects have the same change. Default: false. */
  readonly isShared?: boolean;
}

type Write = (text: string) => string;

function variableWords({ appear, vanish }: VariableChange, write: Write): string[] {
  const list = (words: string, variables: readonly string[]) =>
    variables.length === 0 ? [] : [`${words} ${variables.map((one) => write(`{${one}}`)).join(", ")}`];
  return [...list("new variables", appear), ...list("variables gone", vanish)];
}
