import { isObject, parseJson } from "../util/json";
import { historyFrom, type TextHistory } from "./text-edits";

/** Private state: the address, without credentials, of the API that last showed the object. */
export const SEEN_AT = "seen_at";

/** Private state: when the server ended a write (ISO 8601), unless the object's own times show it. */
export const WRITTEN = "written";

/** Private state: the histories of the texts that have one, by attribute. */
export const EDITS = "edits";

/** Private state of older versions: fingerprints of the accepted texts, and of those that an edit has taken back. */
export const FINGERPRINTS = ["accepted", "taken_back"] as const;

export interface RememberedPlace {
  /** Null if the state was written before this provider stored the address, or by an import. */
  readonly seenAt: string | null;
  readonly writtenAt: string | null;
  historyOf(attribute: string, text: string): TextHistory;
}

/** Decodes the private state of an instance in a state file: the base64 of a JSON object, or nothing. */
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

/** Returns the history of a text. `valueAt` reads the private state, and `text` is the text that the state has. */
export function historyIn(valueAt: (key: string) => unknown, attribute: string, text: string): TextHistory {
  const at = (key: string) => {
    const values = valueAt(key);
    return isObject(values) ? values[attribute] : undefined;
  };
  const history = at(EDITS);
  const older = FINGERPRINTS.map(at).filter((one) => typeof one === "string");
  return isObject(history) ? history : historyFrom(older, text);
}
