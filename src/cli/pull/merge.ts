import { mergeLines } from "../diff/merge-lines";

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
  const spelling = new Map(linesOf(ours).map((line) => [line.normalize("NFC"), line]));
  const [baseLines, ourLines, theirLines] = [base, ours, theirs].map((text) =>
    linesOf(text.normalize("NFC")),
  ) as [string[], string[], string[]];
  const parts: (readonly string[])[] = [];
  let isConflict = false;
  for (const region of mergeLines({ base: baseLines, ours: ourLines, theirs: theirLines })) {
    if (region.is === "merged") {
      parts.push(region.lines);
    } else if (region.ours.join("\n") === region.theirs.join("\n")) {
      parts.push(region.ours);
    } else {
      isConflict = true;
      parts.push(["<<<<<<< file"], region.ours, ["======="], region.theirs, [">>>>>>> Outreach"]);
    }
  }
  const lineEnd = ours.includes("\r\n") ? "\r\n" : "\n";
  const body = parts.flat().map((line) => spelling.get(line) ?? line);
  return { text: body.join(lineEnd) + ours.slice(lengthWithoutEnd(ours)), isConflict };
}

/** Returns the lines of a text, without line breaks at its end. */
function linesOf(text: string): string[] {
  return text.slice(0, lengthWithoutEnd(text)).replace(/\r\n?/g, "\n").split("\n");
}

/** Returns the length without line breaks at the end. /[\r\n]*$/ takes quadratic time on many blank lines. */
function lengthWithoutEnd(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return end;
}
