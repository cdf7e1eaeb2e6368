import { ValueError } from "./path";

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Returns a text in Unicode normalisation form C, for comparisons. Terraform normalises every string it
 * decodes, map keys and attribute names included (go-cty, `cty.NormalizeString`). Values are not normalised
 * here: Node.js may have a newer Unicode version, and Terraform rejects a value that differs from its own.
 */
export function normaliseText(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** Returns the same text; throws ValueError for a lone surrogate, which UTF-8 cannot represent. */
export function wellFormed(text: string): string {
  if (!text.isWellFormed()) {
    throw new ValueError("a text contains a lone surrogate, which Terraform cannot represent");
  }
  return text;
}

/**
 * Returns a map with its keys in normal form. Throws ValueError for two keys with the same normal form:
 * Terraform would keep only one of them.
 */
export function normaliseKeys<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  let isAscii = true;
  for (const key of map.keys()) isAscii &&= !BEYOND_ASCII.test(key);
  if (isAscii) return map;
  const normalised = new Map(Array.from(map, ([key, value]) => [normaliseText(key), value]));
  if (normalised.size !== map.size) {
    throw new ValueError("two keys of a map are the same text after Unicode normalisation");
  }
  return normalised;
}
