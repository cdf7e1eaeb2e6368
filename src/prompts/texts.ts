/**
 * Returns a pattern of line breaks, control and format characters and broken surrogates, which could command
 * a terminal, or hide and reorder its text. Joiners are left out, because they only shape letters. This is a
 * function, because V8 resolves the character classes of a literal even in processes that never use it.
 */
export const invisible = () =>
  new RegExp(String.raw`(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

/** Returns a text as a string literal of JavaScript: in quotes, on one line, with every character visible. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(invisible(), (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/**
 * Most bytes of a text as JSON in UTF-8. The client refuses responses above 8 MiB, and a response holds other fields,
 * too. An object with a longer text could be created, but neither read nor deleted afterwards.
 */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024 - 64 * 1024;

/** Returns what is wrong with a text that no response can hold, as the end of a sentence. Otherwise undefined. */
export function problemOfLength(text: string): string | undefined {
  // No UTF-16 unit takes more than the six bytes of \u0000.
  if (text.length * 6 < MAX_TEXT_BYTES) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(text));
  if (bytes <= MAX_TEXT_BYTES) return undefined;
  const [is, most] = [bytes, MAX_TEXT_BYTES].map((size) => (size / 1024 ** 2).toFixed(1));
  return (
    `has ${is} MiB as JSON. With more than ${most} MiB, its object could be created, but no response could hold it ` +
    "afterwards, so it could neither be planned nor deleted. Write a shorter text"
  );
}
