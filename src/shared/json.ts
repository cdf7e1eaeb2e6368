export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined where the text is not JSON. A byte order mark is no part of the text (RFC 8259, 8.1). */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text) as unknown };
  } catch {
    return undefined;
  }
}
