/** Characters that can hide, reorder or end code: control, format, separator and surrogate characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

export function withVisibleEscapes(json: string): string {
  return json.replace(HIDDEN, (character) => (character === "\n" ? character : escapeUnits(character)));
}

export function hclLiteral(text: string): string {
  const escaped = withoutTemplates(text.replace(/["\\]/g, "\\$&"))
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r")
    .replace(/\t/g, "\\t")
    .replace(HIDDEN, hclEscape);
  return `"${escaped}"`;
}

/** Returns a text in which Terraform evaluates nothing, for a string of its JSON syntax. */
export function withoutTemplates(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

/** JSON escapes UTF-16 code units. */
function escapeUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
    .join("");
}

/** HCL escapes code points. A lone surrogate, which only JSON can hold, becomes the replacement character. */
function hclEscape(character: string): string {
  const point = character.codePointAt(0)!;
  if (point >= 0xd800 && point <= 0xdfff) return "\\ufffd";
  return point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
