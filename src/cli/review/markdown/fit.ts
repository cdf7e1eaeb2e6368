import { count } from "../../shared/text";

/** A part of the comment, with shorter versions. */
export interface Piece {
  /**
   * The longest version comes first. An object has four: the whole block, the block with shortened diffs, one
   * line, and the empty text.
   */
  readonly versions: readonly [string, ...string[]];
  /** The least important pieces are shortened first. */
  readonly importance: number;
  /** Whether the note on missing parts counts this piece as an object. */
  readonly isObject: boolean;
}

/**
 * Joins the pieces into at most `limit` UTF-16 code units. If needed, it shortens pieces and leaves pieces
 * out, the least important first. A note after the first piece says what is missing.
 */
export function fit(pieces: readonly Piece[], limit: number): string {
  const levels = pieces.map(() => 0);
  const order = Array.from(pieces.keys()).sort(
    (a, b) => pieces[a]!.importance - pieces[b]!.importance || b - a,
  );
  // Math.max with an argument for each object of a large plan overflows the stack.
  const most = pieces.reduce((longest, { versions }) => Math.max(longest, versions.length), 0);
  let length = pieces.reduce((sum, { versions }) => sum + costOf(versions[0]), 0);
  const room = limit - LONGEST_NOTE;
  for (let level = 1; level < most && length > room; level += 1) {
    for (const index of order) {
      const { versions } = pieces[index]!;
      if (length <= room) break;
      if (level >= versions.length) continue;
      length += costOf(versions[level]!) - costOf(versions[level - 1]!);
      levels[index] = level;
    }
  }
  const [first, ...others] = pieces.map(({ versions }, index) => versions[levels[index]!]!);
  return [first!, noteOn(pieces, levels), ...others].filter((text) => text !== "").join("\n\n");
}

const LONGEST_NOTE = 400;

function costOf(text: string): number {
  return text === "" ? 0 : text.length + 2;
}

function noteOn(pieces: readonly Piece[], levels: readonly number[]): string {
  let [shortened, inOneLine, leftOut, headings] = [0, 0, 0, 0];
  for (const [index, { versions, isObject }] of pieces.entries()) {
    const level = levels[index]!;
    const isLeftOut = versions[level] === "";
    if (versions[level] === versions[0]) continue;
    if (!isObject) headings += Number(isLeftOut);
    else if (isLeftOut) leftOut += 1;
    else if (level === 1) shortened += 1;
    else inOneLine += 1;
  }
  const parts: string[] = [];
  if (shortened > 0) parts.push(`parts of the diffs of ${count(shortened, "object")}`);
  if (inOneLine > 0) parts.push(`the diffs and details of ${count(inOneLine, "object")}`);
  if (leftOut > 0) parts.push(`${count(leftOut, "object")} altogether`);
  if (headings > 0) parts.push(count(headings, "heading"));
  if (parts.length === 0) return "";
  return (
    `> [!NOTE]\n> To fit into one comment this leaves out ${parts.join(", and ")}, the least important first. ` +
    "The whole review: `cdktf-outreach review --format html --out review.html`."
  );
}
