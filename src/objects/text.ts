import { ENTITY, entityCharacter } from "../util/entities";

export interface Difference {
  readonly attribute: string;
  readonly declared: string;
  readonly found: string;
}

/**
 * Ignores what servers and editors normalize: Unicode composition, line endings, and white space at both
 * ends. Null equals the empty text.
 */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || canonicalText(a ?? "") === canonicalText(b ?? "");
}

export function canonicalText(text: string): string {
  const unified = text.normalize("NFC").replace(/\r\n?/g, "\n");
  let start = 0;
  let end = unified.length;
  // The regular expression /\s+$/ would take quadratic time for a long run of blanks.
  while (end > start && isBlank(unified.charAt(end - 1))) end -= 1;
  while (start < end && isBlank(unified.charAt(start))) start += 1;
  return unified.slice(start, end);
}

/** In Java and PHP, `trim` also removes control characters. */
function isBlank(character: string): boolean {
  return character <= " " || character === "\x85" || character.trim() === "";
}

/** A server may treat two names with the same result as equal. */
export function looseName(name: string): string {
  return canonicalText(name).replace(/\s+/g, " ").toLowerCase();
}

export function textDifferences<const Name extends string>(
  names: readonly Name[],
  declared: Texts<NoInfer<Name>>,
  found: Texts<NoInfer<Name>>,
): Difference[] {
  return names
    .map((attribute) => ({
      attribute,
      declared: declared[attribute] ?? "",
      found: found[attribute] ?? "",
    }))
    .filter((texts) => !sameText(texts.declared, texts.found));
}

type Texts<Name extends string> = { readonly [K in Name]?: string | null };

/** HTML entities of accented letters, such as `&scaron;`, which are compared by the plain letter. */
const LETTER = /^&([a-z])(?:acute|breve|caron|cedil|circ|dot|grave|macr|ogon|ring|tilde|uml);$/i;
/** A client library, the server and a web page may each escape a name. */
const MAX_ESCAPES = 3;

/** A server stores "?" or U+FFFD for a character that its encoding cannot represent. */
const REPLACED = /[?\ufffd]/g;
const NOT_ASCII = /[^\0-\x7f]/g;
const TAG = /<[^<>]*>/g;
/** Shorter names do not count as cut, because a few letters often begin other names. */
const MIN_CUT_LENGTH = 16;

/** Letters and digits stay the same when a server alters a name. */
export function nameKey(name: string): string {
  return unescaped(name)
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns true if `found` may be the declared name after a server altered or cut it, or if `found` is empty.
 */
export function mayBeNamed(declared: string, found: string): boolean {
  const key = nameKey(found);
  if (found.trim() === "" || key === nameKey(declared) || key === nameKey(declared.replace(TAG, "")))
    return true;
  return hasReplaced(declared, found) || (key.length >= MIN_CUT_LENGTH && isCut(declared, found));
}

/** A cut name may end with a part of an HTML entity, and with a mark of the cut, such as "…". */
const CUT_ENTITY = /&#?\w*[^\w;]*$/;

export function isCut(name: string, cut: string): boolean {
  return nameKey(name).startsWith(nameKey(cut.replace(CUT_ENTITY, "")));
}

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
