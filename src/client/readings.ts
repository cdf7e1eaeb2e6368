/** From where to where in a text, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A decoded copy of a text; `origins` says for each of its code units which part of the text it stands for. */
export interface Decoded {
  readonly text: string;
  readonly origins: readonly Range[];
}

/** What stands after the backslash in JSON. */
export const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

/** The ways to read a text, in the nestings that servers produce; what has nothing to decode is read once. */
export function readings(text: string): Decoded[] {
  const plain = {
    text,
    origins: Array.from({ length: text.length }, (_, at) => ({ start: at, end: at + 1 })),
  };
  const json = decode(plain, JSON_ESCAPE, jsonCharacter);
  const url = (reading: Decoded) => decode(reading, URL_ESCAPE, urlCharacters);
  const html = (reading: Decoded) => decode(reading, HTML_ESCAPE, htmlCharacter);
  const form = (reading: Decoded) => url(decode(reading, /\+/g, () => " "));
  const all = [
    plain,
    json,
    decode(json, JSON_ESCAPE, jsonCharacter),
    ...[plain, json].flatMap((r) => [url(r), form(r), html(r)]),
  ];
  return [...new Set(all)];
}

/** The very source where it holds nothing to decode. */
function decode(source: Decoded, escape: RegExp, characters: (match: string) => string): Decoded {
  if (source.text.search(escape) === -1) return source;
  let text = "";
  const origins: Range[] = [];
  let position = 0;
  const copyUntil = (end: number) => {
    text += source.text.slice(position, end);
    for (; position < end; position += 1) {
      origins.push(source.origins[position]!);
    }
  };
  for (const { 0: match, index } of source.text.matchAll(escape)) {
    copyUntil(index);
    position += match.length;
    const origin = { start: source.origins[index]!.start, end: source.origins[position - 1]!.end };
    const decoded = characters(match);
    text += decoded;
    origins.push(...Array.from({ length: decoded.length }, () => origin));
  }
  copyUntil(source.text.length);
  return { text, origins };
}

const JSON_ESCAPE = /\\(?:u[0-9a-f]{4}|.)/gis;

function jsonCharacter(escape: string): string {
  if (escape.length === 6) {
    return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  }
  const character = escape.charAt(1);
  return Object.keys(SHORT_ESCAPES).find((key) => SHORT_ESCAPES[key] === character) ?? character;
}

const URL_ESCAPE = /(?:%[0-9a-f]{2})+/gi;

function urlCharacters(escapes: string): string {
  return new TextDecoder().decode(Buffer.from(escapes.replaceAll("%", ""), "hex"));
}

const HTML_ESCAPE = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);/gi;
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function htmlCharacter(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) {
    return NAMED_ENTITIES[name]!;
  }
  const codePoint = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : "";
}
