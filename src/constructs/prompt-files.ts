import { whenUsed } from "../prompts";
import { sharedState } from "./stack";

/** The text of each file that `promptFile` has read, by absolute path. */
const texts = sharedState("texts of prompt files", () => new Map<string, string>());

/** Records that `promptFile` has read a file. */
export function rememberPromptFile(file: string, text: string): void {
  texts.set(file, text);
}

/** Returns the absolute paths of all files that `promptFile` has read. */
export function readPromptFiles(): string[] {
  return [...texts.keys()];
}

interface Candidate {
  readonly file: string;
  readonly content: string;
}

/** A place in a text that has the content of a prompt file, without white space at the content's ends. */
interface FoundFile extends Candidate {
  /** Offset of the place in the text, and offset after the place. */
  readonly start: number;
  readonly end: number;
}

/** Number of characters by which the search finds candidates. */
const KEY_LENGTH = 12;

/** Matches where content may begin: at words and signs, but not in the middle of a word. */
const contentBegin = whenUsed(
  () => new RegExp(String.raw`(?<![\p{L}\p{N}_])[\p{L}\p{N}_]|[^\p{L}\p{N}_\s]`, "gu"),
);
const twoLetters = whenUsed(() => new RegExp(String.raw`^[\p{L}\p{N}_]{2}$`, "u"));

/** Finds the content of the prompt files that have been read so far. */
export class PromptFileSearch {
  /** The files and their content, by the first characters of the content. */
  readonly #byKey = new Map<string, Candidate[]>();
  readonly #keyLengths: readonly number[];
  readonly #byContent = new Map<string, string[]>();

  constructor() {
    for (const [file, content] of texts) {
      this.#byContent.set(content, [...this.filesWith(content), file]);
      const key = content.trim().slice(0, KEY_LENGTH);
      if (key === "") continue;
      const candidates = this.#byKey.get(key) ?? [];
      candidates.push({ file, content });
      this.#byKey.set(key, candidates);
    }
    this.#keyLengths = [...new Set(Array.from(this.#byKey.keys(), ({ length }) => length))];
  }

  /** Returns the files with exactly this content. Synth cannot know which of them the program has read for a prompt. */
  filesWith(content: string): readonly string[] {
    return this.#byContent.get(content) ?? [];
  }

  /** Returns the outermost places of a text with the content of a prompt file, by offset and then by file. */
  placesIn(text: string): FoundFile[] {
    if (this.#byKey.size === 0) return [];
    const all: FoundFile[] = [];
    for (const { index } of text.matchAll(contentBegin())) {
      for (const length of this.#keyLengths) {
        const candidates = this.#byKey.get(text.slice(index, index + length));
        if (candidates !== undefined) all.push(...placesAt(index, text, candidates));
      }
    }
    all.sort((a, b) => a.start - b.start || b.end - a.end || (a.file < b.file ? -1 : 1));
    let widest: FoundFile | undefined;
    return all.filter((one) => {
      // The widest place begins before this one, or at the same offset.
      if (widest !== undefined && widest.end >= one.end) return lengthOf(widest) === lengthOf(one);
      widest = one;
      return true;
    });
  }
}

/** Returns the candidates whose content begins at an offset of a text. */
function placesAt(start: number, text: string, candidates: readonly Candidate[]): FoundFile[] {
  return candidates.flatMap(({ file, content }) => {
    const wanted = content.trim();
    const end = start + wanted.length;
    // The content of a short file may occur in a word by chance.
    const isCut = twoLetters().test(text.slice(end - 1, end + 1));
    return text.startsWith(wanted, start) && !isCut ? [{ file, content, start, end }] : [];
  });
}

function lengthOf({ start, end }: FoundFile): number {
  return end - start;
}
