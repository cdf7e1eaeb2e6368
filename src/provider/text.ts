/**
 * Whether two texts differ only by what servers and editors normalise: Unicode composition, line endings, and line
 * breaks at the end. No text and the empty text mean the same.
 */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || canonical(a ?? "") === canonical(b ?? "");
}

function canonical(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n").replace(/\n+$/, "");
}
