import type { Place } from "../place";
import { visible } from "../words";
import { passedOn, type Rule } from "./rule";

const LONGEST = 48;
/** JSON or YAML around empty braces: a quoted key, a bare one that begins a line, an open bracket. */
const DATA_BEFORE = /(?:["'][ \t]*:[ \t]*|[({:>])$/;
const KEY_BEFORE = /^[ \t]*(?:-[ \t]+)?[a-z_][\w-]*:[ \t]*$/;
/** Words for braces, or for an object that is empty. */
const NOUN =
  "JSON|objects?|dict|dictionary|(?:curly[ \\t]+)?(?:braces?|brackets?)|characters?|symbols?|delimiters?|placeholders?";
const NAMED_BEFORE = new RegExp(
  String.raw`\b(?:in|inside|within|between|by|using|or|empty|returns?|${NOUN})(?:[ \t]+(?:like|as))?:?[ \t]*$`,
  "i",
);
const NAMED_AFTER = new RegExp(String.raw`^[ \t]+(?:${NOUN})\b`, "i");
/** Other pairs of brackets in the same enumeration: `(), [] and {}`. */
const PAIR_BEFORE = /(?:\[\]|\(\)|<>)[ \t]*(?:,|\/|and|or)?[ \t]*$/;
const PAIR_AFTER = /^[ \t]*(?:,|\/|and|or)?[ \t]*(?:\[\]|\(\)|<>)/;

export const empty: Rule<"empty"> = {
  code: "empty",
  wording: passedOn("", "is a placeholder without a name", "are placeholders without a name"),
  matches: "Braces with nothing between them, or only blanks.",
  why:
    "It is the form of other libraries that fill texts in by position. JSON, YAML, code and prose about braces are silent: " +
    "after in, inside, within, between, by, using, or.",
  find: (place) => {
    const { opening, closing, contentStart, contentEnd } = place.braces;
    if (opening !== 1 || closing !== 1 || !isBlank(place)) return undefined;
    if (contentEnd - contentStart > LONGEST || isData(place) || place.isPartOfCode) return undefined;
    if (/[$%#]/.test(place.last) || place.isBlock || isNamed(place) || place.code !== undefined)
      return undefined;
    return { text: place.text, suggestion: null };
  },
  warned: [
    ["Hi {}, welcome", "{}", null],
    ["Hi { }!", "{ }", null],
    ["Company name: {}", "{}", null],
    ["Translate {} to French", "{}", null],
    ["text within reach of {}", "{}", null],
  ],
  silent: [
    "text inside {} is a note",
    "The name goes in {}, between {} or within {}; mark it by {}, using {}.",
    "opts or {}",
    "Answer with `{}`.",
    'Answer with "{}".',
    "Answer with:\n{}\n",
    '{"tags": [], "meta": {}, "list": [{}, {}]}',
    "meta: {}\n- labels: {}",
    "f({}, {}) and new Map({})",
    "Return an empty object {} if nothing fits.",
    "Fill the {} placeholders. Curly braces {} and brackets [] stay.",
    "function f() {}\nconst x = {};",
    "${} %{} #{} \\{}",
    "{{}}",
    "```\nprint({})\nx {} y\n```",
  ],
};

function isBlank(place: Place): boolean {
  return place.braces.contentStart === place.braces.contentEnd || visible(place.content).trim() === "";
}

function isData(place: Place): boolean {
  const { isNested, isInList, isInCall } = place.braces;
  if (isNested || isInList || isInCall || DATA_BEFORE.test(place.before)) return true;
  const { after } = place;
  if (/^[ \t]*[\]})]/.test(after)) return true;
  if (!place.beginsLine) return false;
  return KEY_BEFORE.test(place.before) || (place.before.trim() === "" && after.trim() === "");
}

function isNamed(place: Place): boolean {
  const { before, after } = place;
  if (/["'`]$/.test(before) && /^["'`]/.test(after)) return true;
  return (
    [NAMED_BEFORE, PAIR_BEFORE].some((one) => one.test(before)) ||
    [NAMED_AFTER, PAIR_AFTER].some((one) => one.test(after))
  );
}
