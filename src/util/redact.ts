import { MIN_SECRET_LENGTH, REDACTED, type Redact } from "./secrets";

/** Shorter pieces of a secret occur in other texts by chance. */
const MIN_ENCODED_LENGTH = 8;
const MIN_BEGINNING_LENGTH = 6;
const MIN_PIECE_LENGTH = 8;
const MIN_CONTENT_PIECE_LENGTH = 16;
/** Largest number of positions in a needle that are tried for one piece. */
const MAX_OFFSETS = 8;
/** The limit is in characters. Longer names and prompts are never shown. */
const MAX_CONTENT_LENGTH = 64 * 1024;

/**
 * Redacts secrets in texts of other programs: in JSON, URL, form or HTML encoding, in base64 and hex, in any
 * letter case and Unicode form, and if cut off. `contents` are names and prompts, of which whole texts and
 * long pieces are redacted. A regular expression made from a secret could be slow, and its error would contain
 * the secret, so there is none.
 */
export function redactorOf(secrets: readonly string[], contents: readonly string[] = []): Redact {
  const long = (texts: readonly string[]) => texts.filter(({ length }) => length >= MIN_SECRET_LENGTH);
  const secretNeedles = long(secrets).flatMap((secret) => [...spellings(secret), ...encoded(secret)]);
  const contentNeedles = long(contents).flatMap((one) => spellings(one.slice(0, MAX_CONTENT_LENGTH)));
  if (secretNeedles.length + contentNeedles.length === 0) return (text) => text;
  const secretPieces = new Pieces(secretNeedles, MIN_BEGINNING_LENGTH, isRevealing);
  const contentPieces = new Pieces(contentNeedles, MIN_CONTENT_PIECE_LENGTH, () => true);
  return (given) => {
    const text = given.normalize("NFC");
    const folded = fold(text);
    const isWord = ({ start, end }: Range) => !isLetter(folded, start - 1) && !isLetter(folded, end);
    return replaced(text, [
      ...secretNeedles.flatMap((needle) => occurrences(folded, needle)),
      ...contentNeedles.flatMap((needle) => occurrences(folded, needle).filter(isWord)),
      ...secretPieces.in(folded),
      ...contentPieces.in(folded),
    ]);
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the forms in which other programs write a text, in the letter case of `fold`. */
function spellings(text: string): string[] {
  const composed = text.normalize("NFC");
  const json = JSON.stringify(composed).slice(1, -1);
  const code = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, "0");
  const url = encodeURIComponent(composed.toWellFormed());
  const entities: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
  const forms = [
    composed,
    json,
    json.replaceAll("/", "\\/"),
    json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${code(unit)}`),
    url,
    url.replaceAll("%20", "+").replace(/[!'()~]/g, (unit) => `%${code(unit).slice(2)}`),
    composed.replace(/[&<>"']/g, (character) => `&${entities[character]};`),
  ];
  return [...new Set(forms.map(fold))];
}

/** Returns a secret in hex, and in base64 for each of the three possible positions in a group. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 2, 3].map((start, before) => {
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(start, whole);
  });
  const forms = [...base64, ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
  return [...new Set([...forms, bytes.toString("hex")])]
    .filter(({ length }) => length >= MIN_ENCODED_LENGTH)
    .map(fold);
}

function occurrences(text: string, needle: string): Range[] {
  const found: Range[] = [];
  for (let start = text.indexOf(needle); start !== -1; start = text.indexOf(needle, start + 1)) {
    found.push({ start, end: start + needle.length });
  }
  return found;
}

function replaced(text: string, ranges: readonly Range[]): string {
  let shown = "";
  let position = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start >= position) shown += text.slice(position, start) + REDACTED;
    position = Math.max(position, end);
  }
  return shown + text.slice(position);
}

type Start = { readonly needle: string; readonly offset: number };
type Piece = Start & { readonly length: number };

/** Finds pieces of needles with at least `size` characters, if `counts` returns true for the piece. */
class Pieces {
  readonly #starts = new Map<string, Start[]>();

  constructor(
    needles: readonly string[],
    private readonly size: number,
    private readonly counts: (piece: Piece, next: string) => boolean,
  ) {
    for (const needle of needles) {
      for (let offset = 0; offset + size <= needle.length; offset += 1) {
        const start = needle.slice(offset, offset + size);
        const known = this.#starts.get(start);
        if (known === undefined) this.#starts.set(start, [{ needle, offset }]);
        else if (known.length < MAX_OFFSETS) known.push({ needle, offset });
      }
    }
  }

  in(text: string): Range[] {
    const found: Range[] = [];
    if (this.#starts.size === 0) return found;
    for (let start = 0; start + this.size <= text.length; start += 1) {
      const here = this.#starts.get(text.slice(start, start + this.size)) ?? [];
      const ends = here.flatMap(({ needle, offset }) => {
        let length = this.size;
        while (offset + length < needle.length && text[start + length] === needle[offset + length])
          length += 1;
        return this.counts({ needle, offset, length }, text.charAt(start + length)) ? [start + length] : [];
      });
      if (ends.length === 0) continue;
      const end = Math.max(...ends);
      found.push({ start, end });
      // In a repetitive text, a piece begins at every character, and the time would be quadratic.
      start = end - this.size;
    }
    return found;
  }
}

/** A piece reveals a secret if it is a beginning that was cut off, or most of the secret. */
function isRevealing({ needle, offset, length }: Piece, next: string): boolean {
  // A piece of letters may be a word, such as "workspace", unless it is most of the secret.
  const isWord = /^[a-z]+$/.test(needle.slice(offset, offset + length));
  if (isWord && length * 4 <= needle.length * 3) return false;
  const isBeginning = offset === 0 && !isLetter(next, 0);
  return isBeginning || (length >= MIN_PIECE_LENGTH && length * 2 >= needle.length);
}

// V8 would build the character tables of a regex literal in every process.

function isLetter(text: string, at: number): boolean {
  return new RegExp(String.raw`[\p{L}\p{N}]`, "u").test(text.charAt(at));
}

/** Keeps letters whose length would change, so that positions stay valid. */
function fold(text: string): string {
  return text.replace(new RegExp(String.raw`\p{Lu}`, "gu"), (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}
