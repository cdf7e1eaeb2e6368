/** What stands in place of a secret. */
export const MASK = "(sensitive)";

/**
 * Text beyond this is never shown, so it is not searched either: a hostile answer of many megabytes must not cost
 * seconds. In UTF-16 code units.
 */
const SEARCHED_LENGTH = 64 * 1024;

/** The longest spelling of one character below, in UTF-16 code units (`\\\\uXXXX` twice for a pair, with room). */
const LONGEST_SPELLING = 24;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

/** Makes text from outside fit for an error message or a log: at most `limit` code points on one line, without secrets. */
export type Present = (text: string, limit: number) => string;

/**
 * Removes secrets from text that others wrote. A server may echo the request in its own spelling, so a secret is found
 * in any letter case and also where single characters are escaped as JSON (once or twice), URL or HTML do it.
 */
export function presenter(secrets: readonly string[]): Present {
  const known = secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  const longest = (known[0]?.length ?? 0) * LONGEST_SPELLING;
  const pattern = known.length === 0 ? undefined : new RegExp(known.map(spellings).join("|"), "giu");
  return (text, limit) => {
    const searched = text.slice(0, SEARCHED_LENGTH);
    let shown = pattern === undefined ? searched : searched.replace(pattern, MASK);
    if (searched.length < text.length) {
      // The cut may have left the start of a secret at the end, where the pattern cannot see it.
      shown = shown.slice(0, Math.max(0, shown.length - longest));
    }
    return truncate(shown, limit);
  };
}

/** A pattern for every spelling of a text. Every repetition is bounded, or a hostile text could make matching slow. */
function spellings(text: string): string {
  const parts = text.match(/\\+|[^\\]/gu) ?? [];
  return parts
    .map((part) => (part.startsWith("\\") ? backslashes(part.length) : `(?:${spellingsOf(part).join("|")})`))
    .join("");
}

/** A run of backslashes is one part: taken one by one, they could share out a longer run in too many ways. */
function backslashes(count: number): string {
  return String.raw`(?:\\(?:u005c)?|%5c|&#0{0,5}92;|&#x0{0,5}5c;){${count},${4 * count}}`;
}

function spellingsOf(character: string): string[] {
  const codePoint = character.codePointAt(0) ?? 0;
  const literal = String.raw`\u{${codePoint.toString(16)}}`;
  const json = Array.from(
    { length: character.length },
    (_, index) => String.raw`\\{1,4}u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  );
  const url = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
  const entity = NAMED_ENTITIES[character];
  const escape = SHORT_ESCAPES[character];
  return [
    json.join(""),
    url.join(""),
    `&#0{0,5}${codePoint};`,
    `&#x0{0,5}${codePoint.toString(16)};`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(escape === undefined ? [] : [String.raw`\\{1,4}${escape}`]),
    ...(character === " " ? [String.raw`\+`] : []),
    // Last, because a backslash in front may belong to one of the escapes above.
    String.raw`\\{0,4}${literal}`,
  ];
}

/** Line breaks, control and format characters (which can hide or reorder text on a terminal) and broken surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function visible(character: string): string {
  const escape = SHORT_ESCAPES[character];
  return escape === undefined ? `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}` : `\\${escape}`;
}

function truncate(text: string, limit: number): string {
  // Twice as many code units hold at least `limit` code points; splitting the whole text would be wasteful.
  const characters = Array.from(text.slice(0, 2 * limit + 1).trim());
  const kept = characters.slice(0, limit).join("").replace(INVISIBLE, visible);
  return characters.length > limit ? `${kept}…` : kept;
}
