import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { decodePrompt, type PromptText, splitMark } from "../../estate/declared/stack-configuration";
import { type StateObject, textOf } from "../../estate/states/state-file";
import { mergeLines } from "../../render/diff/merge-lines";
import { isInside, readJsonFile, UnusableFile } from "../../util/files/read-file";
import { writeWhole } from "../../util/files/write-whole";
import { compareText, groupBy } from "../../util/lists";
import { messageOf } from "../../util/message-of";
import { having, object, ShapeError, text } from "../../util/shape";

/**
 * @throws Error if the file is missing, linked, in a linked folder, not in UTF-8 or outside of the project
 */
export function readPromptFile(file: string, project: string): PromptText & { readonly bytes: Buffer } {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error("the file is missing");
  if (!found.isFile()) throw new Error(found.isSymbolicLink() ? "the file is a link" : "it is not a file");
  const root = realpathSync(project);
  if (!isInside(root, realpathSync(file))) throw new Error("the file is outside of the project");
  // A link within the project may lead to files of other code.
  for (let around = dirname(file); realpathSync(around) !== root; around = dirname(around)) {
    if (lstatSync(around).isSymbolicLink())
      throw new Error(`its folder ${relative(project, around)} is a link`);
  }
  const bytes = readFileSync(file);
  const decoded = decodePrompt(bytes);
  if (decoded === undefined) throw new Error("the file is not UTF-8");
  return { bytes, ...decoded };
}

interface Versions {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

interface Line {
  readonly text: string;
  readonly end?: string | undefined;
}

/**
 * Merges line by line, with Git's conflict markers. Lines of the file keep their line breaks and Unicode
 * form. A line from Outreach gets the line break of the line before.
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

/** The expression /[\r\n]*$/ would take quadratic time. */
function lengthWithoutEnd(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return end;
}

/** A file in the project's folder, which users commit with the prompts. */
export const PULLED_FILE = "outreach-pulled.json";

const PROBLEM =
  "is not what pull has written. Restore it, or delete it: pull then merges edits again that it has merged before the last deploy.";

interface Entry {
  /**
   * Digest of the state's text at the pull. If the state's text differs now, the object was applied since.
   */
  readonly applied: string;
  readonly text: string;
}

export class Pulled {
  readonly #file: string;
  readonly #entries: ReadonlyMap<string, Entry>;

  /** @throws Error if the file is a link, or was not written by pull */
  constructor(folder: string) {
    this.#file = join(folder, PULLED_FILE);
    const found = lstatSync(this.#file, { throwIfNoEntry: false });
    // Pull never writes through a link, so a link is refused.
    if (found?.isFile() === false) throw new UnusableFile(`${this.#file} is not a file. Move it away.`);
    this.#entries = found === undefined ? new Map<string, Entry>() : read(this.#file);
  }

  /** Returns undefined if pull wrote no text since the last apply. */
  textOf(state: StateObject): string | undefined {
    const entry = this.#entries.get(state.id);
    return entry?.applied === appliedOf(state) ? entry.text : undefined;
  }

  /** Drops entries of objects that were applied since. */
  record(
    outcomes: readonly { readonly state: StateObject; readonly write?: { readonly pulled: string } }[],
    states: readonly StateObject[],
  ): void {
    const added = outcomes.flatMap(({ state, write }) =>
      write === undefined ? [] : [[state.id, { applied: appliedOf(state), text: write.pulled }] as const],
    );
    if (added.length === 0) return;
    const snippets = groupBy(states, ({ kind, id }) => (kind === "snippet" ? id : null));
    const kept = [...this.#entries].filter(
      ([id]) => snippets.get(id)?.some((state) => this.textOf(state) !== undefined) ?? true,
    );
    const entries = [...new Map([...kept, ...added])].sort(([a], [b]) => compareText(a, b));
    const sorted = Object.fromEntries(entries);
    try {
      writeWhole(this.#file, `${JSON.stringify({ version: 1, pulled: sorted }, null, 2)}\n`);
    } catch (cause) {
      throw new Error(
        `The edits are in the prompt files, but the next pull does not know that: ${messageOf(cause)}`,
        { cause },
      );
    }
  }
}

const ENTRY = having({ applied: text, text });

function read(file: string): Map<string, Entry> {
  const { version, pulled } = readJsonFile(file, PROBLEM);
  try {
    for (const entry of Object.values(object(pulled, "pulled"))) ENTRY(entry, "pulled");
    if (version === 1) return new Map(Object.entries(pulled as Record<string, Entry>));
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
  }
  throw new Error(`${file} ${PROBLEM}`);
}

function appliedOf(state: StateObject): string {
  const held = JSON.stringify([textOf(state, "prompt"), state.lastUpdatedAt]);
  return createHash("sha256").update(held).digest("hex");
}
