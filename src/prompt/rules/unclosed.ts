import type { Braces } from "../braces";
import { whenUsed } from "../when-used";
import { isProse, NAME, visible } from "../words";
import { passedOn, type Rule } from "./rule";

const nameAtStart = whenUsed(() => new RegExp(NAME, "uy"));
const MAX_NAME_LENGTH = 200;
/**
 * Matches text which shows that the name before it is code: a property, a call, alternatives, an operator.
 */
const CODE_AFTER = /\s*(?:[:;=(|?<>[*+%]|&&)/y;
const COMMA_AFTER = /\s*,/y;
/** Matches blanks and a letter. After a capitalised word, they show that the word begins a sentence. */
const sentenceAfter = whenUsed(() => new RegExp(String.raw`[ \t]+\p{L}`, "uy"));
const capitalized = whenUsed(() => new RegExp(String.raw`^\p{Lu}\p{Ll}*$`, "u"));
/** Matches names that code takes from an object or a module, as in `import { a, b } from`. */
const LIST_OF_NAMES = /^\s*[\w$]+(?:\s*,\s*[\w$]+)*(?:\s*,)?\s*$/;
const MAX_LIST_LENGTH = 2000;
const SMILEY = /[:;=8xX]['-]?$/;

export const unclosed: Rule<"unclosed"> = {
  code: "unclosed",
  wording: passedOn("", "is a placeholder that is never closed", "are placeholders that are never closed"),
  find: (braces) => {
    const { opening, closing, contentStart, isWide, isClosedLater } = braces;
    if (isWide || (closing > 0 && (opening > 1 || !braces.isLong)) || braces.isPartOfCode) return undefined;
    const name = nameOf(braces);
    if (name === undefined) return undefined;
    const isSure = name.includes("_") || braces.surroundings.variables.has(name);
    if ((closing > 0 || isClosedLater) && !(isSure && !braces.hasPipe && !isListOfNames(braces)))
      return undefined;
    const after = contentStart + name.length;
    if (matchesAt(CODE_AFTER, braces.prompt, after) || braces.isMessage) return undefined;
    if (isProse(name) || (!isSure && isProseAfter(braces, name, after)) || isOther(braces)) return undefined;
    return { text: braces.prompt.slice(braces.start, after), suggestion: `{${visible(name)}}` };
  },
};

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

function isProseAfter({ prompt }: Braces, name: string, offset: number): boolean {
  if (matchesAt(COMMA_AFTER, prompt, offset)) return true;
  return capitalized().test(name) && matchesAt(sentenceAfter(), prompt, offset);
}

function isOther(braces: Braces): boolean {
  return (
    /[$%#]/.test(braces.last) || SMILEY.test(braces.before) || braces.beginsBlock || braces.code !== undefined
  );
}

function matchesAt(sticky: RegExp, text: string, offset: number): boolean {
  sticky.lastIndex = offset;
  return sticky.test(text);
}
