import { ENTITY, entityCharacter } from "../util/entities";
import { canonicalText } from "./text";

/** Entities for letters with a mark, such as `&scaron;`. A comparison uses only the letter. */
const LETTER = /^&([a-z])(?:acute|breve|caron|cedil|circ|dot|grave|macr|ogon|ring|tilde|uml);$/i;
/** A name is escaped at most three times: by a client library, by the server, and for a web page. */
const MAX_ESCAPES = 3;

/** The characters that servers store in place of a character that their encoding lacks. */
const REPLACED = /[?\ufffd]/g;
const NOT_ASCII = /[^\0-\x7f]/g;
const TAG = /<[^<>]*>/g;
/** Fewest characters of a cut name. A shorter name is often the beginning of other names, too. */
const MIN_CUT_LENGTH = 16;

/** Returns a name's letters and digits: the same for the names that a server may store instead. */
export function nameKey(name: string): string {
  return unescaped(name)
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Reports whether `found` may be the declared name, rewritten, cut or not yet stored by a server. */
export function mayBeNamed(declared: string, found: string): boolean {
  const key = nameKey(found);
  if (found.trim() === "" || key === nameKey(declared) || key === nameKey(declared.replace(TAG, "")))
    return true;
  return hasReplaced(declared, found) || (key.length >= MIN_CUT_LENGTH && isCut(declared, found));
}

/** Matches the end of a cut name: an incomplete HTML entity, and a mark of the cut, such as "…". */
const CUT_ENTITY = /&#?\w*[^\w;]*$/;

/** Reports whether `cut` is the beginning of the name. Some lists cut long names. */
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
  for (let escapes = 0; escapes < MAX_ESCAPES && plain.search(ENTITY) !== -1; escapes += 1) {
    plain = plain.replace(ENTITY, (entity) => entityCharacter(entity) ?? LETTER.exec(entity)?.[1] ?? "");
  }
  return plain;
}
