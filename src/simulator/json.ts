/** A guess, as section 8 shows no limit: deeper values overflow the stack where they are recorded and shown. */
export const DEEPEST = 500;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a body, or undefined where it is not JSON in UTF-8 or is nested too deep. */
export function parseJson(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(body));
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Objects and lists in more than so many levels; what holds itself is endless. */
export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

export function isJsonType(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
