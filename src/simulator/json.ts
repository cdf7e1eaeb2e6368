/** Deepest nesting of a body. A guess, as section 8 shows no limit: deeper values overflow the stack. */
export const DEEPEST = 500;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the JSON value of a body; undefined if it is not JSON in UTF-8 or is nested too deep. */
export function parseBody(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Reports whether a value has more levels of objects and lists. True for a value that contains itself. */
export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

/** Reports whether a Content-Type header names JSON. */
export function isJsonType(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}
