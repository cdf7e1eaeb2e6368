import { redactorOf } from "../../util/redact";
import type { Redact } from "../../util/secrets";

/** The length is in UTF-16 code units. More text is cut off, because redacting megabytes takes seconds. */
const SEARCHED_LENGTH = 64 * 1024;

/** An encoding in `redactorOf` uses at most this many characters for one UTF-16 code unit. */
const MAX_SPELLING_LENGTH = 9;

/** Returns one line of at most `limit` code points. */
export type RedactLine = (text: string, limit: number) => string;

export function lineRedactor(secrets: readonly string[], contents: readonly string[] = []): RedactLine {
  const longest = Math.max(0, ...secrets.map(({ length }) => length)) * MAX_SPELLING_LENGTH;
  // Most processes show no text, so the search for secrets is created with the first text.
  let redact: Redact | undefined;
  return (text, limit) => {
    redact ??= redactorOf(secrets, contents);
    const searched = text.slice(0, SEARCHED_LENGTH);
    const shown = redact(searched);
    if (searched.length === text.length) return truncate(shown, limit);
    // The search does not find a secret that the cut has split, so the end is dropped.
    return truncate(shown.slice(0, Math.max(0, shown.length - longest)), limit);
  };
}

/**
 * Matches lone surrogates, and characters that can hide or reorder text. A regex literal would be slow
 * (docs/design/speed.md).
 */
const invisible = () => new RegExp(String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

function visible(character: string): string {
  const [escaped] = /^\\[bfnrt]$/.exec(JSON.stringify(character).slice(1, -1)) ?? [];
  return escaped ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function truncate(text: string, limit: number): string {
  // A text of `limit` code points has at most twice as many code units.
  const characters = Array.from(text.slice(0, 2 * limit + 1).trim());
  const kept = characters.slice(0, limit).join("").replace(invisible(), visible);
  return characters.length > limit ? `${kept}…` : kept;
}
