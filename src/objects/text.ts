import { ENTITY, entityCharacter } from "../util/entities";

export interface Difference {
  readonly attribute: string;
  readonly declared: string;
  readonly found: string;
}

/**
 * Reports whether two texts differ only by what servers and editors normalise: Unicode composition, line
 * endings, and white space at both ends. A missing text and the empty text are the same.
 */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || canonicalText(a ?? "") === canonicalText(b ?? "");
}

export function canonicalText(text: string): string {
  const unified = text.normalize("NFC").replace(/\r\n?/g, "\n");
  let start = 0;
  let end = unified.length;
  // /\s+$/ takes quadratic time on a long run of blanks.
  while (end > start && isBlank(unified.charAt(end - 1))) end -= 1;
  while (start < end && isBlank(unified.charAt(start))) start += 1;
  return unified.slice(start, end);
}

/** Reports whether a usual `trim` removes a character. Java and PHP also remove control characters. */
function isBlank(character: string): boolean {
  return character <= " " || character === "\x85" || character.trim() === "";
}

/** Returns a name in lower case and with single blanks, because a server may treat such names as the same. */
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
