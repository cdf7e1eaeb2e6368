import { isUtf8 } from "node:buffer";
import { messageOf } from "./message-of";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Reports whether a value is a JSON object; false for a list and for null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isText = (value: unknown): value is string => typeof value === "string";

export function isListOf<T>(isItem: (item: unknown) => item is T) {
  return (value: unknown): value is readonly T[] => Array.isArray(value) && value.every(isItem);
}

/** Returns the value of a JSON text; undefined if it is not JSON. Skips a byte order mark (RFC 8259, 8.1). */
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

/** Returns the objects of a value: Terraform's JSON syntax allows a list of objects in place of an object. */
export function objectsIn(value: unknown): JsonObject[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Matches a number that is so long that a float may be inexact. */
const NUMBER = String.raw`-?\d[\d.]{15,}(?:[eE][+-]?\d+)?`;

const LONG_NUMBER = new RegExp(`^${NUMBER}$`);

/** Matches a long number or a whole string. Strings are matched so that digits in them stay unchanged. */
const TOKENS = new RegExp(String.raw`"[^"\\]*(?:\\.[^"\\]*)*"|${NUMBER}`, "g");

/**
 * Parses JSON like `JSON.parse`, but keeps a number that a float cannot hold exactly as the string of its
 * digits. Otherwise two different large numbers could look equal.
 */
export function parseExact(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (!/\d[\d.]{15,}/.test(text)) return value;
  try {
    const kept = text.replace(TOKENS, (token) => (isKeptAsText(token) ? `"${token}"` : token));
    return JSON.parse(kept) as JsonValue;
  } catch (error) {
    // A string with millions of escapes overflows the stack of the regular expression.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

export function isKeptAsText(text: string): boolean {
  return LONG_NUMBER.test(text) && String(Number(text)) !== text;
}

/** Reports whether two values are equal, whatever the order of their keys. Undefined equals null. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return canonical(a) === canonical(b);
}

/** Returns the JSON of a value with sorted keys: equal texts mean equal values. */
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
 * Returns the value of a JSON file. Skips a byte order mark.
 * @throws Error naming the file and the place, if the file is not UTF-8 or not JSON, or if writing the value
 * again would lose something: one of two equal keys, or digits of a number
 */
export function parseLossless(file: string, bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8. Save it as UTF-8.`);
  // This also removes a byte order mark.
  const text = new TextDecoder().decode(bytes);
  const value = parse(file, text);
  const again = tokensOf(JSON.stringify(value));
  for (const { token, index } of tokensOf(text)) {
    const kept = again.next().value?.token;
    if (kept === token || (kept !== undefined && isSameText(token, kept))) continue;
    throw new Error(
      `${file}, line ${lineOf(text, index)}: ${token.slice(0, 40)} would be lost or changed if this file were written ` +
        "again. Remove a duplicate key, and write a number that JavaScript changes as a string.",
    );
  }
  return value;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${messageOf(cause)}. Correct it, or restore the file.`, { cause });
  }
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** One text can be written in several ways, for example with or without escapes. */
function isSameText(a: string, b: string): boolean {
  return a.startsWith('"') && b.startsWith('"') && JSON.parse(a) === JSON.parse(b);
}

/** Yields the tokens of a text that is JSON. A regular expression would overflow its stack on long strings. */
function* tokensOf(text: string): Generator<{ readonly token: string; readonly index: number }, undefined> {
  for (let index = 0; index < text.length;) {
    const end = endOfToken(text, index);
    const token = text.slice(index, end);
    if (token.trim() !== "") yield { token, index };
    index = end;
  }
}

function endOfToken(text: string, start: number): number {
  let end = start + 1;
  if (text[start] === '"') {
    while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  if (/[\d.\w-]/.test(text[start]!)) while (/[\d.\w+-]/.test(text[end] ?? "")) end += 1;
  return end;
}

/**
 * Returns the JSON of a report, with a line break at the end. No text in it can be read as a command of a CI system
 * (see `workflow-commands.ts`), because `##[` is escaped.
 */
export function printJson(report: unknown): string {
  return `${JSON.stringify(report, null, 2).replace(/##(?=\w*\[)/g, String.raw`\u0023#`)}\n`;
}
