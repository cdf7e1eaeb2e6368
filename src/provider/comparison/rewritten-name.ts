import { canonicalText } from "./text";

const ENTITY = /&(?:#(\d{1,7}|x[0-9a-f]{1,6})|([a-z]+\d*));/gi;
/** Entities of letters with a mark. Only the letter counts. */
const LETTER = /^([a-z])(?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml)$/i;
/** A name is escaped at most three times: by a client library, by the server and for a page. */
const MOST_ESCAPES = 3;

/** What servers store in place of a character that their encoding lacks. */
const REPLACED = /[?\ufffd]/g;
const NOT_ASCII = /[^\0-\x7f]/g;
const TAG = /<[^<>]*>/g;
/** No known server cuts names to fewer characters, and shorter names are often prefixes of other names. */
const SHORTEST_CUT = 16;

/** Returns a name's letters and digits: one key for all names that a server may store in its place. */
export function nameKey(name: string): string {
  return unescaped(name)
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Reports whether a server may show the declared name as `found`: rewritten, cut, or not at all yet. */
export function mayBeNamed(declared: string, found: string): boolean {
  const key = nameKey(found);
  if (found.trim() === "" || key === nameKey(declared) || key === nameKey(declared.replace(TAG, "")))
    return true;
  return hasReplaced(declared, found) || (key.length >= SHORTEST_CUT && isCut(declared, found));
}

/** The rest of an HTML escape before a cut, and the mark of the cut, such as "…". */
const CUT_ENTITY = /&#?\w*[^\w;]*$/;

/** Reports whether `cut` is the beginning of the name: some lists cut long names. */
export function isCut(name: string, cut: string): boolean {
  return nameKey(name).startsWith(nameKey(cut.replace(CUT_ENTITY, "")));
}

/** Reports whether the name has a character that servers are known to rewrite. */
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
    plain = plain.replace(ENTITY, (_entity, number?: string, named?: string) => {
      if (named !== undefined) return namedEntity(named);
      const code = Number(`0${number}`);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    });
  }
  return plain;
}

/** Returns the letter of an entity, "" for none. `&amp;` becomes `&`, which may begin another entity. */
function namedEntity(name: string): string {
  if (name.toLowerCase() === "amp") return "&";
  if (name.toLowerCase() === "szlig") return "\u00df";
  return LETTER.exec(name)?.[1] ?? "";
}
