import { readFileSync } from "node:fs";
import {
  readStackConfiguration,
  type StackConfiguration,
} from "../../../estate/declared/stack-configuration";
import type { Stack } from "../../../estate/engine/stacks";
import { type FileLine, resourceBlocks } from "../../../estate/hcl/outline";

/** Where the resources of a stack stand, by address without keys. */
export interface StackSources extends Pick<StackConfiguration, "files" | "composed"> {
  /** Undefined if the configuration cannot be read. */
  readonly declared: StackConfiguration["declared"] | undefined;
  /** The blocks of plain HCL. */
  readonly blocks: ReadonlyMap<string, FileLine>;
  /** Returns a line of a prompt file; undefined if the file cannot be read, or has fewer lines. */
  readonly textAt: (place: FileLine) => string | undefined;
}

/**
 * Reads where the resources of a stack stand. A configuration that cannot be read, as without the parser for HCL, only
 * lacks what the parser would show: a review is complete without sources.
 */
export async function readSources(stack: Stack, signal: AbortSignal): Promise<StackSources> {
  const blocks = resourceBlocks(stack);
  try {
    return { ...(await readStackConfiguration(stack, signal)), blocks, textAt: lineReader() };
  } catch {
    signal.throwIfAborted();
    return { files: new Map(), composed: new Map(), declared: undefined, blocks, textAt: lineReader() };
  }
}

/** Returns a function that returns a line of a file, and reads each file once. */
export function lineReader(): StackSources["textAt"] {
  const read = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    const lines = read.get(file) ?? linesOf(file);
    read.set(file, lines);
    return lines[line - 1];
  };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split(/\r\n|\r|\n/);
  } catch {
    return [];
  }
}
