import { makeVisible } from "./visible-text";

/**
 * Joins paragraphs of lines with an empty line between paragraphs. Omits empty paragraphs. Spells out
 * invisible characters, so each line stays one line.
 */
export function printReport(...paragraphs: readonly (readonly string[])[]): string {
  return paragraphs
    .filter(({ length }) => length > 0)
    .map((lines) => lines.map((line) => `${makeVisible(line)}\n`).join(""))
    .join("\n");
}

export function when(condition: boolean, line: string): string[] {
  return condition ? [line] : [];
}

export function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title} (${items.length}):`, ...items.map((item) => `  ${item}`)];
}
