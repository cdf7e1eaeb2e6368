import { count } from "../../../util/text";

/** GitHub's limit in UTF-16 code units, minus 2,048 for the lines of `ci`. Other hosts allow more. */
export const COMMENT_LIMIT = 65_536 - 2_048;

export interface Piece {
  /**
   * The whole text, a brief text, and a single line. If a piece has fewer versions, the last version also
   * stands for the missing versions.
   */
  readonly versions: readonly [string, ...string[]];
  readonly objects: number;
}

/** The level of a piece that the comment leaves out. Lower levels are indexes of `versions`. */
const LEFT_OUT = 3;

/**
 * Shortens pieces from the last one on, then leaves pieces out, until the comment has at most `limit` UTF-16
 * code units. Also returns the level of each piece, and a note on missing pieces, which ends with `whole`.
 * The note is empty if nothing is missing.
 */
export function fit(pieces: readonly Piece[], limit: number, whole: string) {
  const levels = pieces.map(() => 0);
  const textOf = ({ versions }: Piece, level: number) =>
    versions[level] ?? (level < LEFT_OUT ? versions.at(-1)! : "");
  let length = pieces.reduce((sum, { versions: [text] }) => sum + costOf(text), 0);
  const room = limit - MAX_NOTE_LENGTH - whole.length;
  for (let level = 1; level <= LEFT_OUT; level += 1) {
    for (let i = pieces.length - 1; i >= 0 && length > room; i -= 1) {
      length += costOf(textOf(pieces[i]!, level)) - costOf(textOf(pieces[i]!, level - 1));
      levels[i] = level;
    }
  }
  const texts = pieces.map((piece, i) => textOf(piece, levels[i]!));
  const note = noteOn(pieces, texts, levels);
  return { texts, levels, note: note && `> [!NOTE]\n> ${note} ${whole}` };
}

const MAX_NOTE_LENGTH = 300;

export function costOf(text: string): number {
  return text === "" ? 0 : text.length + 2;
}

function noteOn(pieces: readonly Piece[], texts: readonly string[], levels: readonly number[]): string {
  const missing = [0, 0, 0, 0];
  for (const [i, { versions, objects }] of pieces.entries())
    if (texts[i] !== versions[0]) missing[levels[i]!]! += objects;
  const [, brief, line, leftOut] = missing.map((number) => number > 0 && count(number, "object"));
  const parts = [
    brief && `unchanged text, names or long edits of ${brief}`,
    line && `the diffs and details of ${line}`,
    leftOut && `${leftOut} altogether`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return "";
  return `To fit into one comment this leaves out ${parts.join(", and ")}, the least important first.`;
}
