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
  matches:
    "A name, then `|`, `||`, `??`, `or` or `:default=`, and then a fallback or filter. In single braces, the name must " +
    "have `_` or be in camel case. After a dollar sign, a name in single braces needs neither, and `:` may also come before the fallback.",
  why:
    "Merge tags and template languages have fallbacks and filters. In a prompt of Outreach, the model receives them as text. " +
    "Spintax (`{Hi|Hello}`) and code draw no warning.",
  find: (braces) => {
    if (braces.contentEnd - braces.contentStart > MAX_LENGTH) return undefined;
    if (braces.isPairOf(2)) return ofDoubled(braces);
    return braces.isPairOf(1) ? ofSingle(braces) : undefined;
  },
  warned: [
    ['Hi {{ given | default: "friend" }}', '{{ given | default: "friend" }}', "{given}"],
    ["Hi {{given|friend}}", "{{given|friend}}", "{given}"],
    ["Hi {given_name|friend}", "{given_name|friend}", "{given_name}"],
    ["Hi {firstName | there}", "{firstName | there}", "{firstName}"],
    ["Hi {{First Name|there}}", "{{First Name|there}}", "{first_name}"],
    ["Hi {{ name | lower | capitalize }}", "{{ name | lower | capitalize }}", "{name}"],
    ["Hi {{ name | default('you') | title }}", "{{ name | default('you') | title }}", "{name}"],
    ['Hi {{ name || "you" }}', '{{ name || "you" }}', "{name}"],
    ['Hi {{ name or "you" }}', '{{ name or "you" }}', "{name}"],
    ['Hi {first_name ?? "you"}', '{first_name ?? "you"}', "{first_name}"],
    ["Hi {{lead.First Name:default=you}}", "{{lead.First Name:default=you}}", "{lead.first_name}"],
    ["For a ${Job Title:Developer}", "{Job Title:Developer}", "{job_title}"],
  ],
  silent: [
    "{Hi|Hello}",
    "{Hi|Hello|Good morning} {first_name}",
    "{{Hi|Hello}}",
    "{{Hi|Hello|Hey}}",
    "{{RANDOM | hi | hello}} {{RANDOM | …}}",
    "{{I noticed|I saw that}} you {{launched a product|expanded|hired}}",
    "{quick question|short question|idea}",
    "{LinkedIn|Twitter} {iPhone|Android} {macOS|Windows}",
    "{company|firm} at {company}",
    "{|maybe}",
    "`{first_name|you}`",
    "```\nls | { read_all | sort }\n```",
    "${HOME:-x} ${PATH:=y} ${line:0:3}",
    "{price:.2f} {note: short} {count, plural, one {# item} other {# items}}",
    "{{#if a || b}}",
    "run: deploy ${{ secrets.token || github.token }}",
  ],
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
