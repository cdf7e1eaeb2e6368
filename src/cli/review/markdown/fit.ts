import { count } from "../../shared/text";

/** Something that is written, and what it may be shortened to. */
export interface Piece {
  /** From everything to the least. Of an object: in full, with its diffs shortened, in one line, and left out. */
  readonly versions: readonly [string, ...string[]];
  /** What is of lower importance is shortened first. */
  readonly importance: number;
  /** Whether it is one of those that are counted when they are shortened. */
  readonly isObject: boolean;
}

/**
 * Joins the pieces, shortened so that they fit: first the least important lose their details, from the last to the
 * first, and where that is not enough they are left out. What is missing is said after the first piece.
 */
export function fit(pieces: readonly Piece[], limit: number): string {
  const levels = pieces.map(() => 0);
  const order = Array.from(pieces.keys()).sort(
    (a, b) => pieces[a]!.importance - pieces[b]!.importance || b - a,
  );
  // Not by Math.max: so many arguments as a large plan has objects overflow the stack.
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
  const texts = [first!, noteOn(pieces, levels), ...others].filter((text) => text !== "");
  const whole = texts.join("\n\n");
  return whole.length <= limit ? whole : cut(texts, limit);
}

/** Where even the headings of so many stacks are too long, the end is missing. */
function cut(texts: readonly string[], limit: number): string {
  const end = "> [!NOTE]\n> Too many stacks and objects for one comment: the rest is left out.";
  const kept: string[] = [];
  let length = end.length;
  for (const text of texts) {
    length += costOf(text);
    if (length > limit) break;
    kept.push(text);
  }
  return [...kept, end].join("\n\n");
}

const LONGEST_NOTE = 400;

function costOf(text: string): number {
  return text === "" ? 0 : text.length + 2;
}

function noteOn(pieces: readonly Piece[], levels: readonly number[]): string {
  const lost = pieces.flatMap(({ versions, isObject }, index) => {
    const level = levels[index]!;
    if (!isObject || versions[level] === versions[0]) return [];
    if (versions[level] === "") return ["all"];
    return [level === 1 ? "parts" : "details"];
  });
  const [shortened, inOneLine, gone] = ["parts", "details", "all"].map(
    (wanted) => lost.filter((one) => one === wanted).length,
  ) as [number, number, number];
  if (shortened + inOneLine + gone === 0) return "";
  const parts = [
    ...(shortened > 0 ? [`parts of the diffs of ${count(shortened, "object")}`] : []),
    ...(inOneLine > 0 ? [`the diffs and details of ${count(inOneLine, "object")}`] : []),
    ...(gone > 0 ? [`${count(gone, "object")} altogether`] : []),
  ];
  return (
    `> [!NOTE]\n> To fit into one comment this leaves out ${parts.join(", and ")}, the least important first. ` +
    "The whole review: `cdktf-outreach review --format html --out review.html`."
  );
}
