import { INVISIBLE, placeholderFor } from "./grammar";
import { whenUsed } from "./when-used";

/** A variable's name at the beginning of a text. */
export const NAME = String.raw`(?!${INVISIBLE})[\p{L}_][\p{L}\p{M}\p{N}_.\-]*`;

const invisible = whenUsed(() => new RegExp(String.raw`[\p{Cf}${INVISIBLE}]`, "gu"));
/** What word processors and input methods put in the place of `-` and `_`. */
const DASHES = String.raw`\u2010-\u2015\u2212\uff0d`;
const LOW_LINES = String.raw`\u203f\uff3f`;
/** Words of letters, digits and what names have between them, with the colon or question mark of a form's label. */
const nameLike = whenUsed(() => {
  const within = String.raw`[\p{L}\p{M}\p{N}_.\-/'’&,\\${DASHES}${LOW_LINES}]*`;
  const word = String.raw`(?:[\p{L}\p{N}_]${within}|[/&,\-${DASHES}])`;
  return new RegExp(String.raw`^[\p{L}_]${within}(?:\s+${word})*[:?]?$`, "u");
});
const dashes = new RegExp(`[${DASHES}]`, "g");
const lowLines = new RegExp(`[${LOW_LINES}]`, "g");
const separator = new RegExp(`^[/&,${DASHES}-]$`);
const BEYOND_ASCII = /[\x80-\uffff]/;

/** Words that begin an aside, an order to the model or a statement of a programming language, and no variable's name. */
const PROSE = new Set(
  (
    "a an this that these those it if or and but when while then see like e.g i.e etc note not no yes insert optional " +
    "as in on at to for with from by is are be do please add write he she his her true false null none " +
    "wenn falls siehe si voir ver " +
    "return break continue pass else try throw echo print let var const"
  ).split(" "),
);

/** Whether a word begins prose or code where a name could stand. */
export const isProse = (word: string): boolean => PROSE.has(word.toLowerCase().replace(/[.:?]+$/, ""));

/** A text without the characters that cannot be seen. */
export function visible(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(invisible(), "") : text;
}

/** A name in words, as people write it between braces. */
export interface Words {
  /** As it stands, without blanks around it, escapes and what cannot be seen. */
  readonly name: string;
  /** Separated by blanks. */
  readonly words: readonly string[];
}

/** Code units of a text that may be a name, its blanks included. */
const LONGEST = 200;

/** The words of a text that could be a variable's name: letters first, then also digits, blanks and `/ ' & , . - _`; or undefined. */
export function wordsOf(text: string): Words | undefined {
  const shown = text.length > LONGEST ? "" : visible(text).trim();
  if (!nameLike().test(shown)) return undefined;
  const name = shown.replaceAll("\\_", "_");
  if (name.includes("\\")) return undefined;
  return { name, words: name.split(/\s+/).filter((word) => !separator.test(word)) };
}

/** What stands between blanks, `/`, `&` and commas in a name. */
export function partsOf({ name }: Words): string[] {
  return name.split(/[\s/&,:?]+/).filter((part) => part !== "");
}

/** The placeholder that words probably mean, or null: `{first_name}` for "First Name", `{company}` for " company ". */
export function placeholderOf(words: Words): string | null {
  const parts = partsOf(words);
  const names = parts
    .map((part) => part.replace(/['’]/g, "").replace(dashes, "-").replace(lowLines, "_"))
    .map((name) => name.replace(/^[.-]+|[.-]+$/g, ""))
    .filter((name) => name !== "");
  const isName = names.length === 1 && !/['’]/.test(parts[0]!);
  const meant = isName ? names[0]! : names.join("_").replace(/_+/g, "_").toLowerCase();
  return placeholderFor(meant) ?? null;
}
