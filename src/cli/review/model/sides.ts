import type { PlannedChange } from "../../engine/plan-json";
import { isList, isObject, type JsonValue } from "../../shared/json";
import type { Value } from "./review";

/** Words in place of a sensitive value within a larger value. */
export const SENSITIVE = "(sensitive value)";

const UNKNOWN = "(known after apply)";

/** One side of a change, at any depth: the value, its sensitive places and its unknown places. */
export interface Side {
  readonly value: JsonValue | undefined;
  /** True if the whole value is sensitive; else shaped like the value, with true at sensitive places. */
  readonly sensitive: JsonValue | undefined;
  readonly unknown: JsonValue | undefined;
}

/** Returns the side before a change. */
export function beforeOf({ before, before_sensitive }: PlannedChange): Side {
  return { value: before, sensitive: before_sensitive, unknown: undefined };
}

/** Returns the side after a change. */
export function afterOf({ after, after_sensitive, after_unknown }: PlannedChange): Side {
  return { value: after, sensitive: after_sensitive, unknown: after_unknown };
}

/** Returns the part of a side below a key or an index. */
export function partOf({ value, sensitive, unknown }: Side, step: string | number): Side {
  return {
    value: below(value, step),
    sensitive: sensitive === true || below(sensitive, step),
    unknown: unknown === true || below(unknown, step),
  };
}

function below(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (isList(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Returns the value of a side without secrets. Null counts as an absent value, unless `counts` is true. */
export function visible(side: Side, counts = false): Value {
  if (side.unknown === true) return { kind: "unknown" };
  if (!counts && isAbsent(side)) return { kind: "absent" };
  if (side.sensitive === true) return { kind: "sensitive" };
  return { kind: "value", value: maskedValue(side) };
}

/** Reports whether a side is null or missing, and stays so at the apply. */
export function isAbsent({ value, unknown }: Side): boolean {
  return (value === undefined || value === null) && !hasMark(unknown);
}

/** Reports whether a mask is true at any place. */
export function hasMark(mask: JsonValue | undefined): boolean {
  if (mask === true) return true;
  if (isList(mask)) return mask.some(hasMark);
  return isObject(mask) && Object.values(mask).some(hasMark);
}

/** Reports whether two masks are true at the same places. At other places, false and missing are equal. */
export function sameMarks(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === true || b === true) return a === b;
  const steps = [a, b].flatMap((mask) => (isObject(mask) || isList(mask) ? Object.keys(mask) : []));
  const at = (mask: JsonValue | undefined, step: string) => below(mask, isList(mask) ? Number(step) : step);
  return steps.every((step) => sameMarks(at(a, step), at(b, step)));
}

/** Returns a mask that is true wherever one of two masks is true. */
export function unionOfMasks(a: JsonValue | undefined, b: JsonValue | undefined): JsonValue {
  if (a === true || b === true) return true;
  if ((isList(a) && isObject(b)) || (isObject(a) && isList(b))) return hasMark(a) || hasMark(b);
  if (isList(a) || isList(b)) {
    const [left, right] = [isList(a) ? a : [], isList(b) ? b : []];
    const length = Math.max(left.length, right.length);
    return Array.from({ length }, (_, i) => unionOfMasks(left[i], right[i]));
  }
  const [left, right] = [isObject(a) ? a : {}, isObject(b) ? b : {}];
  const keys = Object.keys({ ...left, ...right });
  return Object.fromEntries(keys.map((key) => [key, unionOfMasks(left[key], right[key])]));
}

function maskedValue(side: Side): JsonValue {
  if (side.unknown === true) return UNKNOWN;
  if (side.sensitive === true) return SENSITIVE;
  const { value, unknown } = side;
  if (isList(value) || isList(unknown)) {
    const lengths = [value, unknown].map((part) => (isList(part) ? part.length : 0));
    return Array.from({ length: Math.max(...lengths) }, (_, i) => maskedValue(partOf(side, i)));
  }
  if (isObject(value) || isObject(unknown)) {
    return Object.fromEntries(keysOf(side).map((key) => [key, maskedValue(partOf(side, key))]));
  }
  return value ?? null;
}

/** Returns an object's sorted keys, also the keys with unknown values, which `value` does not contain. */
export function keysOf({ value, unknown }: Side): string[] {
  const keys = [value, unknown].flatMap((part) => (isObject(part) ? Object.keys(part) : []));
  return [...new Set(keys)].sort();
}
