import type { Braces } from "../braces";
import { nameIn, placeholderOf, wordsIn } from "../words";
import { whenUsed } from "../when-used";
import { isExpression } from "./doubled";
import { passedOn, type Match, type Rule } from "./rule";

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

export const fallback: Rule<"fallback"> = {
  code: "fallback",
  wording: passedOn(
    "a placeholder takes no fallback and no filter, only an identifier",
    "has a fallback or a filter, so it is not a placeholder",
    "have a fallback or a filter, so they are not placeholders",
  ),
  find: (braces) => {
    if (braces.contentEnd - braces.contentStart > MAX_LENGTH) return undefined;
    if (braces.isPairOf(2)) return ofDoubled(braces);
    return braces.isPairOf(1) ? ofSingle(braces) : undefined;
  },
};

function ofDoubled(braces: Braces): Match | undefined {
  const [, text = "", operator, rest = ""] = PIPED.exec(braces.content) ?? [];
  const name = nameIn(text);
  if (name === undefined || (operator === "|" && isSpintax(name, rest))) return undefined;
  if (braces.around.isLatex || isExpression(braces, name)) return undefined;
  return { text: braces.text, suggestion: placeholderOf(name) };
}

function ofSingle(braces: Braces): Match | undefined {
  const { content } = braces;
  const dollar = braces.last === "$" ? colon().exec(content) : null;
  const name = nameIn((dollar ?? PIPED.exec(content))?.[1] ?? "");
  if (name === undefined || (dollar === null && !identifier().test(name))) return undefined;
  if (braces.isPartOfCode || braces.code !== undefined) return undefined;
  return { text: braces.text, suggestion: placeholderOf(name) };
}

/** Reports whether doubled braces hold phrases to choose from: three or more, or two that are not names. */
function isSpintax(name: string, rest: string): boolean {
  if (name === "RANDOM") return true;
  if (identifier().test(name) || FILTER.test(rest.trim()) || /^\s*["'“]/.test(rest)) return false;
  if (rest.includes("|") || (capitalized().test(name) && capitalized().test(rest))) return true;
  const words = wordsIn(name);
  return words.length > 1 && !words.every((word) => titled().test(word));
}
