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
