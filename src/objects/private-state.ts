import { isObject, parseJson } from "../util/json";
import { historyFrom, type TextHistory } from "./text-edits";

/** Private state: the API address, without credentials, that last showed the object. */
export const SEEN_AT = "seen_at";

/** Private state: when a write ended (ISO 8601), unless the object's own times show the write. */
export const WRITTEN = "written";

/** Private state: histories of texts (`TextHistory`) by attribute. */
export const EDITS = "edits";

/** Older versions stored fingerprints of accepted texts, and of texts that an edit restored. */
export const FINGERPRINTS = ["accepted", "taken_back"] as const;

export interface RememberedPlace {
  /** The address is null after an import, or if an old version wrote the state. */
  readonly seenAt: string | null;
  readonly writtenAt: string | null;
  historyOf(attribute: string, text: string): TextHistory;
}

/** A state file has the private state as base64 of a JSON object, or not at all. */
export function readPrivateState(encoded: unknown): RememberedPlace {
  const text = typeof encoded === "string" ? Buffer.from(encoded, "base64").toString() : "";
  const value = parseJson(text)?.value;
  const valueAt = (key: string) => (isObject(value) ? value[key] : undefined);
  const textAt = (key: string) => {
    const found = valueAt(key);
    return typeof found === "string" ? found : null;
  };
  return {
    seenAt: textAt(SEEN_AT),
    writtenAt: textAt(WRITTEN),
    historyOf: (attribute, stored) => historyIn(valueAt, attribute, stored),
  };
}

export function historyIn(valueAt: (key: string) => unknown, attribute: string, text: string): TextHistory {
  const at = (key: string) => {
    const values = valueAt(key);
    return isObject(values) ? values[attribute] : undefined;
  };
  const history = at(EDITS);
  const older = FINGERPRINTS.map(at).filter((one) => typeof one === "string");
  return isObject(history) ? history : historyFrom(older, text);
}
