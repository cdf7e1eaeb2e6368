import { count } from "../../../util/text";

/** GitHub's limit in UTF-16 code units, minus 512 for lines that the caller adds. Other hosts allow more. */
export const COMMENT_LIMIT = 65_536 - 512;

export interface Piece {
  /**
   * The longest version comes first. An object has four: the whole block, the block with a short list of objects, with
   * shortened diffs as well, and one line. A piece with fewer versions keeps its last one as long as others are shortened.
   */
  readonly versions: readonly [string, ...string[]];
  readonly importance: number;
  /** Number of objects that the piece shows; 0 for a heading. */
  readonly objects: number;
  /** Whether the shortened diffs of the third version have every change, and lack only unchanged text. Default: false. */
  readonly keepsChanges?: boolean;
}

/** From this level on, a piece without another version is left out. */
const NOTHING = 4;

/**
 * Returns a version of each piece, and a note on what is missing, empty for nothing. Together they have at most `limit`
 * UTF-16 code units: if needed, pieces are shortened and left out, the least important first. `whole` are the words of
 * the note about the whole review.
 */
export function fit(pieces: readonly Piece[], limit: number, whole: string) {
  const texts = pieces.map(({ versions }): string => versions[0]);
  const order = Array.from(pieces.keys()).sort(
    (a, b) => pieces[a]!.importance - pieces[b]!.importance || b - a,
  );
  let length = texts.reduce((sum, text) => sum + costOf(text), 0);
  const room = limit - MAX_NOTE_LENGTH - whole.length;
  for (let level = 1; level <= NOTHING + 1; level += 1) {
    for (const index of order) {
      if (length <= room) break;
      const { versions } = pieces[index]!;
      const shorter = versions[level] ?? (level < NOTHING ? versions.at(-1)! : "");
      length += costOf(shorter) - costOf(texts[index]!);
      texts[index] = shorter;
    }
  }
  const note = noteOn(pieces, texts);
  return { texts, note: note && `> [!NOTE]\n> ${note} ${whole}` };
}

const MAX_NOTE_LENGTH = 300;

function costOf(text: string): number {
  return text === "" ? 0 : text.length + 2;
}

/** What the versions of a piece lack, by their index. A version that equals the whole text lacks nothing. */
const LACKS = ["", "names", "lines", "details"] as const;

function lackOf({ versions, keepsChanges = false }: Piece, text: string) {
  // A version may equal a longer one, as that of a single object equals the whole block.
  const lack = LACKS[versions.indexOf(text)] || "details";
  return lack === "lines" && keepsChanges ? "context" : lack;
}

function noteOn(pieces: readonly Piece[], texts: readonly string[]): string {
  const missing = { names: 0, context: 0, lines: 0, details: 0, objects: 0, headings: 0 };
  for (const [index, piece] of pieces.entries()) {
    const { versions, objects } = piece;
    const text = texts[index]!;
    if (text === versions[0]) continue;
    if (objects === 0) missing.headings += Number(text === "");
    else if (text === "") missing.objects += objects;
    else missing[lackOf(piece, text)] += objects;
  }
  const { names, context, lines, details, objects, headings } = missing;
  const parts = [
    names > 0 && `some names among ${count(names, "object")}`,
    context > 0 && `unchanged text around the edits of ${count(context, "object")}`,
    lines > 0 && `parts of the diffs of ${count(lines, "object")}`,
    details > 0 && `the diffs and details of ${count(details, "object")}`,
    objects > 0 && `${count(objects, "object")} altogether`,
    headings > 0 && count(headings, "heading"),
  ].filter((part) => part !== false);
  if (parts.length === 0) return "";
  return `To fit into one comment this leaves out ${parts.join(", and ")}, the least important first.`;
}
