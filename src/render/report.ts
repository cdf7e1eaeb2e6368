import { makeVisible } from "./visible-text";

/**
 * Returns what a command prints for readers: paragraphs of lines, separated by an empty line. Omits empty
 * paragraphs. Prints each line as one line, with invisible characters spelled out.
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
