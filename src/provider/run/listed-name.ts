import { createHash } from "node:crypto";

import { canonicalText, looseOf } from "../comparison/text";

/**
 * In UTF-16 code units. A list keeps longer names as hashes: a server could fill the memory with names of megabytes. The API document
 * shows no limit, so none is too long to be compared.
 */
export const LONGEST_NAME = 1_000;

/** What a list keeps of a name, and the key under which it is found by names that are alike. */
export interface ListedName {
  readonly name: string;
  readonly key: string;
}

/** Returns a name as it is, or as a hash of its canonical form. */
export function listedName(name: string): ListedName {
  const canonical = canonicalText(name);
  const key = looseOf(canonical);
  const isShort = Math.max(name.length, canonical.length, key.length) <= LONGEST_NAME;
  return isShort ? { name, key } : { name: shortened(canonical), key: shortened(key) };
}

/** Returns a text that stands for another one in comparisons. One that is named like a hash is told from it by a read. */
export function shortened(text: string): string {
  // A copy: the part of a string that trimming leaves holds on to the whole.
  if (text.length <= LONGEST_NAME) return Buffer.from(text).toString();
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
