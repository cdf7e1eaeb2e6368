import type { AttributeChange } from "../model/review";
import * as wording from "../wording/attributes";
import { diffBlock } from "./code-block";
import { codeSpan } from "./escape";

/** Returns the fact about an attribute: its values, or what is said above its diff. */
export function attributeFact(attribute: AttributeChange, owner: wording.AttributeOwner): string {
  const { path, diff, forcesReplace } = attribute;
  const forces = forcesReplace ? ` **${wording.FORCES}**` : "";
  if (diff !== null) {
    const words = wording.captionOf(attribute, diff, { ...owner, write: codeSpan });
    return `${codeSpan(path)}${words && `: ${words}`}${forces}`;
  }
  const sides = wording.shownSides(attribute, owner.action);
  const texts = sides.map((value) => {
    const words = wording.wordsFor(value);
    return words === undefined ? codeSpan(wording.valueText(value, sides)) : `*${words}*`;
  });
  return `${codeSpan(path)}: ${texts.join(" → ")}${forces}`;
}

/** Returns the diffs of attributes, each of at most `mostLines` lines. */
export function diffBlocks(attributes: readonly AttributeChange[], mostLines?: number): string[] {
  const blocks = attributes.flatMap(({ path, diff }) => (diff === null ? [] : [{ path, diff }]));
  return blocks.map(({ path, diff }) =>
    blocks.length === 1 ? diffBlock(diff, mostLines) : `${codeSpan(path)}\n\n${diffBlock(diff, mostLines)}`,
  );
}
