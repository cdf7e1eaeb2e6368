import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
// Jest with jsdom has no global TextDecoder.
import { TextDecoder } from "node:util";
import { conflictsIn } from "./checks";
import { positionsIn } from "./grammar";
import { problemOfLength, userError } from "./texts";

export interface PromptFileOptions {
  /** True if the prompt may contain the conflict markers of a merge. Default: false. */
  readonly allowConflictMarkers?: boolean;
}

/**
 * Returns the text of a UTF-8 prompt file without its byte order mark: the text that `promptFile` of the constructs
 * declares. A relative path starts in the working directory. Throws if the file cannot be read, is not UTF-8, contains
 * the conflict markers of a merge, or is too long for the API (7.9 MiB as JSON).
 */
export function fromFile(path: string, options: PromptFileOptions = {}): string {
  const file = resolve(path);
  const { text, problem } = readPrompt(file, options);
  const wrong = text === undefined ? problem : problemOfLength(text);
  if (text !== undefined && wrong === undefined) return text;
  throw userError(`fromFile(${JSON.stringify(path)}): ${file} ${wrong?.replace(/\.?$/, ".")}`, fromFile);
}

/** `problem` is why the file has no text, as the end of a sentence that starts with the file. */
export function readPrompt(
  file: string,
  { allowConflictMarkers = false }: PromptFileOptions,
  onRead?: (bytes: Uint8Array) => void,
): { readonly text?: string; readonly problem?: string } {
  try {
    const found = statSync(file);
    // Reading a named pipe would block until another program writes to the pipe.
    if (!found.isFile() && !found.isDirectory())
      return { problem: "is no file. Copy the prompt into a file." };
    const bytes = readFileSync(file);
    onRead?.(bytes);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const [conflict] = allowConflictMarkers ? [] : conflictsIn(text);
    if (conflict === undefined) return { text };
    const { line } = positionsIn(text)(conflict.start);
    return {
      problem:
        `has the conflict markers of a merge at line ${line}. Keep one of the versions, and remove the markers. If the ` +
        "prompt is to hold them, pass the option { allowConflictMarkers: true }.",
    };
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    return {
      problem: PROBLEMS[code] ?? `cannot be read (${code || message}). Make it a file that you may read.`,
    };
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: "is not UTF-8 text. Save it as UTF-8.",
  EISDIR: "is a folder. Name a file in it.",
  ENOENT:
    "is missing. Create it, or correct the path: a relative path starts at the working directory, which is the folder of cdktf.json if cdktf runs the app.",
};
