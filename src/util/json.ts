import { isUtf8 } from "node:buffer";
import { messageOf } from "./message-of";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isText = (value: unknown): value is string => typeof value === "string";

/** Returns undefined for a text that is not JSON. Skips a byte order mark (RFC 8259, 8.1). */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text) as unknown };
  } catch {
    return undefined;
  }
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Terraform's JSON syntax allows a list of objects in place of one object. */
export function objectsIn(value: unknown): JsonObject[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Matches a whole string or, outside of strings, a number, word or sign. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[\w.+-]+|[^\s"]/g;

/**
 * A number that a float cannot hold exactly becomes a string of its digits. Otherwise, two different large
 * numbers could look equal.
 */
export function parseExact(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (!/\d[\d.]{15,}/.test(text)) return value;
  return JSON.parse(
    text.replace(TOKENS, (token) => (isKeptAsText(token) ? `"${token}"` : token)),
  ) as JsonValue;
}

function isKeptAsText(text: string): boolean {
  return /^-?\d[\d.]{15,}(?:[eE][+-]?\d+)?$/.test(text) && String(Number(text)) !== text;
}

/** Ignores the order of keys. Undefined equals null. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return canonical(a) === canonical(b);
}

/** The keys are sorted, so that equal texts mean equal values. */
export function canonical(value: JsonValue | undefined): string {
  return JSON.stringify(sorted(value ?? null));
}

export function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key]!)]),
  );
}

/**
 * @throws Error naming the file and the place if the file is not UTF-8 or not JSON, or if writing the value
 * again would lose one of two equal keys or digits of a number
 */
export function parseLossless(file: string, bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8. Save it as UTF-8.`);
  const text = new TextDecoder().decode(bytes);
  let [value, written]: [unknown, string] = [undefined, ""];
  try {
    value = JSON.parse(text);
    // Fails for values that are nested too deep.
    written = JSON.stringify(value);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${messageOf(cause)}. Correct it, or restore the file.`, { cause });
  }
  const kept = written.match(TOKENS)!;
  for (const [at, { 0: token, index }] of [...text.matchAll(TOKENS)].entries()) {
    // A text may be written with or without escapes.
    if (kept[at] === token || (token.startsWith('"') && kept[at] === JSON.stringify(JSON.parse(token))))
      continue;
    const line = text.slice(0, index).split("\n").length;
    throw new Error(
      `${file}, line ${line}: ${token.slice(0, 40)} would be lost or changed if this file were written ` +
        "again. Remove a duplicate key, and write a number that JavaScript changes as a string.",
    );
  }
  return value;
}

/**
 * Escapes `##[`, so that a CI system reads no text of the report as a command (see `workflow-commands.ts`).
 */
export function printJson(report: unknown): string {
  return `${JSON.stringify(report, null, 2).replace(/##(?=\w*\[)/g, String.raw`\u0023#`)}\n`;
}
