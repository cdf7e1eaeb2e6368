import { Decimal, type NumberValue } from "./number";
import { ValueError } from "./path";
import type { ObjectValue, Value } from "./value";

/**
 * A value from provider code. Undefined means a forgotten attribute: an error, never null. The functions
 * below throw ValueError for null, for unknown and for a value of another type.
 */
export type Given = Value | undefined;

export function requireString(value: Given): string {
  if (typeof value !== "string") throw mismatch("a string", value);
  return value;
}

export function requireNumber(value: Given): NumberValue {
  if (typeof value !== "number" && typeof value !== "bigint" && !(value instanceof Decimal)) {
    throw mismatch("a number", value);
  }
  return value;
}

export function requireBool(value: Given): boolean {
  if (typeof value !== "boolean") throw mismatch("a bool", value);
  return value;
}

export function requireElements(value: Given): readonly Value[] {
  if (!Array.isArray(value)) throw mismatch("a list (an array)", value);
  return value;
}

export function requireObject(value: Given): ObjectValue {
  if (typeof value !== "object" || value === null || Array.isArray(value) || value instanceof Decimal) {
    throw mismatch("an object", value);
  }
  return value as ObjectValue;
}

/** Names the kind of the wrong value. Never names the value itself, because it may be a secret. */
function mismatch(wanted: string, value: Given): ValueError {
  return new ValueError(`${wanted} is required, found ${describe(value)}`);
}

function describe(value: Given): string {
  if (value === undefined) return "nothing (use null for a value that is not set)";
  if (Array.isArray(value)) return "an array";
  if (value instanceof Decimal || typeof value === "bigint") return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
