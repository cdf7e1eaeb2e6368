import type { Braces } from "../braces";
import { nameIn, placeholderOf, wordsIn } from "../words";
import { whenUsed } from "../grammar";
import { isExpression } from "./doubled";
import type { Match } from "../wordings";

const MAX_LENGTH = 160;
/** Matches a name, a separator, and a fallback or filter: `name | upper`. */
const PIPED = /^([^|?:"{}\r\n]+?)(\|\|?|\?\?|:\s*default\s*=|\sor\s+(?=["'“]))([^\r\n]+)$/;
/**
 * Matches a name and a fallback as prompt libraries write them after a dollar sign: `${Role:Developer}`. Does
 * not match the forms of shells: `${name:-text}`, `${name:=text}`, `${name:1}`.
 */
const colon = whenUsed(() => new RegExp(String.raw`^([^|?:"{}\r\n]+):\s*["'“\p{L}][^\r\n]*$`, "u"));
/** Matches a name that is not a word of prose: with `_`, or in camel case. */
const identifier = whenUsed(
  () =>
    new RegExp(String.raw`^\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]*$|^\p{Ll}{2,}\p{Lu}\p{Ll}[\p{L}\p{N}]*$`, "u"),
);
const titled = whenUsed(() => new RegExp(String.raw`^\p{Lu}[\p{L}\p{N}]+$`, "u"));
const capitalized = whenUsed(() => new RegExp(String.raw`^\s*\p{Lu}\p{Ll}*\s*$`, "u"));
/** Matches a filter of a template language. If a filter follows the first `|`, the text is not spintax. */
const FILTER =
  /^[a-z_]+\s*[:(]|^(?:default|upper|lower|upcase|downcase|capitali[sz]e|title|trim|strip|escape|safe|first|last|join|date)\b/;

export function fallbackIn(braces: Braces): Match | undefined {
  if (braces.contentEnd - braces.contentStart > MAX_LENGTH) return undefined;
  const name = braces.isPairOf(2) ? inDoubled(braces) : braces.isPairOf(1) ? inSingle(braces) : undefined;
  if (name === undefined) return undefined;
  return { kind: "fallback", text: braces.text, suggestion: placeholderOf(name) };
}

function inDoubled(braces: Braces): string | undefined {
  const [, text = "", operator, rest = ""] = PIPED.exec(braces.content) ?? [];
  const name = nameIn(text);
  if (name === undefined || (operator === "|" && isSpintax(name, rest))) return undefined;
  return braces.around.isLatex || isExpression(braces, name) ? undefined : name;
}

function inSingle(braces: Braces): string | undefined {
  const { content } = braces;
  const dollar = braces.last === "$" ? colon().exec(content) : null;
  const name = nameIn((dollar ?? PIPED.exec(content))?.[1] ?? "");
  if (name === undefined || (dollar === null && !identifier().test(name))) return undefined;
  return braces.isPartOfCode || braces.code !== undefined ? undefined : name;
}

/** Reports whether doubled braces hold phrases to choose from: three or more, or two that are not names. */
function isSpintax(name: string, rest: string): boolean {
  if (name === "RANDOM") return true;
  if (identifier().test(name) || FILTER.test(rest.trim()) || /^\s*["'“]/.test(rest)) return false;
  if (rest.includes("|") || (capitalized().test(name) && capitalized().test(rest))) return true;
  const words = wordsIn(name);
  return words.length > 1 && !words.every((word) => titled().test(word));
}
