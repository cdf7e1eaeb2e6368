import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { PromptPart } from "../../../install";
import { constructPathOf } from "../../declared/construct-path";
import { readStackConfiguration, type StackConfiguration } from "../../declared/stack-configuration";
import type { Stack } from "../../engine/stacks";
import { resourceBlocks } from "../../hcl/resource-blocks";

/** Where the resources of a stack stand, by address without keys. Paths are absolute. */
export interface StackSources {
  /** The prompt files whose content is a whole prompt. */
  readonly files: ReadonlyMap<string, string>;
  /** The parts of composed prompts that come from prompt files. */
  readonly parts: ReadonlyMap<string, readonly PromptPart[]>;
  readonly constructPaths: ReadonlyMap<string, string>;
  /** The blocks of plain HCL. */
  readonly blocks: ReadonlyMap<string, SourceLine>;
  /** Returns a line of a prompt file; undefined if the file cannot be read, or has fewer lines. */
  readonly textAt: (place: SourceLine) => string | undefined;
}

/** A line of a file. The first line is 1. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/**
 * Reads where the resources of a stack stand. A configuration that cannot be read, as without the parser for HCL, only
 * lacks what the parser would show: a review is complete without sources.
 */
export async function readSources(stack: Stack, signal: AbortSignal): Promise<StackSources> {
  const configuration = await configurationOf(stack, signal);
  const declared = Array.from(configuration?.declared ?? [], ([address, body]) => {
    return [address, constructPathOf(body)] as const;
  });
  const { folder, isPlain = false } = stack;
  const blocks = isPlain ? [...resourceBlocks(folder)] : [];
  return {
    files: configuration?.files ?? new Map(),
    parts: configuration?.composed ?? new Map(),
    constructPaths: new Map(declared.flatMap(([address, path]) => (path === null ? [] : [[address, path]]))),
    blocks: new Map(
      blocks.map(([address, { file, line }]) => [address, { file: resolve(folder, file), line }]),
    ),
    textAt: lineReader(),
  };
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

async function configurationOf(stack: Stack, signal: AbortSignal): Promise<StackConfiguration | undefined> {
  try {
    return await readStackConfiguration(stack, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
