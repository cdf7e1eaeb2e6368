import { readFileSync, statSync } from "node:fs";
import { type Lint, lintPrompt } from "../../prompts";
import { messageOf } from "../../util/message-of";
import { decodePrompt } from "../../estate/declared/stack-configuration";

export interface CheckedFile {
  /** The path as the command line or the stack names it. */
  readonly file: string;
  readonly lints: readonly Lint[];
  /** True if the file may have more mistakes than `lints`. */
  readonly isCut: boolean;
  /** Why the file was not checked, as the end of a sentence; undefined if it was. */
  readonly problem?: string;
}

/** In bytes. A larger file is no prompt, and would take seconds. */
const LARGEST = 16 * 1024 * 1024;

interface Checks {
  readonly known: readonly string[] | undefined;
  readonly ignored: ReadonlySet<string>;
}

/** Checks a prompt file. A file that cannot be checked has a problem and no mistakes. */
export function checkFile(file: string, { known, ignored }: Checks): CheckedFile {
  try {
    return { file, ...lintPrompt(textOf(file), known, ignored) };
  } catch (error) {
    return { file, lints: [], isCut: false, problem: messageOf(error) };
  }
}

function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(missing(file));
  if (found.isDirectory()) throw new Error("is a folder. Pass its files, such as prompts/*.md.");
  if (!found.isFile()) throw new Error("is not a file. Pass a file.");
  if (found.size > LARGEST) throw new Error("has more than 16 MiB, so it is no prompt. Pass only prompts.");
  const decoded = decodePrompt(read(file));
  if (decoded === undefined) throw new Error("is not UTF-8. Save it as UTF-8.");
  return decoded.text;
}

function missing(file: string): string {
  return /[*?[]/.test(file)
    ? "is missing: no file matches this pattern. Correct it, or remove its quotes."
    : "is missing. Create it, or correct the path.";
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(`cannot be read: ${messageOf(cause)}. Make it a file that you may read.`, { cause });
  }
}
