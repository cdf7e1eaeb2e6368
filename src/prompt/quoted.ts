/**
 * Line breaks, control and format characters and broken surrogates: they could command a terminal, or hide and reorder
 * what it shows. Joiners only shape the letters beside them. Made when it is used: V8 looks up the characters of a literal in
 * every process.
 */
export const invisible = () =>
  new RegExp(String.raw`(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]`, "gu");

/** A text in quotes on one line with every character visible. It is a string literal of JavaScript too. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(invisible(), (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
