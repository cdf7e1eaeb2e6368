import { diff3MergeRegions } from "node-diff3";

/** The three versions of a prompt. */
interface Versions {
  /** The text of the last apply, from the state. */
  readonly base: string;
  /** The content of the file, without a byte order mark. */
  readonly ours: string;
  /** The current text on the server. */
  readonly theirs: string;
}

/**
 * Merges line by line, with conflict markers as git writes them. The result keeps the file's line endings,
 * the line breaks at its end, and the Unicode form of unchanged lines.
 */
export function mergePrompts({ base, ours, theirs }: Versions): { text: string; isConflict: boolean } {
  const spelling = new Map(linesOf(ours, false).map((line) => [line.normalize("NFC"), line]));
  const sides = { a: linesOf(ours), o: linesOf(base), b: linesOf(theirs) };
  const lines: string[] = [];
  let isConflict = false;
  for (const region of diff3MergeRegions(sides.a, sides.o, sides.b)) {
    if (region.stable) {
      lines.push(...region.bufferContent);
    } else if (region.aContent.join("\n") === region.bContent.join("\n")) {
      lines.push(...region.aContent);
    } else {
      isConflict = true;
      lines.push("<<<<<<< file", ...region.aContent, "=======", ...region.bContent, ">>>>>>> Outreach");
    }
  }
  const lineEnd = /\r\n/.test(ours) ? "\r\n" : "\n";
  const body = lines.map((line) => spelling.get(line) ?? line).join(lineEnd);
  return { text: body + /[\r\n]*$/.exec(ours)![0], isConflict };
}

/**
 * Returns the lines of a text, without line breaks at its end. If `isComposed`, converts them to Unicode
 * normal form C.
 */
function linesOf(text: string, isComposed = true): string[] {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  return (isComposed ? lines.normalize("NFC") : lines).split("\n");
}
