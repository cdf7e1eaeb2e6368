import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** A prompt file as a command has read it. */
export interface PromptFile {
  readonly bytes: Buffer;
  /** The text as `promptFile` reads it. */
  readonly text: string;
  /** The byte order mark before the text, or "". */
  readonly head: string;
}

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Reads a prompt file.
 * @throws Error for a missing file, a link, a file that is not UTF-8, and a file outside of the project.
 */
export function readPromptFile(file: string, project: string): PromptFile {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new Error("the file is missing");
  if (!found.isFile()) throw new Error(found.isSymbolicLink() ? "the file is a link" : "it is not a file");
  const inside = relative(realpathSync(project), realpathSync(file));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error("the file is outside of the project");
  }
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error("the file is not UTF-8");
  const text = bytes.toString();
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { bytes, text: text.slice(head.length), head };
}
