import type { Difference } from "../../objects/text";

/** Returns how texts differ, one line per attribute. It quotes no text, which may be sensitive. */
export function inWords(
  changed: readonly Difference[],
  known: "the plan saw" | "the state has" | "the write said",
): string {
  return changed
    .map(({ attribute, declared, found }) => {
      const [before, now] = [declared, found].map(lengthOf);
      return `${attribute}: ${known} ${before}, now it is ${now}; they differ ${whereDifferent(declared, found)}.`;
    })
    .join("\n");
}

function lengthOf(text: string): string {
  const { length } = Array.from(text);
  if (length === 0) return "no text";
  return length === 1 ? "1 character" : `${length} characters`;
}

/** Returns the first difference as a phrase that follows "they differ". Lines and columns count from 1. */
function whereDifferent(one: string, other: string): string {
  const [a, b] = [one, other].map((text) => Array.from(text)) as [string[], string[]];
  const first = a.findIndex((character, at) => character !== b[at]);
  const before = (first === -1 ? a : a.slice(0, first)).join("").split("\n");
  const place = `from line ${before.length}, column ${Array.from(before.at(-1)!).length + 1} on`;
  const kind = KINDS_OF_DIFFERENCE.find(([, same]) => same(one) === same(other));
  return kind === undefined ? place : `only in ${kind[0]}, ${place}`;
}

const KINDS_OF_DIFFERENCE: readonly (readonly [string, (text: string) => string])[] = [
  ["white space", (text) => text.replace(/\s+/g, "")],
  ["upper and lower case", (text) => text.toLowerCase()],
];
