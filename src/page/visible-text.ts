/**
 * Characters that a reviewer cannot see or that turn text around: controls, format characters (bidirectional overrides,
 * zero-width ones, tags), odd line ends, halves of surrogate pairs, what Unicode lets a font ignore (fillers, joiners and the
 * selectors that can smuggle bytes), and the blank of Braille.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;
/** Visible ones of those classes, and one joiner or selector where a script or an emoji needs it. */
const HARMLESS = new RegExp(
  [
    String.raw`[\u{0600}-\u{0605}\u{06DD}\u{070F}\u{08E2}\u{110BD}\u{110CD}]`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u{200D}(?=\p{Extended_Pictographic})`,
    // The joiner is matched first, and few marks before it: a text of nothing but marks is not walked back from each of them.
    String.raw`[\u{200C}\u{200D}](?<=[\u{0600}-\u{07FF}\u{0900}-\u{0DFF}]\p{M}{0,8}[\u{200C}\u{200D}])`,
    String.raw`(?<=[\p{Extended_Pictographic}#*0-9])[\u{FE0E}\u{FE0F}]`,
  ].join("|"),
  "gu",
);

/**
 * A line with such characters spelled out: `␛`, `⟨U+202E⟩`. Tabs stay. A line break becomes `⏎`, so that the result is one
 * line whatever comes in.
 */
export function makeVisible(line: string): string {
  const harmless = new Set(Array.from(line.matchAll(HARMLESS), ({ index }) => index));
  return line.replace(INVISIBLE, (character, index: number) =>
    harmless.has(index) ? character : spell(character),
  );
}

function spell(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === "\t") return character;
  if (character === "\n") return "⏎";
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return codePoint(code);
}

function codePoint(code: number): string {
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** Blanks that look like a space, such as the one that does not break. */
const ODD_BLANK = /(?! )\p{Zs}/gu;

/** Those of a JSON value, in their order. */
export function oddBlanks(value: string | number | boolean | object | null): string {
  return (JSON.stringify(value).match(ODD_BLANK) ?? []).join("");
}

/** A text with those spelled out. */
export function spellBlanks(text: string): string {
  return text.replace(ODD_BLANK, (blank) => codePoint(blank.codePointAt(0)!));
}

/** Blanks that differ are drawn, since a mark around nothing shows nothing. */
export function drawBlanks(text: string): string {
  return text.replace(/\s/gu, (blank) => {
    if (blank === " ") return "·";
    if (blank === "\t") return "→";
    return /[\r\n\v\f\u2028\u2029]/.test(blank) ? blank : codePoint(blank.codePointAt(0)!);
  });
}
