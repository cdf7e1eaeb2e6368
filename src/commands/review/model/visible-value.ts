import { isAbsent, keysOf, partOf, type Side } from "../../../estate/engine/plan-sides";
import { isList, isObject, type JsonValue } from "../../../util/json";
import type { Value } from "./review";

/** Words in place of a sensitive value within a larger value. */
export const SENSITIVE = "(sensitive value)";

/** Words in place of an unknown value within a larger value. */
export const UNKNOWN = "(known after apply)";

/** Returns the value of a side without secrets. Null counts as an absent value, unless `counts` is true. */
export function visible(side: Side, counts = false): Value {
  if (side.unknown === true) return { kind: "unknown" };
  if (!counts && isAbsent(side)) return { kind: "absent" };
  if (side.sensitive === true) return { kind: "sensitive" };
  return { kind: "value", value: redactedValue(side) };
}

/** Returns a text without secrets: words in parentheses in place of a sensitive or unknown text. */
export function visibleText(side: Side): string {
  return String(redactedValue(side) ?? "");
}

function redactedValue(side: Side): JsonValue {
  if (side.unknown === true) return UNKNOWN;
  if (side.sensitive === true) return SENSITIVE;
  const { value, unknown } = side;
  if (isList(value) || isList(unknown)) {
    const lengths = [value, unknown].map((part) => (isList(part) ? part.length : 0));
    return Array.from({ length: Math.max(...lengths) }, (_, i) => redactedValue(partOf(side, i)));
  }
  if (isObject(value) || isObject(unknown)) {
    return Object.fromEntries(keysOf(side).map((key) => [key, redactedValue(partOf(side, key))]));
  }
  return value ?? null;
}
