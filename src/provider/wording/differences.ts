import type { Difference } from "../../objects/text";

/** Returns how texts differ, one line per attribute. It quotes no text, which may be sensitive. */
export function inWords(changed: readonly Difference[], known: "the plan saw" | "the write said"): string {
  return changed.map((one) => `${one.attribute}: ${known} ${changeOf(one)}.`).join("\n");
}

function changeOf({ declared, found }: Difference): string {
  const [a, b] = [declared, found].map((text) => Array.from(text)) as [string[], string[]];
  const [before, now] = [a, b].map(({ length }) => (length === 1 ? "1 character" : `${length} characters`));
  const first = a.findIndex((character, at) => character !== b[at]);
  const lines = (first === -1 ? a : a.slice(0, first)).join("").split("\n");
  const column = Array.from(lines.at(-1)!).length + 1;
  return `${before}, now it is ${now}; they differ from line ${lines.length}, column ${column} on`;
}
