import { splitMark } from "../../estate/declared/stack-configuration";
import { mergeLines } from "../../render/diff/merge-lines";

interface Versions {
  /** The text that ours and theirs were made from. */
  readonly base: string;
  /** The content of the file, without a byte order mark. */
  readonly ours: string;
  /** The current text on the server. */
  readonly theirs: string;
}

/** A line, and the line break after it if the file has one there. */
interface Line {
  readonly text: string;
  readonly end?: string | undefined;
}

/**
 * Merges line by line, with conflict markers as git writes them. The lines of the file keep their line breaks and their
 * Unicode form. A line of the server gets the line break of the line before it. A byte order mark is no part of a text:
 * in HCL, `file` passes the one of the file on to the state and the server.
 */
export function mergePrompts({ base, ours, theirs }: Versions): { text: string; isConflict: boolean } {
  const own = linesOf(ours);
  const sides = { base: compared(linesOf(base)), ours: compared(own), theirs: compared(linesOf(theirs)) };
  const parts: (readonly Line[])[] = [];
  let isConflict = false;
  for (const region of mergeLines(sides)) {
    const kept = region.is === "merged" ? region.lines : region.ours;
    const lines = region.at === undefined ? added(kept) : own.slice(region.at, region.at + kept.length);
    if (region.is === "merged" || kept.join("\n") === region.theirs.join("\n")) {
      parts.push(lines);
    } else {
      isConflict = true;
      const theirLines = added(["=======", ...region.theirs, ">>>>>>> Outreach"]);
      parts.push(added(["<<<<<<< file"]), lines, theirLines);
    }
  }
  return { text: joined(parts.flat(), ours) + ours.slice(lengthWithoutEnd(ours)), isConflict };
}

/** Returns the lines of a text, without line breaks at its end. */
function linesOf(text: string): Line[] {
  const body = splitMark(text.slice(0, lengthWithoutEnd(text))).text;
  const pieces = body.split(/(\r\n?|\n)/);
  return pieces.flatMap((piece, at) => (at % 2 === 0 ? { text: piece, end: pieces[at + 1] } : []));
}

function compared(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text.normalize("NFC"));
}

function added(lines: readonly string[]): Line[] {
  return lines.map((text) => ({ text }));
}

function joined(lines: readonly Line[], file: string): string {
  let end = /\r\n?|\n/.exec(file)?.[0] ?? "\n";
  const pieces = lines.map((line, at) => {
    end = line.end ?? end;
    return at === lines.length - 1 ? line.text : line.text + end;
  });
  return pieces.join("");
}

/** Returns the length without line breaks at the end. /[\r\n]*$/ takes quadratic time on many blank lines. */
function lengthWithoutEnd(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return end;
}
