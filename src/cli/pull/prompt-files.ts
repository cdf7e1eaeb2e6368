import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { PROMPT_RECORD, type PromptRecord } from "../../install";
import type { Stack } from "../review/stacks";

/** The file that a resource of a stack takes its prompt from. */
export interface PromptSource {
  readonly stack: string;
  readonly address: string;
  /** An absolute path. */
  readonly file: string;
}

/** Reads what synth has recorded beside the stacks. None for a stack of an older version, or without such snippets. */
export function promptSources(stacks: readonly Stack[]): PromptSource[] {
  return stacks.flatMap(({ name, folder }) => {
    const path = join(folder, PROMPT_RECORD);
    if (!existsSync(path)) return [];
    const { files } = JSON.parse(readFileSync(path, "utf8")) as PromptRecord;
    return Object.entries(files).map(([address, file]) => ({
      stack: name,
      address,
      file: resolve(folder, file),
    }));
  });
}

const BYTE_ORDER_MARK = "\ufeff";

/** A prompt file as `promptFile` reads it, and what is to be written around its text. */
export interface PromptFile {
  readonly text: string;
  readonly head: string;
}

/** @throws Error where the file is missing, is not UTF-8, or lies outside of the project. */
export function readPromptFile(file: string, project: string): PromptFile {
  if (!existsSync(file)) throw new Error("the file is missing");
  const inside = relative(realpathSync(project), realpathSync(file));
  if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`)) {
    throw new Error("the file lies outside of the project");
  }
  const bytes = readFileSync(file);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("the file is not UTF-8");
  }
  const head = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  return { text: text.slice(head.length), head };
}
