/** An attribute whose declared and found texts are not the same by `sameText`. */
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

/** Returns one text for all texts that are the same by `sameText`. */
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

/** Lists the attributes whose declared and found texts are not the same. */
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
