import { whenUsed } from "../prompt";
import { sharedState } from "./stack";
import { emptyText } from "./tokens";

interface PromptFile {
  readonly content: string;
  /** The string that `promptFile` returned. It has tokens in place of characters that look like tokens. */
  readonly text: string;
}

const files = sharedState("prompt files", () => ({
  /** The file that `promptFile` read, by the string that it returned. */
  byText: new Map<string, string>(),
  byFile: new Map<string, PromptFile>(),
}));

/**
 * Records which file a prompt comes from, and returns the string to use for the prompt. If another file has
 * the same content, the string ends in an empty token, so that the two strings differ. Synth writes nothing
 * for that token. `protectedText` is the content as `plainText` returns it.
 */
export function rememberPromptFile(file: string, content: string, protectedText: string): string {
  const known = files.byFile.get(file);
  if (known?.content === content) return known.text;
  const other = files.byText.get(protectedText) ?? file;
  const text = other === file ? protectedText : protectedText + emptyText();
  files.byText.set(text, file);
  files.byFile.set(file, { content, text });
  return text;
}

/** Returns the file for which `promptFile` returned a string; undefined for any other string. */
export function promptFileOf(text: string): string | undefined {
  return files.byText.get(text);
}

/** Returns the absolute paths of all files that `promptFile` has read. */
export function readPromptFiles(): string[] {
  return [...files.byFile.keys()];
}

/** Returns the only file with this content; undefined if there is none, or if there are several. */
export function promptFileWith(content: string): string | undefined {
  const found = [...files.byFile].filter(([, one]) => one.content === content);
  return found.length === 1 ? found[0]![0] : undefined;
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

  constructor() {
    for (const [file, { content }] of files.byFile) {
      const key = content.trim().slice(0, KEY_LENGTH);
      if (key === "") continue;
      const candidates = this.#byKey.get(key) ?? [];
      candidates.push({ file, content });
      this.#byKey.set(key, candidates);
    }
    this.#keyLengths = [...new Set(Array.from(this.#byKey.keys(), ({ length }) => length))];
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
