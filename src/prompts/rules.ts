import { type Braces, CALL_BEFORE } from "./braces";
import { whenUsed } from "./grammar";
import type { Match } from "./wordings";
import { isProse, NAME, nameIn, partsOf, placeholderOf, visible, wordsIn } from "./words";

/** The first rule that matches the braces decides. */
export function mistakeIn(braces: Braces): Match | undefined {
  const doubled = braces.isPairOf(2) ? withDoubled(braces, "doubled") : undefined;
  return doubled ?? fallbackIn(braces) ?? nearlyIn(braces) ?? brokenIn(braces);
}

/** Length in UTF-16 code units. Most prose or code in doubled braces is longer. */
const MAX_DOUBLED_LENGTH = 64;
const DIRECTIVE =
  /^(?:else|elif|elsif|elseif|end[a-z]*|if|unless|each|for|include|import|extends|block|this|and|or)$/i;
const VALUE = /^(?:break|continue|super|true|false|null|none)$/i;

function withDoubled(braces: Braces, kind: "doubled" | "surplus"): Match | undefined {
  const { name } = braces;
  if (name === undefined || name.length > MAX_DOUBLED_LENGTH || isDirective(name)) return undefined;
  if (isExpression(braces, name) || isMath(braces) || braces.isAttribute) return undefined;
  return { kind, text: braces.text, suggestion: placeholderOf(name) };
}

/** Reports whether doubled braces hold an expression of a CI file: `${{ github.ref }}`. */
function isExpression(braces: Braces, name: string): boolean {
  return braces.last === "$" && name.includes(".") && wordsIn(name).length === 1;
}

function isDirective(name: string): boolean {
  const [first = "", ...more] = wordsIn(name);
  return DIRECTIVE.test(first) || (more.length === 0 && VALUE.test(first));
}

function isMath(braces: Braces): boolean {
  if (braces.around.isLatex || /[\\^]/.test(braces.last)) return true;
  return /(?:^|[^A-Za-z0-9_])[A-Za-z]_$/.test(braces.before);
}

const MAX_FALLBACK_LENGTH = 160;
/** A placeholder of a prompt cannot have a fallback or filter: `name | upper`. */
const PIPED = /^([^|?:"{}\r\n]+?)(\|\|?|\?\?|:\s*default\s*=|\sor\s+(?=["'“]))([^\r\n]+)$/;
/**
 * Prompt libraries write a name and a fallback after a dollar sign: `${Role:Developer}`. The syntax of shells
 * does not match: `${name:-text}`, `${name:=text}`, `${name:1}`.
 */
const colon = whenUsed(() => new RegExp(String.raw`^([^|?:"{}\r\n]+):\s*["'“\p{L}][^\r\n]*$`, "u"));
/** A name with a `_` or in camel case cannot be prose. */
const identifier = whenUsed(
  () =>
    new RegExp(String.raw`^\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]*$|^\p{Ll}{2,}\p{Lu}\p{Ll}[\p{L}\p{N}]*$`, "u"),
);
const titled = whenUsed(() => new RegExp(String.raw`^\p{Lu}[\p{L}\p{N}]+$`, "u"));
const capitalizedAlone = whenUsed(() => new RegExp(String.raw`^\s*\p{Lu}\p{Ll}*\s*$`, "u"));
/** If a filter follows the first `|`, the text is not spintax. */
const FILTER =
  /^[a-z_]+\s*[:(]|^(?:default|upper|lower|upcase|downcase|capitali[sz]e|title|trim|strip|escape|safe|first|last|join|date)\b/;

function fallbackIn(braces: Braces): Match | undefined {
  if (braces.contentEnd - braces.contentStart > MAX_FALLBACK_LENGTH) return undefined;
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

/** Three or more phrases are a choice. Two phrases are a choice if they are no names. */
function isSpintax(name: string, rest: string): boolean {
  if (identifier().test(name) || FILTER.test(rest.trim()) || /^\s*["'“]/.test(rest)) return false;
  if (rest.includes("|") || (capitalizedAlone().test(name) && capitalizedAlone().test(rest))) return true;
  const words = wordsIn(name);
  return words.length > 1 && !words.every((word) => titled().test(word));
}

const MAX_SLOT_LENGTH = 48;
const MAX_WORDS = 3;
const TWO_LETTERS = /[^\s/&\u2010-\u2015-]{2}/;
/** Matches the content of a Salesforce merge field: `{!Contact.FirstName}`. */
const MERGE_FIELD = /^!\w+(?:\.\w+)+$/;

function nearlyIn(braces: Braces): Match | undefined {
  if (!braces.isPairOf(1) || (!braces.isWide && braces.isPartOfCode)) return undefined;
  const name = MERGE_FIELD.test(braces.content) ? nameIn(braces.content.slice(1)) : braces.name;
  if (name === undefined || braces.isLong || isSlot(name) || braces.isInMessage) return undefined;
  if (!braces.isWide && isCode(braces, name)) return undefined;
  return { kind: "nearly", text: braces.text, suggestion: placeholderOf(name) };
}

/** Braces with an instruction to the model, a choice or single letters are no misspelt placeholder. */
function isSlot(name: string): boolean {
  if (!TWO_LETTERS.test(name) || name.length > MAX_SLOT_LENGTH || wordsIn(name).length > MAX_WORDS)
    return true;
  return /[,:?]|\/.*\//.test(name) || isProse(partsOf(name)[0]!);
}

/** In a fenced block, and after `$`, `%` or `#`, a single word in braces is code. */
function isCode(braces: Braces, name: string): boolean {
  const { code, last } = braces;
  if (braces.isBlock || code?.isFenced === false) return true;
  return (code !== undefined || /[$%#]/.test(last)) && wordsIn(name).length === 1;
}

function brokenIn(braces: Braces): Match | undefined {
  const { opening, closing } = braces;
  if (braces.code !== undefined) return undefined;
  if (opening > 1 && closing > 1) return opening + closing > 4 ? withDoubled(braces, "surplus") : undefined;
  if (braces.isPartOfCode) return undefined;
  if (closing > 0 && opening !== closing && !(opening === 1 && braces.isLong)) return surplusIn(braces);
  if (/[$%#]/.test(braces.last) || braces.beginsBlock) return undefined;
  return emptyIn(braces) ?? unclosedIn(braces);
}

function surplusIn(braces: Braces): Match | undefined {
  const { name } = braces;
  if (name === undefined || braces.isLong) return undefined;
  const words = wordsIn(name);
  if (words.length > 3 || isProse(words[0]!)) return undefined;
  return { kind: "surplus", text: braces.text, suggestion: placeholderOf(name) };
}

const MAX_BLANKS = 48;
const NOUN =
  "JSON|objects?|dict|dictionary|(?:curly[ \\t]+)?(?:braces?|brackets?)|characters?|symbols?|delimiters?|placeholders?";
const PAIR = String.raw`(?:\[\]|\(\)|<>)`;
const BETWEEN = String.raw`[ \t]*(?:,|\/|and|or)?[ \t]*`;
/** Matches text before empty braces: the braces are data, or the text is about braces. */
const BEFORE_DATA = new RegExp(
  [
    // The patterns match a quoted key or open bracket, words about braces, and a list of brackets.
    String.raw`(?:["'][ \t]*:[ \t]*|[({:])$`,
    String.raw`\b(?:in|inside|within|between|by|using|or|empty|${NOUN}|(?:answer|reply|respond|returns?|outputs?|set)(?:[ \t]+(?:just|only|with))*)(?:[ \t]+(?:like|as))?:?[ \t]*["'\`]?$`,
    `${PAIR}${BETWEEN}$`,
  ].join("|"),
  "i",
);
/**
 * Matches text after empty braces that are no forgotten placeholder: a closing bracket, a noun such as
 * "braces", an empty pair such as `[]`, or `=` or `;` as in code.
 */
const AFTER_DATA = new RegExp(
  String.raw`^(?:[ \t]*[\]})]|[ \t]+(?:${NOUN})\b|${BETWEEN}${PAIR}|[ \t]*\\?[=;])`,
  "i",
);
const KEY_BEFORE = /^[ \t]*(?:-[ \t]+)?[a-z_][\w-]*:[ \t]*$/;

function emptyIn(braces: Braces): Match | undefined {
  const { around, before, after, content } = braces;
  if (!braces.isPairOf(1) || content.length > MAX_BLANKS || visible(content).trim() !== "") return undefined;
  if (
    around.outer !== undefined ||
    CALL_BEFORE.test(before) ||
    BEFORE_DATA.test(before) ||
    AFTER_DATA.test(after)
  )
    return undefined;
  const isAlone = before.trim() === "" && /^[ \t]*(?:[\r\n]|$)/.test(after);
  if (braces.beginsLine && (isAlone || KEY_BEFORE.test(before))) return undefined;
  return { kind: "empty", text: braces.text, suggestion: null };
}

const nameAtStart = whenUsed(() => new RegExp(NAME, "uy"));
const MAX_NAME_LENGTH = 200;
/** Matches text after a name in braces that is code: a property, a call or an operator. */
const CODE_AFTER = /\s*(?:[:;=(|?<>[*+%]|&&)/y;
const COMMA_AFTER = /\s*,/y;
/** A capitalised word begins a sentence if blanks and a letter follow. */
const sentenceAfter = whenUsed(() => new RegExp(String.raw`[ \t]+\p{L}`, "uy"));
const capitalized = whenUsed(() => new RegExp(String.raw`^\p{Lu}\p{Ll}*$`, "u"));
function unclosedIn(braces: Braces): Match | undefined {
  const { closing, contentStart, prompt } = braces;
  if (closing > 0 || braces.mayClose) return undefined;
  const name = nameOf(braces);
  if (name === undefined || isProse(name) || braces.isWide || braces.isMessage) return undefined;
  const isSure = name.includes("_") || braces.surroundings.variables.has(name);
  const after = contentStart + name.length;
  if (matchesAt(CODE_AFTER, prompt, after)) return undefined;
  const isSentence = capitalized().test(name) && matchesAt(sentenceAfter(), prompt, after);
  if (!isSure && (isSentence || matchesAt(COMMA_AFTER, prompt, after))) return undefined;
  return { kind: "unclosed", text: prompt.slice(braces.start, after), suggestion: `{${visible(name)}}` };
}

function nameOf({ content }: Braces): string | undefined {
  const name = nameAtStart();
  name.lastIndex = 0;
  const found = name.exec(content.slice(0, MAX_NAME_LENGTH))?.[0];
  return found?.length === MAX_NAME_LENGTH ? undefined : found?.replace(/[.-]+$/, "");
}

function matchesAt(sticky: RegExp, text: string, offset: number): boolean {
  sticky.lastIndex = offset;
  return sticky.test(text);
}
