import type { Braces } from "../braces";
import { visible } from "../words";
import { passedOn, type Rule } from "./rule";

const MAX_LENGTH = 48;
/** Matches a quoted key or an open bracket before braces, as in JSON. */
const DATA_BEFORE = /(?:["'][ \t]*:[ \t]*|[({:>])$/;
/** Matches a key without quotes at the start of a line before braces, as in YAML. */
const KEY_BEFORE = /^[ \t]*(?:-[ \t]+)?[a-z_][\w-]*:[ \t]*$/;
/** Words that refer to braces, or to an empty object. */
const NOUN =
  "JSON|objects?|dict|dictionary|(?:curly[ \\t]+)?(?:braces?|brackets?)|characters?|symbols?|delimiters?|placeholders?";
const NAMED_BEFORE = new RegExp(
  String.raw`\b(?:in|inside|within|between|by|using|or|empty|${NOUN}|(?:answer|reply|respond|returns?|outputs?|set)(?:[ \t]+(?:just|only|with))*)(?:[ \t]+(?:like|as))?:?[ \t]*["'\`]?$`,
  "i",
);
const NAMED_AFTER = new RegExp(String.raw`^[ \t]+(?:${NOUN})\b`, "i");
/** Matches a pair of brackets before braces, in an enumeration such as `(), [] and {}`. */
const PAIR_BEFORE = /(?:\[\]|\(\)|<>)[ \t]*(?:,|\/|and|or)?[ \t]*$/;
/** Matches a pair of brackets after braces, in an enumeration such as `{}, [] and ()`. */
const PAIR_AFTER = /^[ \t]*(?:,|\/|and|or)?[ \t]*(?:\[\]|\(\)|<>)/;

export const empty: Rule<"empty"> = {
  code: "empty",
  wording: passedOn("", "is a placeholder without a name", "are placeholders without a name"),
  find: (braces) => {
    if (!braces.isPairOf(1) || !isBlank(braces) || isData(braces) || braces.isPartOfCode) return undefined;
    if (/[$%#]/.test(braces.last) || braces.isBlock || isNamed(braces) || braces.code !== undefined)
      return undefined;
    return { text: braces.text, suggestion: null };
  },
};

function isBlank({ content }: Braces): boolean {
  return content === "" || (content.length <= MAX_LENGTH && visible(content).trim() === "");
}

function isData(braces: Braces): boolean {
  const { outer, isInList, isInCall } = braces.around;
  const { before, after } = braces;
  if (outer !== undefined || isInList || isInCall) return true;
  if (DATA_BEFORE.test(before) && !isInTag(before, after)) return true;
  if (/^[ \t]*[\]})]/.test(after)) return true;
  if (!braces.beginsLine) return false;
  return KEY_BEFORE.test(before) || (before.trim() === "" && /^[ \t]*(?:[\r\n]|$)/.test(after));
}

function isInTag(before: string, after: string): boolean {
  return before.endsWith(">") && after.startsWith("</");
}

function isNamed(braces: Braces): boolean {
  const { before, after } = braces;
  if (before.endsWith("'") && after.startsWith("'")) return true;
  return (
    NAMED_BEFORE.test(before) || PAIR_BEFORE.test(before) || NAMED_AFTER.test(after) || PAIR_AFTER.test(after)
  );
}
