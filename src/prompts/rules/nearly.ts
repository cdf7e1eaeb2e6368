import type { Braces } from "../braces";
import { isProse, nameIn, partsOf, placeholderOf, wordsIn } from "../words";
import type { Match } from "../wordings";

const MAX_LENGTH = 48;
const MAX_WORDS = 3;
const TWO_LETTERS = /[^\s/&\u2010-\u2015-]{2}/;
/** Matches the content of a merge field of Salesforce: `{!Contact.FirstName}`. */
const MERGE_FIELD = /^!\w+(?:\.\w+)+$/;
const DASHES = /\s[-\u2010-\u2015]\s/;

export function nearlyIn(braces: Braces): Match | undefined {
  if (!braces.isPairOf(1) || (!braces.isWide && braces.isPartOfCode)) return undefined;
  const name = MERGE_FIELD.test(braces.content) ? nameIn(braces.content.slice(1)) : braces.name;
  if (name === undefined || braces.isLong || isSlot(name) || braces.isInMessage) return undefined;
  if (!braces.isWide && isCode(braces, name)) return undefined;
  return { kind: "nearly", text: braces.text, suggestion: placeholderOf(name) };
}

/** Reports whether a name is an instruction to the model, a choice, or single letters. */
function isSlot(name: string): boolean {
  if (!TWO_LETTERS.test(name) || name.length > MAX_LENGTH || wordsIn(name).length > MAX_WORDS) return true;
  return /[,:?]|\/.*\//.test(name) || DASHES.test(name) || isProse(partsOf(name)[0]!);
}

/** Reports whether braces are code. A single word is code in a fenced block and after `$`, `%` or `#`. */
function isCode(braces: Braces, name: string): boolean {
  const { code, last } = braces;
  if (braces.isBlock || code?.isFenced === false) return true;
  return (code !== undefined || /[$%#]/.test(last)) && wordsIn(name).length === 1;
}
