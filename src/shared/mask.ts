import { decoded, readings, type Reading } from "./readings";
import { MASK, SHORTEST_SECRET, type Mask } from "./secrets";

/** What is searched for, in the letter case and the form that `fold` and `compose` make. */
interface Needle {
  readonly text: string;
  /** Whether it is content, of which less is hidden, because it is made of ordinary words. */
  readonly isContent: boolean;
}

/** A part of a reading that equals a part of a needle and cannot be longer. In UTF-16 code units. */
interface Match {
  readonly needle: Needle;
  readonly reading: Reading;
  readonly at: number;
  /** Where in the needle it begins. */
  readonly offset: number;
  readonly length: number;
}

/** Fewer characters of base64 or hex stand in too many texts. */
const SHORTEST_ENCODED = 8;
/** Less of a secret tells little, and ends many a word. */
const SHORTEST_END = 6;
const SHORTEST_PIECE = 8;
/** Less of a text is some words, which the server may have chosen itself. */
const SHORTEST_OF_CONTENT = 16;
/** Beginnings of one piece in a needle that are tried: one that repeats itself has as many as characters. */
const MOST_OFFSETS = 8;
/** Of a needle. No text that is shown has more. */
const LONGEST_NEEDLE = 64 * 1024;

/**
 * Returns a function that masks secrets in texts that other programs have written. They are found in any letter case and
 * Unicode form, in base64 and hex, where they are escaped as JSON, URLs, forms or HTML do it, up to three times, where
 * they are broken into lines, and where only a piece of them is left. `contents` are names and prompts, of which whole
 * words and long pieces are masked.
 *
 * The search is a plain one over decoded copies of the text, not a pattern made of the secret: such a pattern can get
 * slow or too large, and the error about it would show the secret.
 */
export function masker(secrets: readonly string[], contents: readonly string[] = []): Mask {
  const isLong = ({ length }: string) => length >= SHORTEST_SECRET;
  const needles = [
    ...secrets
      .filter(isLong)
      .flatMap((secret) => [secret, ...encoded(secret)])
      .map((text) => ({ text: fold(composed(text)), isContent: false })),
    ...contents
      .filter(isLong)
      .map((text) => ({ text: fold(composed(text.slice(0, LONGEST_NEEDLE))), isContent: true })),
  ];
  const indexes = [new Pieces(needles, SHORTEST_END), new Pieces(needles, SHORTEST_OF_CONTENT)];
  return (text) => (needles.length === 0 ? text : masked(text, needles, indexes));
}

/** What base64 and hex make of a secret, also within a longer text: it may begin at any of three places of a base64 group. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 2, 3].map((start, before) => {
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(start, whole);
  });
  const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([...base64, ...url, bytes.toString("hex")])].filter(
    ({ length }) => length >= SHORTEST_ENCODED,
  );
}

function masked(text: string, needles: readonly Needle[], indexes: readonly Pieces[]): string {
  const ranges: { start: number; end: number }[] = [];
  for (const decoding of readings(text)) {
    const reading = compose(decoding);
    const folded = fold(reading.text);
    const add = ({ at, length }: { at: number; length: number }) =>
      ranges.push({ start: reading.starts[at]!, end: reading.ends[at + length - 1]! });
    for (const needle of needles) {
      for (let at = folded.indexOf(needle.text); at !== -1; at = folded.indexOf(needle.text, at + 1)) {
        const match = { needle, reading, at, offset: 0, length: needle.text.length };
        if (!needle.isContent || isWhole(match)) add(match);
      }
    }
    for (const index of indexes) index.matches(reading, folded).filter(isTelling).forEach(add);
  }
  return replaced(text, ranges);
}

function replaced(text: string, ranges: { start: number; end: number }[]): string {
  let shown = "";
  let position = 0;
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start >= position) shown += text.slice(position, start) + MASK;
    position = Math.max(position, end);
  }
  return shown + text.slice(position);
}

/** Finds pieces of needles, all at once: by their first characters. */
class Pieces {
  readonly #size: number;
  readonly #starts = new Map<string, { readonly needle: Needle; readonly offset: number }[]>();

  constructor(needles: readonly Needle[], size: number) {
    this.#size = size;
    const isContent = size === SHORTEST_OF_CONTENT;
    for (const needle of needles) {
      if (needle.isContent !== isContent) continue;
      for (let offset = 0; offset + size <= needle.text.length; offset += 1) {
        const piece = needle.text.slice(offset, offset + size);
        const starts = this.#starts.get(piece);
        if (starts === undefined) this.#starts.set(piece, [{ needle, offset }]);
        else if (starts.length < MOST_OFFSETS) starts.push({ needle, offset });
      }
    }
  }

  /** All pieces of secrets, each as long as it can be; of contents so many that they cover the others. */
  matches(reading: Reading, folded: string): Match[] {
    if (this.#starts.size === 0) return [];
    const found: Match[] = [];
    for (let at = 0; at + this.#size <= folded.length; at += 1) {
      const here = this.#starts.get(folded.slice(at, at + this.#size)) ?? [];
      let longest: Match | undefined;
      for (const { needle, offset } of here) {
        const isRest = offset > 0 && at > 0 && folded[at - 1] === needle.text[offset - 1];
        if (isRest && !needle.isContent) continue;
        const length = this.#commonLength(folded, at, needle.text, offset);
        const match = { needle, reading, at, offset, length };
        if (!needle.isContent) found.push(match);
        else if (length > (longest?.length ?? 0)) longest = match;
      }
      if (longest === undefined) continue;
      found.push(longest);
      // A text that repeats itself has as many pieces as characters: the time must not grow with the square of its length.
      at += longest.length - this.#size;
    }
    return found;
  }

  /** How far two texts are the same from there on, of which so many characters as a piece has are known to be. */
  #commonLength(text: string, at: number, needle: string, offset: number): number {
    let length = this.#size;
    while (offset + length < needle.length && text[at + length] === needle[offset + length]) length += 1;
    return length;
  }
}

/** What a message puts in place of a beginning that it leaves out. */
const LEFT_OUT = /(^|\.\.|…|\*|x{3})$/i;

/** Whether a piece of a secret tells something of it: its start where it is cut off, its end after a mark, or most of it. */
function isTelling(match: Match): boolean {
  const { needle, reading, at, offset, length } = match;
  if (needle.isContent) return true;
  const whole = needle.text.length;
  // Letters alone are a word ("workspace") unless they are most of the secret.
  if (length * 4 <= whole * 3 && /^[a-z]+$/.test(needle.text.slice(offset, offset + length))) return false;
  if (offset === 0 && !isLetter(reading.text, at + length)) return true;
  if (offset + length === whole && LEFT_OUT.test(reading.text.slice(Math.max(0, at - 3), at))) return true;
  return length >= SHORTEST_PIECE && length * 2 >= whole;
}

/** Whether no letter or digit is directly before or after it. */
function isWhole({ reading, at, length }: Match): boolean {
  return !isLetter(reading.text, at - 1) && !isLetter(reading.text, at + length);
}

// No literals from here on: V8 looks up the characters of a class in every process, also where nothing is ever masked.

function isLetter(text: string, at: number): boolean {
  return new RegExp(String.raw`[\p{L}\p{N}]`, "u").test(text.charAt(at));
}

/** Lower case without a change of length, so that positions stay what they are. */
function fold(text: string): string {
  return text.replace(new RegExp(String.raw`\p{Lu}`, "gu"), (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

/** A character with the marks after it, and the parts of a Korean syllable: what normal form C may make one of. */
const decomposed = () => new RegExp(String.raw`\P{M}\p{M}+|[\u1100-\u11ff]{2,}`, "gu");

function compose(reading: Reading): Reading {
  return decoded(reading, decomposed(), (characters) => characters.normalize("NFC"));
}

function composed(text: string): string {
  return text.replace(decomposed(), (characters) => characters.normalize("NFC"));
}
