import { parseJson } from "../../shared/json";
import type { Kind } from "../workspace/objects";
import type { DeclaredObject } from "./format";

interface Literal {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Matches comments, and strings of JavaScript or HCL in which nothing is evaluated. */
const PARTS = /\/\/.*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`/g;

/** Lists the string literals of a script, without comments. */
function literalsOf(script: string): Literal[] {
  return Array.from(script.matchAll(PARTS), ({ 0: text, index }) => ({ text, index }))
    .filter(({ text }) => !text.startsWith("/"))
    .flatMap(({ text, index }) => {
      const value = valueOf(text);
      return value === undefined ? [] : { value, start: index, end: index + text.length };
    });
}

/** Returns the value of a string literal; undefined if it has expressions or is invalid. */
function valueOf(literal: string): string | undefined {
  const inner = literal.slice(1, -1);
  const json = `"${inner.replace(/\\(['`])/g, "$1").replace(/"/g, '\\"')}"`;
  return parseJson(literal.startsWith('"') ? literal : json)?.value as string | undefined;
}

/**
 * Returns the start of the array `clusters` or `snippets`, and the place of its closing bracket; undefined if
 * the script declares no such array.
 */
export function tableIn(script: string, kind: Kind): { start: number; end: number } | undefined {
  const blanked = script.replace(PARTS, (text) => text.replace(/[^\n]/g, " "));
  const declaration = new RegExp(`\\bconst\\s+${kind}s\\b[^=]*=\\s*\\[`).exec(blanked);
  if (declaration === null) return undefined;
  let depth = 0;
  for (let at = declaration.index + declaration[0].length - 1; at < blanked.length; at += 1) {
    if (blanked[at] === "[") depth += 1;
    if (blanked[at] === "]") depth -= 1;
    if (depth === 0) return { start: declaration.index, end: at };
  }
  return undefined;
}

/** Inserts lines in front of the closing bracket, below the last row. Every existing character stays. */
export function withRows(script: string, end: number, rows: readonly string[]): string {
  const before = script.slice(0, end);
  // The closing bracket may be on the line of the last row.
  const isOnOwnLine = /(^|\n)[ \t]*$/.test(before);
  const lineStart = isOnOwnLine ? before.lastIndexOf("\n") + 1 : end;
  const head = withComma(script.slice(0, lineStart));
  const lineEnd = script.includes("\r\n") ? "\r\n" : "\n";
  const lines = rows.map((row) => `  ${row},${lineEnd}`).join("");
  return `${head}${isOnOwnLine ? "" : lineEnd}${lines}${script.slice(lineStart)}`;
}

/** Adds a comma after the last row if the row has none. Comments after the row stay after the comma. */
function withComma(head: string): string {
  const blanked = head.replace(PARTS, (text) => (text.startsWith("/") ? " ".repeat(text.length) : text));
  const code = blanked.trimEnd();
  return /[[,]$/.test(code) ? head : `${head.slice(0, code.length)},${head.slice(code.length)}`;
}

/** A row of objects.ts, as far as a later export needs it. */
interface Row extends DeclaredObject {
  /** The place of the property that imports the object, with the comma in front of it. */
  readonly importProperty: { readonly start: number; readonly end: number } | undefined;
}

/** Reads the rows of one table, which the script must declare. */
export function rowsOf(script: string, kind: Kind): Row[] {
  const { start, end } = tableIn(script, kind)!;
  const properties = literalsOf(script)
    .filter((literal) => literal.start > start && literal.end <= end)
    .flatMap((literal) => {
      const key = /([{,]\s*)(?:"?(\w+)"?)\s*:\s*$/.exec(script.slice(start, literal.start));
      return key === null ? [] : { ...literal, key: key[2]!, from: start + key.index };
    });
  const heads = properties.filter(({ key }) => key === "id");
  return heads.map((head, index) => {
    const next = heads[index + 1]?.start ?? end;
    const own = properties.filter((property) => property.start >= head.start && property.start < next);
    const valueOf = (key: string) => own.find((property) => property.key === key);
    const imported = valueOf("objectId");
    return {
      kind,
      codeId: head.value,
      name: valueOf("name")?.value ?? null,
      objectId: imported?.value,
      importProperty: imported && { start: imported.from, end: imported.end },
    };
  });
}
