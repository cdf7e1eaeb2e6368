import type { Braces } from "../braces";
import { isProse, nameIn, partsOf, placeholderOf, wordsIn } from "../words";
import { passedOn, type Rule } from "./rule";

const MAX_LENGTH = 48;
const MAX_WORDS = 3;
const TWO_LETTERS = /[^\s/&\u2010-\u2015-]{2}/;
/** Matches the content of a merge field of Salesforce: `{!Contact.FirstName}`. */
const MERGE_FIELD = /^!\w+(?:\.\w+)+$/;
const DASHES = /\s[-\u2010-\u2015]\s/;

export const nearly: Rule<"nearly"> = {
  code: "nearly",
  wording: passedOn(
    'an identifier has only letters, digits, "_", "-" and "."',
    "is not a placeholder, although it looks like one",
    "are not placeholders, although they look like placeholders",
  ),
  matches:
    "Braces around up to three words, or around a name with blanks, an apostrophe, `&`, one `/`, an escape, a long dash " +
    "or an invisible character. The rule also matches fullwidth braces around a name, and fields of Salesforce (`{!Contact.FirstName}`).",
  why:
    "Without these characters, the text would be an identifier. Prose, lists and longer texts draw no warning, because " +
    "they are probably instructions to the model. JSON, code, ICU messages, LaTeX and CSS draw no warning either.",
  find: (braces) => {
    if (!braces.isPairOf(1) || (!braces.isWide && braces.isPartOfCode)) return undefined;
    const name = MERGE_FIELD.test(braces.content) ? nameIn(braces.content.slice(1)) : braces.name;
    if (name === undefined || braces.isLong || isSlot(name) || braces.isInMessage) return undefined;
    if (!braces.isWide && isCode(braces, name)) return undefined;
    return { text: braces.text, suggestion: placeholderOf(name) };
  },
  warned: [
    ["Hi {first name}!", "{first name}", "{first_name}"],
    ["from { company }.", "{ company }", "{company}"],
    ["{First Name},", "{First Name}", "{first_name}"],
    ["from {company\u200B}", "{company\u200B}", "{company}"],
    ["in {the sector}.", "{the sector}", "{the_sector}"],
    ["by {Sector and Size}.", "{Sector and Size}", "{sector_and_size}"],
    ["at {price/range}", "{price/range}", "{price_range}"],
    ["to the {buyer's title}", "{buyer's title}", "{buyers_title}"],
    ["for your {use case}", "{use case}", "{use_case}"],
    ["about {insert topic here}", "{insert topic here}", "{insert_topic_here}"],
    ["As a ${Skill Level} writer", "{Skill Level}", "{skill_level}"],
    ["Hi {first\\_name}", "{first\\_name}", "{first_name}"],
    ["Hi {first–name}", "{first–name}", "{first-name}"],
    ["Dear {!Contact.FirstName}", "{!Contact.FirstName}", "{Contact.FirstName}"],
    ["｛会社名｝様", "｛会社名｝", "{会社名}"],
    ["拝啓{会社 名}様", "{会社 名}", "{会社_名}"],
    ["<p>{first name}</p>", "{first name}", "{first_name}"],
    ["```\nHi {first name},\n```", "{first name}", "{first_name}"],
    ['{"greeting": "Hi {first name}"}', "{first name}", "{first_name}"],
  ],
  silent: [
    "{first_name} {company-2} {größe} {a.b}",
    "{siehe unten} {falls bekannt} {si connu}",
    "{see below} {if known} {as needed} {for example} {e.g. this}",
    "{write a short intro} {one sentence on the news} {name of the company}",
    "{low/medium/high} {yes/no} {he/she}",
    "{a, b, c} {red, green} {name: short} {12} {!} {!isOpen}",
    "{x y} {a - b} {price - discount}",
    'log("a", { url })',
    "Use `{ file_id }` or `{first name}`.",
    "${ name } #{ name } %{ name }",
    "a { color: red } .b{margin:0} const { a } = b; if (a) { b }",
    "\\frac{a b}{c d} \\text{first name} x^{n m}",
    "```js\nfoo({ company })\n```",
    "query { company { title } }",
    "type Lead struct { Name string }\nleads.filter { it.active }\nit returns { url }",
    "{seats, plural, one {one open seat} other {{seats} open seats}}",
    "Text in {curly brackets} is filled in.",
  ],
};

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
