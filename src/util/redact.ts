import { decoded, readings, type Reading } from "./readings";
import { REDACTED, MIN_SECRET_LENGTH, type Redact } from "./secrets";

/** A text to search for. It is in the letter case of `fold` and the form of `compose`. */
interface Needle {
  readonly text: string;
  /** True for a name or prompt. These have ordinary words, so short pieces of them are not redacted. */
  readonly isContent: boolean;
}

/** A piece that a reading and a needle have in common. Positions and length are in UTF-16 code units. */
interface Match {
  readonly needle: Needle;
  readonly reading: Reading;
  readonly at: number;
  /** The position in the needle; `at` is that in the reading. */
  readonly offset: number;
  readonly length: number;
}

/** Shorter base64 or hex texts occur by chance in too many texts. */
const MIN_ENCODED_LENGTH = 8;
/** A shorter end of a secret reveals little, and many words have the same end. */
const MIN_END_LENGTH = 6;
const MIN_PIECE_LENGTH = 8;
/** Shortest piece of a name or prompt that is redacted. The server itself may use shorter pieces by chance. */
const MIN_CONTENT_PIECE_LENGTH = 16;
/** Largest number of positions that are tried for one piece. A piece may occur often in a needle. */
const MAX_OFFSETS = 8;
/** Only this many characters of a name or prompt are searched for, because no longer text is shown. */
const MAX_NEEDLE_LENGTH = 64 * 1024;

/**
 * Returns a function that redacts secrets in texts of other programs. It finds secrets in any letter case and
 * Unicode form, in base64 and hex, escaped up to three times, broken into lines, and cut into pieces.
 * `contents` are names and prompts, of which it redacts whole texts and long pieces. It searches decoded
 * copies, because a regular expression made from the secrets could be slow, and its error would contain a
 * secret.
 */
export function redactorOf(secrets: readonly string[], contents: readonly string[] = []): Redact {
  const isLong = ({ length }: string) => length >= MIN_SECRET_LENGTH;
  const ofSecrets = secrets
    .filter(isLong)
    .flatMap((secret) => [secret, ...encoded(secret)])
    .map((text) => ({ text: fold(composed(text)), isContent: false }));
  const ofContents = contents
    .filter(isLong)
    .map((text) => ({ text: fold(composed(text.slice(0, MAX_NEEDLE_LENGTH))), isContent: true }));
  const needles = [...ofSecrets, ...ofContents];
  const indexes = [new Pieces(ofSecrets, MIN_END_LENGTH), new Pieces(ofContents, MIN_CONTENT_PIECE_LENGTH)];
  return (text) => (needles.length === 0 ? text : redacted(text, needles, indexes));
}

/** Returns a secret in hex, and in base64 for each of its three possible positions in a group. */
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
    ({ length }) => length >= MIN_ENCODED_LENGTH,
  );
}

function redacted(text: string, needles: readonly Needle[], indexes: readonly Pieces[]): string {
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
    for (const index of indexes) index.matches(reading, folded).filter(isRevealing).forEach(add);
  }
  return replaced(text, ranges);
}

function replaced(text: string, ranges: { start: number; end: number }[]): string {
  let shown = "";
  let position = 0;
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start >= position) shown += text.slice(position, start) + REDACTED;
    position = Math.max(position, end);
  }
  return shown + text.slice(position);
}

/** Finds pieces of the needles in a text. An index has the needles by the first characters of each piece. */
class Pieces {
  readonly #size: number;
  readonly #starts = new Map<string, { readonly needle: Needle; readonly offset: number }[]>();

  constructor(needles: readonly Needle[], size: number) {
    this.#size = size;
    for (const needle of needles) {
      for (let offset = 0; offset + size <= needle.text.length; offset += 1) {
        const piece = needle.text.slice(offset, offset + size);
        const starts = this.#starts.get(piece);
        if (starts === undefined) this.#starts.set(piece, [{ needle, offset }]);
        else if (starts.length < MAX_OFFSETS) starts.push({ needle, offset });
      }
    }
  }

  /**
   * Returns the longest pieces of secrets that a reading contains. Also returns pieces of names and prompts,
   * but only as many as cover all matching text of the reading.
   */
  matches(reading: Reading, folded: string): Match[] {
    if (this.#starts.size === 0) return [];
    const found: Match[] = [];
    for (let at = 0; at + this.#size <= folded.length; at += 1) {
      const here = this.#starts.get(folded.slice(at, at + this.#size)) ?? [];
      let longest: Match | undefined;
      for (const { needle, offset } of here) {
        const isRest = offset > 0 && at > 0 && folded[at - 1] === needle.text[offset - 1];
        if (isRest && !needle.isContent) continue;
        const length = this.#commonLength([folded, at], [needle.text, offset]);
        const match = { needle, reading, at, offset, length };
        if (!needle.isContent) found.push(match);
        else if (length > (longest?.length ?? 0)) longest = match;
      }
      if (longest === undefined) continue;
      found.push(longest);
      // In a repetitive text, a piece begins at every character. Without this jump, the time is quadratic.
      at += longest.length - this.#size;
    }
    return found;
  }

  /** Returns how many code units two texts have in common from these positions on, at least `#size`. */
  #commonLength([text, at]: readonly [string, number], [needle, offset]: readonly [string, number]): number {
    let length = this.#size;
    while (offset + length < needle.length && text[at + length] === needle[offset + length]) length += 1;
    return length;
  }
}

/** Matches the text before a value whose beginning was left out: a mark such as "…", or no text at all. */
const LEFT_OUT = /(^|\.\.|…|\*|x{3})$/i;

/** Reports whether a piece reveals a secret: its start, its end after an omission mark, or most of it. */
function isRevealing(match: Match): boolean {
  const { needle, reading, at, offset, length } = match;
  if (needle.isContent) return true;
  const whole = needle.text.length;
  // A piece with only letters counts as a word, such as "workspace", unless it is most of the secret.
  if (length * 4 <= whole * 3 && /^[a-z]+$/.test(needle.text.slice(offset, offset + length))) return false;
  if (offset === 0 && !isLetter(reading.text, at + length)) return true;
  if (offset + length === whole && LEFT_OUT.test(reading.text.slice(Math.max(0, at - 3), at))) return true;
  return length >= MIN_PIECE_LENGTH && length * 2 >= whole;
}

/** Reports whether no letter or digit is directly before or after a match. */
function isWhole({ reading, at, length }: Match): boolean {
  return !isLetter(reading.text, at - 1) && !isLetter(reading.text, at + length);
}

// No regular expression literals from here on: V8 would build their character tables in every process.

function isLetter(text: string, at: number): boolean {
  return new RegExp(String.raw`[\p{L}\p{N}]`, "u").test(text.charAt(at));
}

/** Returns the text in lower case. Keeps letters whose length would change, so that positions stay valid. */
function fold(text: string): string {
  return text.replace(new RegExp(String.raw`\p{Lu}`, "gu"), (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

/** A character with its marks, or the parts of a Korean syllable, which normal form C may compose. */
const decomposed = () => new RegExp(String.raw`\P{M}\p{M}+|[\u1100-\u11ff]{2,}`, "gu");

function compose(reading: Reading): Reading {
  return decoded(reading, decomposed(), (characters) => characters.normalize("NFC"));
}

function composed(text: string): string {
  return text.replace(decomposed(), (characters) => characters.normalize("NFC"));
}
