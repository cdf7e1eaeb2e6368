export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

type JsonObject = { readonly [key: string]: JsonValue };

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A number of more characters than a float surely holds. */
const NUMBER = String.raw`-?\d[\d.]{15,}(?:[eE][+-]?\d+)?`;

const LONG_NUMBER = new RegExp(`^${NUMBER}$`);

/** A text, which is passed over, or such a number. */
const TOKENS = new RegExp(String.raw`"[^"\\]*(?:\\.[^"\\]*)*"|${NUMBER}`, "g");

/**
 * Reads JSON as `JSON.parse` does, but a number that a float does not hold becomes the text of its digits: two large numbers
 * that differ must not look the same. Throws SyntaxError.
 */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (!/\d[\d.]{15,}/.test(text)) return value;
  try {
    const kept = text.replace(TOKENS, (token) => (isKeptAsText(token) ? `"${token}"` : token));
    return JSON.parse(kept) as JsonValue;
  } catch (error) {
    // A text with millions of escapes is more than the engine of patterns takes.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** Whether these are the digits of such a number; a text may have them too. */
export function isKeptAsText(text: string): boolean {
  return LONG_NUMBER.test(text) && String(Number(text)) !== text;
}

export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return canonical(a) === canonical(b);
}

/** The same text for values that are equal, whatever the order of their keys. */
export function canonical(value: JsonValue | undefined): string {
  return JSON.stringify(sorted(value ?? null));
}

/** The value with the keys of its objects in one order. */
export function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key]!)]),
  );
}
