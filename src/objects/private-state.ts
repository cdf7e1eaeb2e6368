import { isObject, parseJson } from "../shared/json";

/** Private state: the address, without credentials, of the API that last showed the object. */
export const SEEN_AT = "seen_at";

/** Private state: when the server ended a write (ISO 8601), unless the object's own times show it. */
export const WRITTEN = "written";

/** Private state: fingerprints of the texts last written, adopted or imported, by attribute. */
export const ACCEPTED = "accepted";

/** What the private state of an object says, as far as commands read it. */
export interface RememberedPlace {
  /** Null if the state was written before this provider stored the address, or by an import. */
  readonly seenAt: string | null;
  readonly writtenAt: string | null;
}

/** Decodes the private state of an instance in a state file: the base64 of a JSON object, or nothing. */
export function readPrivateState(encoded: unknown): RememberedPlace {
  const text = typeof encoded === "string" ? Buffer.from(encoded, "base64").toString() : "";
  const value = parseJson(text)?.value;
  const textAt = (key: string) => {
    const found = isObject(value) ? value[key] : undefined;
    return typeof found === "string" ? found : null;
  };
  return { seenAt: textAt(SEEN_AT), writtenAt: textAt(WRITTEN) };
}
