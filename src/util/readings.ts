import { ENTITY, entityCharacter } from "./entities";

/** A decoded copy of a text. Its code unit `n` stands for code units `starts[n]` to `ends[n]` of the text. */
export interface Reading {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The letters of JSON's short escapes, such as `n` for a line break. */
export const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

/** Largest number of decodings one after the other. A page that quotes a URL within JSON needs three. */
const MAX_DECODERS = 3;
/** Largest number of readings, because each takes nine bytes per code unit. Ordinary texts have few. */
const MAX_READINGS = 24;

type Decode = (source: Reading) => Reading;

/** Returns a text and its copies with decoded escapes (of JSON, URLs, forms, HTML) and with joined lines. */
export function readings(text: string): Reading[] {
  const starts = Uint32Array.from({ length: text.length }, (_, at) => at);
  const found = new Map<string, Reading>([[text, { text, starts, ends: starts.map((at) => at + 1) }]]);
  let last = [...found.values()];
  for (let depth = 0; depth < MAX_DECODERS; depth += 1) {
    const next: Reading[] = [];
    for (const source of last) {
      for (const decode of DECODERS) {
        if (found.size >= MAX_READINGS) break;
        const reading = decode(source);
        if (found.has(reading.text)) continue;
        found.set(reading.text, reading);
        next.push(reading);
      }
    }
    last = next;
  }
  return [...found.values()];
}

/** Returns a reading with all matches of a pattern decoded. Returns the source itself if it has no match. */
export function decoded(source: Reading, escape: RegExp, characters: (match: string) => string): Reading {
  if (source.text.search(escape) === -1) return source;
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let position = 0;
  const copyUntil = (end: number) => {
    pieces.push(source.text.slice(position, end));
    for (; position < end; position += 1) {
      starts.push(source.starts[position]!);
      ends.push(source.ends[position]!);
    }
  };
  for (const { 0: match, index } of source.text.matchAll(escape)) {
    copyUntil(index);
    position += match.length;
    const text = characters(match);
    pieces.push(text);
    for (let unit = 0; unit < text.length; unit += 1) {
      starts.push(source.starts[index]!);
      ends.push(source.ends[position - 1]!);
    }
  }
  copyUntil(source.text.length);
  return { text: pieces.join(""), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

const JSON_ESCAPE = /\\(?:u[0-9a-f]{4}|.)/gis;

function jsonCharacter(escape: string): string {
  if (escape.length === 6) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  const character = escape.charAt(1);
  return Object.keys(SHORT_ESCAPES).find((key) => SHORT_ESCAPES[key] === character) ?? character;
}

const URL_ESCAPE = /(?:%[0-9a-f]{2})+/gi;

function urlCharacters(escapes: string): string {
  return new TextDecoder().decode(Buffer.from(escapes.replaceAll("%", ""), "hex"));
}

/** Line breaks in a long text, spaces that replace them, and invisible characters that allow a break. */
const BREAK =
  /(?:(?<![ \t])[ \t]+)?[\r\n]+[ \t]*|(?<=[\w+/]{16}) +(?=[\w+/]{4})|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** An incomplete escape at the end of the text. */
const BROKEN_ESCAPE = /(?:%[0-9a-f]?|\\(?:u[0-9a-f]{0,3})?|&#?[0-9a-z]{0,7})$/gi;

const form: Decode = (reading) => decoded(reading, /\+/g, () => " ");
const url: Decode = (reading) => decoded(reading, URL_ESCAPE, urlCharacters);

const DECODERS: readonly Decode[] = [
  (reading) => decoded(reading, JSON_ESCAPE, jsonCharacter),
  url,
  (reading) => url(form(reading)),
  (reading) => decoded(reading, ENTITY, (entity) => entityCharacter(entity) ?? entity),
  (reading) => decoded(reading, BREAK, () => ""),
  (reading) => decoded(reading, BROKEN_ESCAPE, () => ""),
];
