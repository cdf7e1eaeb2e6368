export type JsonObject = Readonly<Record<string, unknown>>;

/** Reports whether a value is a JSON object; false for a list and for null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

/** Reports whether a string looks like a long number that `parseExact` kept as text. */
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
