import type { JsonValue } from "./model";

/** A text, which is passed over, or a number of more characters than a float surely holds. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;
const LONG_NUMBER = /\d[\d.]{15,}/;

/**
 * Reads JSON as `JSON.parse` does, but a number that a float does not hold becomes the text of its digits: two large numbers
 * that differ must not look the same. Throws SyntaxError.
 */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  if (!LONG_NUMBER.test(text)) return value;
  return JSON.parse(
    text.replace(TOKENS, (token) =>
      token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
    ),
  ) as JsonValue;
}
