import type { JsonValue } from "./model";

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
