/** A quoted string in a text of code, and its position. */
interface Literal {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Comments, and strings of JavaScript or HCL in which nothing is evaluated. */
const PARTS = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`/g;

/** Lists the strings of a script, without those in comments. */
export function literalsOf(script: string): Literal[] {
  return Array.from(script.matchAll(PARTS), ({ 0: text, index }) => ({ text, index }))
    .filter(({ text }) => !text.startsWith("/"))
    .flatMap(({ text, index }) => {
      const value = valueOf(text);
      return value === undefined ? [] : { value, start: index, end: index + text.length };
    });
}

/** Returns the value of a string literal; undefined for a template with expressions, or an invalid one. */
function valueOf(literal: string): string | undefined {
  try {
    const inner = literal.slice(1, -1);
    const json = literal.startsWith('"')
      ? literal
      : `"${inner.replace(/\\(['`])/g, "$1").replace(/"/g, '\\"')}"`;
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}

/** Returns the position of the closing bracket of the array `name`; undefined without such an array. */
export function endOfTable(script: string, name: string): number | undefined {
  const blanked = script.replace(PARTS, (text) => text.replace(/[^\n]/g, " "));
  const declaration = new RegExp(`\\bconst\\s+${name}\\b[^=]*=\\s*\\[`).exec(blanked);
  if (declaration === null) return undefined;
  let depth = 0;
  for (let at = declaration.index + declaration[0].length - 1; at < blanked.length; at += 1) {
    if (blanked[at] === "[") depth += 1;
    if (blanked[at] === "]") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Inserts lines in front of the closing bracket, below the last row. Every existing character stays. */
export function withRows(script: string, end: number, rows: readonly string[]): string {
  const before = script.slice(0, end);
  // The bracket may stand behind the last row on its line.
  const isOnOwnLine = /(^|\n)[ \t]*$/.test(before);
  const lineStart = isOnOwnLine ? before.lastIndexOf("\n") + 1 : end;
  const head = script.slice(0, lineStart);
  const separator = needsComma(head) ? "," : "";
  const lineEnd = script.includes("\r\n") ? "\r\n" : "\n";
  const lines = rows.map((row) => `  ${row},${lineEnd}`).join("");
  if (isOnOwnLine) return separated(head, separator) + lines + script.slice(lineStart);
  return `${head}${separator}${lineEnd}${lines}${script.slice(end)}`;
}

/** Whether the last row, comments aside, lacks its comma. */
function needsComma(head: string): boolean {
  const code = head.replace(PARTS, (text) => (text.startsWith("/") ? " " : text)).trimEnd();
  return !/[[,]$/.test(code);
}

/** Puts a comma behind the last code of a text, in front of comments and line ends that follow it. */
function separated(head: string, separator: string): string {
  if (separator === "") return head;
  const blanked = head.replace(PARTS, (text) => (text.startsWith("/") ? " ".repeat(text.length) : text));
  const end = blanked.trimEnd().length;
  return head.slice(0, end) + separator + head.slice(end);
}
