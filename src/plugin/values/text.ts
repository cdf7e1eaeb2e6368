import { ValueError } from "./path";

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * A text in Unicode normalisation form C, to compare it by. The engine normalises every string it decodes, map keys and
 * attribute names included (go-cty, `cty.NormalizeString`): a provider that compared another form would see a difference
 * where the engine sees none. Plain ASCII is its own normal form and is spared the call.
 *
 * Values are nevertheless decoded and encoded as they are. Their normal form is the engine's to make: this Node.js may
 * know a newer Unicode, and would then give back another text than the engine's, which the engine refuses.
 */
export function normaliseText(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** The same text; throws ValueError if it holds half of a surrogate pair, which UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  if (!text.isWellFormed()) {
    throw new ValueError("a text holds half of a surrogate pair, which Terraform cannot represent");
  }
  return text;
}

/**
 * A map with its keys in normal form; the same map if they all are ASCII. Throws ValueError where two keys have one
 * normal form, because the engine would keep only one of them.
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
