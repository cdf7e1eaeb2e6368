/** Characters that may hide, reorder or end code: control, format, separator and surrogate characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;

export function withVisibleEscapes(json: string): string {
  const escape = (unit: string) => `\\u${hex(unit.charCodeAt(0), 4)}`;
  return json.replace(HIDDEN, (found) => (found === "\n" ? found : found.split("").map(escape).join("")));
}

export function hclLiteral(text: string): string {
  const escaped = withoutTemplates(text.toWellFormed().replace(/["\\]/g, "\\$&"));
  const escape = (point: number) => (point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`);
  return `"${escaped.replace(HIDDEN, (found) => (found === "\n" ? "\\n" : escape(found.codePointAt(0)!)))}"`;
}

export function withoutTemplates(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
