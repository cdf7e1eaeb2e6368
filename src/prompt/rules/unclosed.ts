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
  matches:
    "An opening brace and a name, without a closing brace. If a comma follows the name, or a later brace may be the closing " +
    "brace, the name must have `_` or be a placeholder elsewhere in the prompt.",
  why:
    "The closing brace is probably missing. A name before `?`, `>`, `&&`, `|`, `:` and similar signs draws no warning, " +
    "because it is an expression or spintax. A capitalized word at the start of a sentence draws no warning either.",
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
  warned: [
    ["Hi {company", "{company", "{company}"],
    ["Hi {company's team", "{company", "{company}"],
    ["Hi {company.\nBye {name}.", "{company", "{company}"],
    ["Hi {company and {name}.", "{company", "{company}"],
    ["Hi {{company and more", "{{company", "{company}"],
    ["Hi {first_name, how are you?", "{first_name", "{first_name}"],
    ["Hi {company, how are you? {company}", "{company", "{company}"],
    ["Hi {first_name,\n\nbest wishes, a} friend", "{first_name", "{first_name}"],
    ["Hi {first_name from {company} :} ok", "{first_name", "{first_name}"],
    ["Hi {company and more.\n{company} is great }", "{company", "{company}"],
  ],
  silent: [
    "{Okay, I will start now",
    "{Okay I will start now",
    "{isOpen ? (",
    "{isOpen && (",
    "{count > 0",
    "`{plural `",
    "{company|you",
    "{company\nand more\n}",
    "{item_count, plural,\n one {# item}\n other {# items}\n}",
    "{first_name: string,\n age: number}",
    "f({first_name,\n last_name,\n}) {last_name}",
    "{company {name}|you {name}} {company}",
    ":{ ;-{ :-{D =} :} {",
    "Sorry :{Company is closed",
    "if (x) {return",
    "```\nHi {company\n```",
    "${company and #{company and %{company",
  ],
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
