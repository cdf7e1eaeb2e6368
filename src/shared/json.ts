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
