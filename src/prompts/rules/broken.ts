import type { Braces } from "../braces";
import { whenUsed } from "../grammar";
import { isProse, NAME, placeholderOf, visible, wordsIn } from "../words";
import type { Match } from "../wordings";
import { withDoubled } from "./doubled";

/** Finds braces that lack a name or a closing brace, or that have more braces on one side than a placeholder. */
export function brokenIn(braces: Braces): Match | undefined {
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
  if (name === undefined || braces.isLong || braces.isAttribute) return undefined;
  const words = wordsIn(name);
  if (words.length > 3 || isProse(words[0]!)) return undefined;
  return { kind: "surplus", text: braces.text, suggestion: placeholderOf(name) };
}

const MAX_BLANKS = 48;
/** Words that refer to braces, or to an empty object. */
const NOUN =
  "JSON|objects?|dict|dictionary|(?:curly[ \\t]+)?(?:braces?|brackets?)|characters?|symbols?|delimiters?|placeholders?";
const PAIR = String.raw`(?:\[\]|\(\)|<>)`;
const BETWEEN = String.raw`[ \t]*(?:,|\/|and|or)?[ \t]*`;
/** Matches text before empty braces that are data, or that the text is about. */
const BEFORE_DATA = new RegExp(
  [
    // In this order: a quoted key or an open bracket, words about braces, a list of brackets.
    String.raw`(?:["'][ \t]*:[ \t]*|[({:])$`,
    String.raw`\b(?:in|inside|within|between|by|using|or|empty|${NOUN}|(?:answer|reply|respond|returns?|outputs?|set)(?:[ \t]+(?:just|only|with))*)(?:[ \t]+(?:like|as))?:?[ \t]*["'\`]?$`,
    `${PAIR}${BETWEEN}$`,
  ].join("|"),
  "i",
);
/** Matches text after such braces: a closing bracket, words about braces, a list of brackets, a block's end. */
const AFTER_DATA = new RegExp(
  String.raw`^(?:[ \t]*[\]})]|[ \t]+(?:${NOUN})\b|${BETWEEN}${PAIR}|[ \t]*\\?[=;])`,
  "i",
);
/** Matches a key without quotes at the start of a line before braces, as in YAML. */
const KEY_BEFORE = /^[ \t]*(?:-[ \t]+)?[a-z_][\w-]*:[ \t]*$/;

function emptyIn(braces: Braces): Match | undefined {
  const { around, before, after, content } = braces;
  if (!braces.isPairOf(1) || content.length > MAX_BLANKS || visible(content).trim() !== "") return undefined;
  if (around.outer !== undefined || around.isInList || around.isInCall) return undefined;
  const isQuoted = before.endsWith("'") && after.startsWith("'");
  const isAfterTag = before.endsWith(">") && !after.startsWith("</");
  if (isQuoted || isAfterTag || BEFORE_DATA.test(before) || AFTER_DATA.test(after)) return undefined;
  const isAlone = before.trim() === "" && /^[ \t]*(?:[\r\n]|$)/.test(after);
  if (braces.beginsLine && (isAlone || KEY_BEFORE.test(before))) return undefined;
  return { kind: "empty", text: braces.text, suggestion: null };
}

const nameAtStart = whenUsed(() => new RegExp(NAME, "uy"));
const MAX_NAME_LENGTH = 200;
/** Matches text that shows that the name before it is code: a property, a call, an operator. */
const CODE_AFTER = /\s*(?:[:;=(|?<>[*+%]|&&)/y;
const COMMA_AFTER = /\s*,/y;
/** Matches blanks and a letter. After a capitalised word, they show that the word begins a sentence. */
const sentenceAfter = whenUsed(() => new RegExp(String.raw`[ \t]+\p{L}`, "uy"));
const capitalized = whenUsed(() => new RegExp(String.raw`^\p{Lu}\p{Ll}*$`, "u"));
/** Matches names that code takes from an object or a module, as in `import { a, b } from`. */
const LIST_OF_NAMES = /^\s*[\w$]+(?:\s*,\s*[\w$]+)*(?:\s*,)?\s*$/;
const MAX_LIST_LENGTH = 2000;
const SMILEY = /[:;=8xX]['-]?$/;

function unclosedIn(braces: Braces): Match | undefined {
  const { closing, contentStart, prompt } = braces;
  if (closing > 0 && !braces.isLong) return undefined;
  const name = nameOf(braces);
  if (name === undefined || isProse(name) || braces.isWide || braces.isMessage) return undefined;
  if (SMILEY.test(braces.before)) return undefined;
  const isSure = name.includes("_") || braces.surroundings.variables.has(name);
  const mayClose = closing > 0 || braces.isClosedLater;
  if (mayClose && (!isSure || braces.hasPipe || isListOfNames(braces))) return undefined;
  const after = contentStart + name.length;
  if (matchesAt(CODE_AFTER, prompt, after)) return undefined;
  const isSentence = capitalized().test(name) && matchesAt(sentenceAfter(), prompt, after);
  if (!isSure && (isSentence || matchesAt(COMMA_AFTER, prompt, after))) return undefined;
  return { kind: "unclosed", text: prompt.slice(braces.start, after), suggestion: `{${visible(name)}}` };
}

/** Returns the name after the brace, without the punctuation of a sentence. */
function nameOf({ content }: Braces): string | undefined {
  const name = nameAtStart();
  name.lastIndex = 0;
  const found = name.exec(content.slice(0, MAX_NAME_LENGTH))?.[0];
  return found?.length === MAX_NAME_LENGTH ? undefined : found?.replace(/[.-]+$/, "");
}

function isListOfNames({ closing, content }: Braces): boolean {
  return closing > 0 && content.length <= MAX_LIST_LENGTH && LIST_OF_NAMES.test(content);
}

function matchesAt(sticky: RegExp, text: string, offset: number): boolean {
  sticky.lastIndex = offset;
  return sticky.test(text);
}
