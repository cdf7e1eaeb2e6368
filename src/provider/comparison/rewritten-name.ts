import { canonicalText } from "./text";

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d*));/gi;
/** Entities of letters: of these the letter is left, because marks do not count. */
const LETTER = /^([a-z])(?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml)$/i;
/** Texts are escaped by the client's library, by the server and for a page, at most. */
const MOST_ESCAPES = 3;

/** A letter that a server has no place for becomes one of these. */
const REPLACED = /[?\ufffd]/g;
const NOT_ASCII = /[^\0-\x7f]/g;
const TAG = /<[^<>]*>/g;
/** Shorter limits for a stored name are not known of any server, and shorter names often begin other ones. */
const SHORTEST_CUT = 16;

/**
 * One key for all names that a server may make of one: only letters and digits count, without case, marks and forms of
 * compatibility, and HTML escapes are resolved. So quotes, dashes, emoji and invisible characters may become others or none.
 */
export function nameKey(name: string): string {
  return unescaped(name)
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether a server may have made the name `found` of the declared one. It may also have cut it, or have shown none so far. */
export function mayBeNamed(declared: string, found: string): boolean {
  const key = nameKey(found);
  if (found.trim() === "" || key === nameKey(declared) || key === nameKey(declared.replace(TAG, "")))
    return true;
  return hasReplaced(declared, found) || (key.length >= SHORTEST_CUT && isCut(declared, found));
}

/** What a cut may leave of an HTML escape, and what marks the cut. */
const CUT_ENTITY = /&#?\w*[^\w;]*$/;

/** Whether `cut` is the beginning of the name, as lists show of long ones. */
export function isCut(name: string, cut: string): boolean {
  return nameKey(name).startsWith(nameKey(cut.replace(CUT_ENTITY, "")));
}

/** Whether servers are known to rewrite something in this name; most names hold nothing of that. */
export function isRewritable(name: string): boolean {
  return /[^\x20-\x7e]|[&<>"']/.test(name);
}

function hasReplaced(declared: string, found: string): boolean {
  if (found.search(REPLACED) === -1) return false;
  const plain = (name: string) => nameKey(canonicalText(name).replace(NOT_ASCII, "").replace(REPLACED, ""));
  return plain(declared) === plain(found);
}

function unescaped(text: string): string {
  let plain = text;
  for (let escapes = 0; escapes < MOST_ESCAPES && plain.search(ENTITY) !== -1; escapes += 1) {
    plain = plain.replace(ENTITY, (_entity, decimal?: string, hex?: string, named?: string) => {
      if (named !== undefined) return namedEntity(named);
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    });
  }
  return plain;
}

/** What counts of an entity. `&amp;` may be the beginning of another one; all but letters count for nothing. */
function namedEntity(name: string): string {
  if (name.toLowerCase() === "amp") return "&";
  if (name.toLowerCase() === "szlig") return "\u00df";
  return LETTER.exec(name)?.[1] ?? "";
}
