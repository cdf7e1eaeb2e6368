import { INVISIBLE, placeholderFor, whenUsed } from "./grammar";

/** The pattern of a variable's name. */
export const NAME = String.raw`(?!${INVISIBLE})[\p{L}_][\p{L}\p{M}\p{N}_.\-]*`;

const invisible = whenUsed(() => new RegExp(String.raw`[\p{Cf}${INVISIBLE}]`, "gu"));
/** Characters that word processors and input methods write for `-` and `_`. */
const DASHES = String.raw`\u2010-\u2015\u2212\uff0d`;
const LOW_LINES = String.raw`\u203f\uff3f`;
/** Matches words that may be a name. The last word may end in `:` or `?`, like the label of a form. */
const nameLike = whenUsed(() => {
  const within = String.raw`[\p{L}\p{M}\p{N}_.\-/'’&,\\${DASHES}${LOW_LINES}]*`;
  const word = String.raw`(?:[\p{L}\p{N}_]${within}|[/&,\-${DASHES}])`;
  return new RegExp(String.raw`^[\p{L}_]${within}(?:\s+${word})*[:?]?$`, "u");
});
const dashes = new RegExp(`[${DASHES}]`, "g");
const lowLines = new RegExp(`[${LOW_LINES}]`, "g");
const separator = new RegExp(`^[/&,${DASHES}-]$`);
const BEYOND_ASCII = /[\x80-\uffff]/;

/** Words that begin an aside, an instruction to the model or a statement in code, and not a name. */
const PROSE = new Set(
  (
    "a an this that these those it if or and but when while then see like e.g i.e etc note not no yes optional " +
    "as in on at to for with from by is are be do curly please add write he she his her true false null none " +
    "wenn falls siehe si voir ver " +
    "return break continue pass else try throw echo print let var const"
  ).split(" "),
);

/** Reports whether a word begins prose or code and not a variable's name. */
export const isProse = (word: string): boolean => PROSE.has(word.toLowerCase().replace(/[.:?]+$/, ""));

/** Returns a text without invisible characters. */
export function visible(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(invisible(), "") : text;
}

/** Returns the words of a name: its parts between blanks. */
export function wordsIn(name: string): string[] {
  return name.split(/\s+/).filter((word) => !separator.test(word));
}

/** Largest length of a text that may be a name, in UTF-16 code units with its blanks. */
const MAX_LENGTH = 200;

/**
 * Returns the name of a variable in a text, as people write it between braces, without surrounding blanks,
 * escapes and invisible characters. Returns undefined for a text that cannot be a name.
 */
export function nameIn(text: string): string | undefined {
  const shown = text.length > MAX_LENGTH ? "" : visible(text).trim();
  if (!nameLike().test(shown)) return undefined;
  const name = shown.replaceAll("\\_", "_");
  return name.includes("\\") ? undefined : name;
}

/** Returns the parts of a name between blanks, `/`, `&`, commas, colons and question marks. */
export function partsOf(name: string): string[] {
  return name.split(/[\s/&,:?]+/).filter((part) => part !== "");
}

/** Returns `{first_name}` for the name "First Name"; null if the words make no valid identifier. */
export function placeholderOf(name: string): string | null {
  const parts = partsOf(name);
  const names = parts
    .map((part) => part.replace(/['’]/g, "").replace(dashes, "-").replace(lowLines, "_"))
    .map((part) => part.replace(/^[.-]+|[.-]+$/g, ""))
    .filter((part) => part !== "");
  const isName = names.length === 1 && !/['’]/.test(parts[0]!);
  const meant = isName ? names[0]! : names.join("_").replace(/_+/g, "_").toLowerCase();
  return placeholderFor(meant) ?? null;
}
