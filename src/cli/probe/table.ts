/** A row of a table: one text for each column. */
export type Row = readonly string[];

const BETWEEN = "  ";

/** Returns rows as a table whose cells wrap at the widths of their columns. */
export function tableOf(rows: readonly Row[], widths: readonly number[]): string {
  return rows.map((row) => linesOf(row, widths)).join("");
}

function linesOf(row: Row, widths: readonly number[]): string {
  const cells = row.map((text, column) => wrapped(text, widths[column]!));
  const height = Math.max(...cells.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) =>
    cells.map((cell, column) => (cell[line] ?? "").padEnd(widths[column]!)).join(BETWEEN),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Wraps a text at blanks. A word that is longer than the width has its own line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
