/**
 * Characters that are invisible or reorder text: control and format characters, unusual line ends, lone
 * surrogates, fillers, joiners, selectors, and the Braille blank.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;
/**
 * Characters that `INVISIBLE` matches, but that stay: visible characters, and joiners and selectors that a
 * script or emoji needs.
 */
const HARMLESS = new RegExp(
  [
    String.raw`[\u{0600}-\u{0605}\u{06DD}\u{070F}\u{08E2}\u{110BD}\u{110CD}]`,
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u{200D}(?=\p{Extended_Pictographic})`,
    // The pattern looks back at no more than 8 marks: a text full of marks must not take quadratic time.
    String.raw`[\u{200C}\u{200D}](?<=[\u{0600}-\u{07FF}\u{0900}-\u{0DFF}]\p{M}{0,8}[\u{200C}\u{200D}])`,
    String.raw`(?<=[\p{Extended_Pictographic}#*0-9])[\u{FE0E}\u{FE0F}]`,
  ].join("|"),
  "gu",
);

/** Returns a line with invisible characters spelled out, as `␛`, `⟨U+202E⟩` or `⏎`. Tabs stay. */
export function makeVisible(line: string): string {
  // Most lines have no invisible character, and the search for harmless characters takes longer.
  if (line.search(INVISIBLE) < 0) return line;
  const harmless = new Set(Array.from(line.matchAll(HARMLESS), ({ index }) => index));
  return line.replace(INVISIBLE, (sign, index: number) => (harmless.has(index) ? sign : spell(sign)));
}

export function visibleLines(text: string): string {
  return text.split("\n").map(makeVisible).join("\n");
}

function spell(character: string): string {
  const code = character.codePointAt(0)!;
  if (character === "\t") return character;
  if (character === "\n") return "⏎";
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return codePoint(character);
}

function codePoint(character: string): string {
  return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

const ODD_BLANK = /(?! )\p{Zs}/gu;

export function oddBlanks(value: string | number | boolean | object | null): string {
  return (JSON.stringify(value).match(ODD_BLANK) ?? []).join("");
}

export function spellBlanks(text: string): string {
  return text.replace(ODD_BLANK, codePoint);
}

/** Draws spaces and tabs as `·` and `→`, for texts that differ only in white space. */
export function drawBlanks(text: string): string {
  return text.replace(/\s/gu, (blank) => {
    if (blank === " ") return "·";
    if (blank === "\t") return "→";
    return /[\r\n\v\f\u2028\u2029]/.test(blank) ? blank : codePoint(blank);
  });
}
