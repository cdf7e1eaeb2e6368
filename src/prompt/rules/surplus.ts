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
};
