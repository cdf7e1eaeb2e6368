import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { conflictsIn, IDENTIFIER_RULE, placeholderFor, positionsIn } from "../prompts";
import { rememberRead } from "../placing/records";
import { userError } from "./mistakes";
import { promptFiles } from "./prompt-record";
import { plainText } from "./tokens";

export interface PromptFileOptions {
  /** True if the prompt may contain the conflict markers of a merge. Default: false. */
  readonly allowConflictMarkers?: boolean;
}

/**
 * Returns the text of a UTF-8 file without its byte order mark. Characters that look like a CDKTF token, such
 * as `${TfToken[TOKEN.0]}`, stay text.
 *
 * A relative path starts in the working directory. If the cdktf command runs the app, the working directory
 * is the folder of cdktf.json. Throws if the file cannot be read, is not UTF-8, or contains the conflict
 * markers of a merge.
 */
export function promptFile(path: string, options: PromptFileOptions = {}): string {
  if (typeof path !== "string" || path === "")
    throw userError(`promptFile takes the path of a file, but it got ${JSON.stringify(path)}.`, promptFile);
  const file = resolve(path);
  const { text, problem } = read(file, options);
  if (text === undefined)
    throw userError(`promptFile(${JSON.stringify(path)}): ${file} ${problem}`, promptFile);
  promptFiles.set(file, text);
  return plainText(text);
}

function read(
  file: string,
  { allowConflictMarkers = false }: PromptFileOptions,
): { readonly text?: string; readonly problem?: string } {
  try {
    const found = statSync(file);
    // Reading a named pipe would block until another program writes to the pipe.
    if (!found.isFile() && !found.isDirectory())
      return { problem: "is no file. Copy the prompt into a file." };
    const bytes = readFileSync(file);
    rememberRead(file, bytes);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const [conflict] = allowConflictMarkers ? [] : conflictsIn(text);
    if (conflict === undefined) return { text };
    const { line } = positionsIn(text)(conflict.start);
    return {
      problem:
        `has the conflict markers of a merge at line ${line}. Keep one of the versions, and remove the markers. If the ` +
        "prompt is to hold them, pass { allowConflictMarkers: true } to promptFile.",
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

/**
 * Returns the placeholder of a variable: `variable("company")` is `{company}`. Throws if the provider would
 * not recognise the placeholder in a prompt, for example because the identifier contains a space.
 */
export function variable(id: string): string {
  const placeholder = placeholderFor(id);
  if (placeholder !== undefined) return placeholder;
  throw userError(
    `variable(${JSON.stringify(id)}): {${id}} would not be a variable of a prompt. ${IDENTIFIER_RULE}`,
    variable,
  );
}
