import { readings, SHORT_ESCAPES, type Decoded, type Range } from "./readings";

/** What stands in place of a secret. */
export const MASK = "(sensitive)";

/**
 * Text beyond this is never shown, so it is not searched either: a hostile answer of many megabytes must not cost
 * seconds. In UTF-16 code units.
 */
const SEARCHED_LENGTH = 64 * 1024;

/** In UTF-16 code units. Shorter values stand in every other word: without them, no error could be read. */
const SHORTEST_SECRET = 4;

/** More than any escaping below makes of one UTF-16 code unit. */
const LONGEST_SPELLING = 24;

/** Makes text from outside fit for an error message or a log: at most `limit` code points on one line, without secrets. */
export type Present = (text: string, limit: number) => string;

/**
 * Removes secrets from text that others wrote. A server may echo the request in its own spelling, so a secret is found
 * in any letter case, where it is escaped as JSON (once or twice), URL, form or HTML do it, and in base64 and hex.
 *
 * The search is a plain one over decoded copies of the text, not a pattern made of the secret: such a pattern can get
 * slow or too large, and the error about it would show the secret.
 */
export function presenter(secrets: readonly string[]): Present {
  // Made when something is to be shown: in most processes nothing is, and the first read would wait for it.
  let spellings: readonly string[] | undefined;
  return (text, limit) => present(text, limit, (spellings ??= spellingsOf(secrets)));
}

function present(text: string, limit: number, wanted: readonly string[]): string {
  const searched = text.slice(0, SEARCHED_LENGTH);
  let shown = mask(searched, wanted);
  if (searched.length < text.length) {
    // The cut may have left the start of a secret at the end, where the search cannot see it.
    const longest = Math.max(0, ...wanted.map(({ length }) => length)) * LONGEST_SPELLING;
    shown = shown.slice(0, Math.max(0, shown.length - longest));
  }
  return truncate(shown, limit);
}

/** What a text is searched for. */
function spellingsOf(secrets: readonly string[]): readonly string[] {
  return secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, ...encoded(secret)])
    .map(fold);
}

/** Fewer characters of base64 or hex stand in too many texts. */
const SHORTEST_ENCODED = 8;

/**
 * What base64 and hex make of a secret, also within a longer text: it may begin at any of three places of a base64 group.
 * `src/plugin/process` has the same for what it prints; neither folder may import the other.
 */
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

function mask(text: string, wanted: readonly string[]): string {
  const ranges = readings(text).flatMap((reading) => {
    const folded = { ...reading, text: fold(reading.text) };
    return wanted.flatMap((secret) => [...occurrences(folded, secret), ...brokenOff(folded, secret)]);
  });
  let shown = "";
  let position = 0;
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start >= position) {
      shown += text.slice(position, start) + MASK;
    }
    position = Math.max(position, end);
  }
  return shown + text.slice(position);
}

function occurrences({ text, origins }: Decoded, secret: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    found.push({ start: origins[at]!.start, end: origins[at + secret.length - 1]!.end });
  }
  return found;
}

const BROKEN_ESCAPE = /(%[0-9a-f]?|\\(u[0-9a-f]{0,3})?|&#?[0-9a-z]{0,7})$/i;

/** What a message puts after a part of a request that it repeats. */
const AFTER_CUT = " \r\n\t.…,;:!\"'`´’”»)]}>\\";

/** In UTF-16 code units. Less of a secret tells little, and ends many a word. */
const SHORTEST_START = 6;

/**
 * The start of a secret at the end of a text: an answer may be cut off in the middle of one, and so may the part of a request that a
 * message repeats. Letters alone are a word ("workspace") unless they are most of the secret.
 */
function brokenOff(reading: Decoded, secret: string): Range[] {
  const whole = reading.text.length;
  const escape = BROKEN_ESCAPE.exec(reading.text.slice(-10))?.[0].length ?? 0;
  // What looks like a broken escape may be of the secret itself.
  return [...new Set([whole, whole - escape])].flatMap((end) => startAt(end, reading, secret));
}

function startAt(cut: number, { text, origins }: Decoded, secret: string): Range[] {
  let end = cut;
  while (end > 0 && AFTER_CUT.includes(text.charAt(end - 1))) end -= 1;
  const last = text.slice(Math.max(0, end - secret.length + 1), end);
  for (let length = last.length; length >= SHORTEST_START; length -= 1) {
    const start = last.slice(-length);
    if (!secret.startsWith(start)) continue;
    const isWord = /^[a-z]+$/.test(start) && length * 4 <= secret.length * 3;
    return isWord ? [] : [{ start: origins[end - length]!.start, end: origins[end - 1]!.end }];
  }
  return [];
}

/** Lower case without a change of length, so that positions stay what they are. */
function fold(text: string): string {
  // No literal, here and below: V8 looks up the letters of one in every process, also where nothing is ever folded.
  return text.replace(new RegExp(String.raw`\p{Lu}`, "gu"), (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

/** Line breaks, control and format characters (which can hide or reorder text on a terminal) and broken surrogates. */
const invisible = () => new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

function visible(character: string): string {
  const escape = SHORT_ESCAPES[character];
  return escape === undefined ? `\\u{${character.codePointAt(0)!.toString(16)}}` : `\\${escape}`;
}

function truncate(text: string, limit: number): string {
  // Twice as many code units hold at least `limit` code points; splitting the whole text would be wasteful.
  const characters = Array.from(text.slice(0, 2 * limit + 1).trim());
  const kept = characters.slice(0, limit).join("").replace(invisible(), visible);
  return characters.length > limit ? `${kept}…` : kept;
}
