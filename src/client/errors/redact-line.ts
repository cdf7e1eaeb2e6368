import { redactorOf } from "../../util/redact";
import type { Redact } from "../../util/secrets";

/** Longest text to redact, in UTF-16 code units. The rest is cut, because redacting megabytes takes seconds. */
const SEARCHED_LENGTH = 64 * 1024;

/** In every encoding that `redactorOf` finds, one UTF-16 code unit takes at most this many characters. */
const MAX_SPELLING_LENGTH = 9;

/** The result is on one line, and at most `limit` code points long. */
export type RedactLine = (text: string, limit: number) => string;

/** Returns a function that makes server texts safe to show. `contents`: the texts that the request sends. */
export function lineRedactor(secrets: readonly string[], contents: readonly string[] = []): RedactLine {
  const longest = Math.max(0, ...secrets.map(({ length }) => length)) * MAX_SPELLING_LENGTH;
  // Created when the first text is shown, because most processes show no text.
  let redact: Redact | undefined;
  return (text, limit) => {
    redact ??= redactorOf(secrets, contents);
    const searched = text.slice(0, SEARCHED_LENGTH);
    const shown = redact(searched);
    if (searched.length === text.length) return truncate(shown, limit);
    // The cut may have left a part of a secret at the end, and the search finds only whole secrets.
    return truncate(shown.slice(0, Math.max(0, shown.length - longest)), limit);
  };
}

/** Matches broken surrogates, and what can hide or reorder text. Not a literal (docs/design/speed.md). */
const invisible = () => new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

/** In the short form of JSON, or as `\u{…}`. */
function visible(character: string): string {
  const [escaped] = /^\\[bfnrt]$/.exec(JSON.stringify(character).slice(1, -1)) ?? [];
  return escaped ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function truncate(text: string, limit: number): string {
  // `limit` code points have at most twice as many code units.
  const characters = Array.from(text.slice(0, 2 * limit + 1).trim());
  const kept = characters.slice(0, limit).join("").replace(invisible(), visible);
  return characters.length > limit ? `${kept}…` : kept;
}
