import * as wording from "../wording/attributes";
import type { AttributeChange } from "../model/review";
import { MAX_NAMED } from "../wording/objects";
import { type DiffBlock, diffBlock } from "./code-block";
import { codeSpan } from "./escape";
import { type Piece, piece } from "./fit";

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

interface Parts {
  readonly attributes: readonly AttributeChange[];
  /** Returns the block with its diffs, and with at most `names` objects of a group. */
  block(diffs: readonly string[], names: number): string;
  /** The shortest version: one line. */
  readonly line: string;
}

/** Returns a piece about objects: first its names are shortened, then its diffs. */
export function changePiece(importance: number, objects: number, { attributes, block, line }: Parts): Piece {
  const [whole, brief] = [diffBlocks(attributes, false), diffBlocks(attributes, true)];
  const texts = (diffs: readonly DiffBlock[]) => diffs.map(({ text }) => text);
  return {
    ...piece(importance, objects, [
      block(texts(whole), Infinity),
      block(texts(whole), MAX_NAMED),
      block(texts(brief), MAX_NAMED),
      line,
    ]),
    keepsChanges: brief.every(({ isComplete }) => isComplete),
  };
}

function diffBlocks(attributes: readonly AttributeChange[], isBrief: boolean): DiffBlock[] {
  const found = attributes.flatMap(({ path, diff }) => (diff === null ? [] : [{ path, diff }]));
  return found.map(({ path, diff }) => {
    const { text, isComplete } = diffBlock(diff, isBrief);
    return { text: found.length === 1 ? text : `${codeSpan(path)}\n\n${text}`, isComplete };
  });
}
