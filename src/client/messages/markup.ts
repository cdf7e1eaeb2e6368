/** Enough characters of a page to say what it is about. */
const ENOUGH = 2_000;

const UNSEEN = /^<(script|style)\b/i;

/** HTML or XML, as gateways and firewalls answer. */
export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/**
 * What a page says, without its tags. Only whole pieces of text are taken: of a secret that is cut in two nobody could find the
 * halves. Each character is looked at once, because a page may be long.
 */
export function textOfMarkup(markup: string): string {
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  while (at < markup.length && length < ENOUGH) {
    const tag = indexFrom(markup, "<", at);
    const piece = markup.slice(at, tag).trim();
    if (piece !== "") pieces.push(piece);
    length += piece.length;
    at = indexFrom(markup, ">", tag) + 1;
    if (UNSEEN.test(markup.slice(tag, tag + 8))) at = indexFrom(markup, "</", at);
  }
  return pieces.join(" ");
}

function indexFrom(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found === -1 ? text.length : found;
}
