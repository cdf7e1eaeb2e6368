import { INVISIBLE, placeholderFor, whenUsed } from "./grammar";

export const NAME = String.raw`(?!${INVISIBLE})[\p{L}_][\p{L}\p{M}\p{N}_.\-]*`;

const invisible = whenUsed(() => new RegExp(String.raw`[\p{Cf}${INVISIBLE}]`, "gu"));
/** Characters that word processors and input methods put in place of `-` and `_`. */
const DASHES = String.raw`\u2010-\u2015\u2212\uff0d`;
const LOW_LINES = String.raw`\u203f\uff3f`;
/** A name may end with `:` or `?`, as in a form. */
const nameLike = whenUsed(() => {
  const within = String.raw`[\p{L}\p{M}\p{N}_.\-/'’&,\\${DASHES}${LOW_LINES}]*`;
  const word = String.raw`(?:[\p{L}\p{N}_]${within}|[/&,\-${DASHES}])`;
  return new RegExp(String.raw`^[\p{L}_]${within}(?:\s+${word})*[:?]?$`, "u");
});
const dashes = new RegExp(`[${DASHES}]`, "g");
const lowLines = new RegExp(`[${LOW_LINES}]`, "g");
const separator = new RegExp(`^[/&,${DASHES}-]$`);
const BEYOND_ASCII = /[\x80-\uffff]/;

/** Words that begin an aside, an instruction to the model or a statement of code, but no name. */
const PROSE = new Set(
  (
    "a an this that these those it if or and but when while then see like e.g i.e etc note not no yes optional " +
    "as in on at to for with from by is are be do curly please add write he she his her true false null none " +
    "wenn falls siehe si voir ver " +
    "return break continue pass else try throw echo print let var const"
  ).split(" "),
);

export const isProse = (word: string): boolean => PROSE.has(word.toLowerCase().replace(/[.:?]+$/, ""));

export function visible(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(invisible(), "") : text;
}

export function wordsIn(name: string): string[] {
  return name.split(/\s+/).filter((word) => !separator.test(word));
}

/** The length includes blanks and is in UTF-16 code units. */
const MAX_LENGTH = 200;

/**
 * Returns the variable name without surrounding blanks, escapes and invisible characters; undefined if the
 * text cannot be a name.
 */
export function nameIn(text: string): string | undefined {
  const shown = text.length > MAX_LENGTH ? "" : visible(text).trim();
  if (!nameLike().test(shown)) return undefined;
  const name = shown.replaceAll("\\_", "_");
  return name.includes("\\") ? undefined : name;
}

export function partsOf(name: string): string[] {
  return name.split(/[\s/&,:?]+/).filter((part) => part !== "");
}

/** For example `{first_name}` for "First Name"; null if the words form no valid identifier. */
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

/** Returns undefined if every name differs from `wanted` by more than `most` characters. */
export function closest(wanted: string, names: readonly string[], most = Infinity): string | undefined {
  const from = characters(wanted);
  let best: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const to = characters(name);
    // The distance is at least the difference in length, which excludes most names.
    if (Math.abs(from.length - to.length) >= least) continue;
    const steps = editDistance(from, to);
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** Case and separators do not count, so `firstName` equals `first_name`. */
function characters(name: string): string[] {
  return Array.from(name.toLowerCase().replace(/[_.-]/g, ""));
}

function editDistance(from: readonly string[], to: readonly string[]): number {
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
    }
    last = row;
  }
  return last[to.length]!;
}
