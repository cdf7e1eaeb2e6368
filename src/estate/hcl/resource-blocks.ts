import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configurationFiles } from "./configuration-files";

/** A line of a file. The first line is 1. */
export interface FileLine {
  readonly file: string;
  readonly line: number;
}

/** A folder with files in HCL, unless synth has written it. */
interface Folder {
  readonly folder: string;
  readonly isPlain?: boolean;
}

/** Matches the head of a block, which HCL accepts only on one line. */
const HEAD = /^[ \t]*resource[ \t]+"?([\w-]+)"?[ \t]+"?([\w-]+)"?[ \t]*\{/;

/**
 * Returns where the files in HCL of a user's folder declare each resource, by address; none of a folder that
 * synth wrote. Needs no parser for HCL, which may not be installed. An address with several places has none: one
 * may be in an override file, in a comment, or in a text.
 */
export function resourceBlocks({ folder, isPlain = false }: Folder): Map<string, FileLine> {
  const found = new Map<string, FileLine | null>();
  const names = isPlain ? configurationFiles(folder).filter((name) => !name.endsWith(".json")) : [];
  for (const file of names.map((name) => join(folder, name))) {
    const lines = readFileSync(file, "utf8").split("\n");
    for (const [index, text] of lines.entries()) {
      const [, type, name] = HEAD.exec(text) ?? [];
      const address = `${type}.${name}`;
      if (name !== undefined) found.set(address, found.has(address) ? null : { file, line: index + 1 });
    }
  }
  return new Map([...found].flatMap(([address, place]) => (place === null ? [] : [[address, place]])));
}
