import { isProse, placeholderOf, wordsIn } from "../words";
import { doubledName } from "./doubled";
import { passedOn, type Rule } from "./rule";

export const surplus: Rule<"surplus"> = {
  code: "surplus",
  wording: passedOn(
    "a placeholder has one brace on each side",
    "has too many braces",
    "have too many braces",
  ),
  matches:
    "A name of up to three words with more braces on one side than on the other, or with three or more braces on both sides.",
  why:
    "Probably half of a merge tag was deleted, or a key was pressed twice. The surplus braces stay in the text that the " +
    "model receives. A name in code, JSON, nested spintax, a list or an ICU message draws no warning.",
  find: (braces) => {
    const { opening, closing } = braces;
    if (closing === 0 || (opening === closing && opening < 3)) return undefined;
    const { name } = braces;
    if (name === undefined || braces.code !== undefined) return undefined;
    if (opening > 1 && closing > 1) return doubledName(braces);
    const words = wordsIn(name);
    if (words.length > 3 || isProse(words[0]!)) return undefined;
    if (braces.isLong || braces.isPartOfCode || braces.isAttribute) return undefined;
    return { text: braces.text, suggestion: placeholderOf(name) };
  },
  warned: [
    ["Hi {{firm} x", "{{firm}", "{firm}"],
    ["Hi {firm}} x", "{firm}}", "{firm}"],
    ["Hi {{{firm}}}", "{{{firm}}}", "{firm}"],
    ["Hi {{{{firm}}}}", "{{{{firm}}}}", "{firm}"],
    ["Hi {{{firm}} x", "{{{firm}}", "{firm}"],
    ["Hi {{firm}}} x", "{{firm}}}", "{firm}"],
    ["Hi {{{Firm Name}}}", "{{{Firm Name}}}", "{firm_name}"],
    ["Hi {First Name}}, welcome", "{First Name}}", "{first_name}"],
    ["Hi {{First Name}, welcome", "{{First Name}", "{first_name}"],
    ["{{firm} has an office in {city}", "{{firm}", "{firm}"],
    ["{{firm}, {city}", "{{firm}", "{firm}"],
    ["{firm} has an office in {city}}", "{city}}", "{city}"],
  ],
  silent: [
    "{{Hi|Hello} {firm}|Hey {firm}}",
    "{Hi|Hello {firm}}",
    "{{Hi {firm}|Hello {firm}}|Hey}",
    "pairs = {{first, last}, {last, first}} {{a}, {b}}",
    "{n, plural, other {{n} open seats}}",
    "{{firm}|you}",
    '{"to": {firm}}',
    '{"to": {"name": {firm}}}',
    '{{"to": "{firm}"}}',
    "{ {firm} }",
    "`{{firm} x`",
    "```\nf({{firm} x\n```",
    "\\title{{firm} x",
    "{{{else}}} {{{#if x}}}",
    "a {b {c} d} e",
  ],
};
