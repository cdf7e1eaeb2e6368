/**
 * Reports whether two texts differ only by what servers and editors normalise: Unicode composition, line endings, and blanks
 * at both ends, line breaks among them. No text and the empty text mean the same.
 */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || canonicalText(a ?? "") === canonicalText(b ?? "");
}

/** Returns one text for all texts that `sameText` takes for the same. */
export function canonicalText(text: string): string {
  const unified = text.normalize("NFC").replace(/\r\n?/g, "\n");
  let start = 0;
  let end = unified.length;
  // Not by /\s+$/, which tries each blank of a long run anew.
  while (end > start && isBlank(unified.charAt(end - 1))) end -= 1;
  while (start < end && isBlank(unified.charAt(start))) start += 1;
  return unified.slice(start, end);
}

/** Reports whether any of the usual `trim` functions removes a character: Java's and PHP's remove control characters, too. */
function isBlank(character: string): boolean {
  return character <= " " || character === "\x85" || character.trim() === "";
}

/** Returns one text for all names that a server may store as one: some trim, fold white space or ignore case. */
export function looseName(name: string): string {
  return looseOf(canonicalText(name));
}

/** Returns the same for a name that `canonicalText` has returned. */
export function looseOf(canonical: string): string {
  return canonical.replace(/\s+/g, " ").toLowerCase();
}

/** The texts of which declared and found differ in meaning. */
export function textDifferences<const Name extends string>(
  names: readonly Name[],
  declared: Texts<NoInfer<Name>>,
  found: Texts<NoInfer<Name>>,
): { attribute: Name; declared: string; found: string }[] {
  return names
    .map((attribute) => ({
      attribute,
      declared: declared[attribute] ?? "",
      found: found[attribute] ?? "",
    }))
    .filter((texts) => !sameText(texts.declared, texts.found));
}

type Texts<Name extends string> = { readonly [K in Name]?: string | null };
