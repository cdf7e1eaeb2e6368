import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configurationFiles } from "../shared/configuration-files";

/** A place in a file. */
export interface BlockPlace {
  /** The name of the file in its folder. */
  readonly file: string;
  /** The number of the line; the first line is 1. */
  readonly line: number;
}

/** Matches the head of a block, which HCL accepts only on one line. */
const HEAD = /^[ \t]*resource[ \t]+"?([\w-]+)"?[ \t]+"?([\w-]+)"?[ \t]*\{/;

/**
 * Returns where the files in HCL of a folder declare each resource, by address. Needs no parser for HCL, which may not be
 * installed. An address with several places has none: one may be in an override file, in a comment, or in a text.
 */
export function resourceBlocks(folder: string): Map<string, BlockPlace> {
  const found = new Map<string, BlockPlace | null>();
  for (const file of configurationFiles(folder).filter((name) => !name.endsWith(".json"))) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    for (const [index, text] of lines.entries()) {
      const [, type, name] = HEAD.exec(text) ?? [];
      const address = `${type}.${name}`;
      if (name !== undefined) found.set(address, found.has(address) ? null : { file, line: index + 1 });
    }
  }
  return new Map([...found].flatMap(([address, place]) => (place === null ? [] : [[address, place]])));
}
