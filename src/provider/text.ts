/**
 * Whether two texts differ only by what servers and editors normalise: Unicode composition, line endings, and line
 * breaks at the end. No text and the empty text mean the same.
 */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || canonicalText(a ?? "") === canonicalText(b ?? "");
}

/** The same for all texts that `sameText` takes for the same. */
export function canonicalText(text: string): string {
  const unified = text.normalize("NFC").replace(/\r\n?/g, "\n");
  let end = unified.length;
  // Not by /\n+$/, which tries each line break of a long run anew.
  while (unified[end - 1] === "\n") end -= 1;
  return unified.slice(0, end);
}

/** One text for all names that a server may store as one: some trim, fold white space or ignore case. */
export function looseName(name: string): string {
  return canonicalText(name).trim().replace(/\s+/g, " ").toLowerCase();
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
