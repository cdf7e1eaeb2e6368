import { attributesOf, type ObjectValue, type Type, Unknown, type Value, ValueError } from "./value";

/**
 * A value from provider code. Undefined means a forgotten attribute: an error, never null. The functions
 * below throw ValueError for null, for unknown and for a value of another type.
 */
export type Given = Value | undefined;

export function requireString(value: Given): string {
  if (typeof value !== "string") throw mismatch("a string", value);
  return value;
}

export function requireNumber(value: Given): number {
  if (typeof value !== "number") throw mismatch("a number", value);
  return exactNumber(value);
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
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw mismatch("an object", value);
  return value as ObjectValue;
}

/** Names the kind of the wrong value. Never names the value itself, because it may be a secret. */
export function mismatch(wanted: string, value: Given): ValueError {
  return new ValueError(`${wanted} is required, found ${kindOf(value)}`);
}

function kindOf(value: Given): string {
  if (value === undefined) return "nothing (use null for a value that is not set)";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "boolean") return "a bool";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Returns the number, and 0 for -0, which Terraform does not have. Throws ValueError if it may be rounded. */
export function exactNumber(number: number): number {
  if (Number.isSafeInteger(number)) return number + 0;
  if (Number.isFinite(number) && !Number.isInteger(number)) return number;
  throw new ValueError("the number is too large for the provider, which handles numbers up to 2^53-1");
}

const NUMBER_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Parses `12`, `-0.5`, `.5` or `1e-7`. Rounds a fraction to the nearest double, as of `10 / 3`, which Terraform
 * sends with 150 digits. Throws ValueError for other text, and for a number that is too large.
 */
export function parseNumber(text: string): number {
  if (!NUMBER_TEXT.test(text)) throw new ValueError("this text is not a decimal number");
  return exactNumber(Number(text));
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Returns a text in Unicode form NFC, only to compare and never to send (docs/design/protocol-sdk.md). */
export function normaliseText(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** Returns the same text; throws ValueError for a lone surrogate, which UTF-8 cannot represent. */
export function wellFormed(text: string): string {
  if (!text.isWellFormed()) {
    throw new ValueError("a text contains a lone surrogate, which Terraform cannot represent");
  }
  return text;
}

/** The prototype of decoded objects. Empty, because attributes may be named `__proto__` or `constructor`. */
const NO_NAMES: object = Object.freeze(Object.create(null));

/**
 * Returns a constructor of empty objects for one object type. V8 gives all objects of one constructor the
 * same hidden class. Compared with an object of `Object.create(null)`, such an object is twice as fast to
 * fill and ten times as fast to list.
 */
export function objectShape(): new () => Record<string, Value> {
  const shape = function () {} as unknown as new () => Record<string, Value>;
  shape.prototype = NO_NAMES;
  return shape;
}

export function attributeValue(object: ObjectValue, name: string): Given {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Reports whether Terraform considers two values of a type equal. Compares texts in Unicode normal form; all
 * unknown values are equal. Throws ValueError for a value of another type.
 */
export function valuesEqual(type: Type, a: Given, b: Given): boolean {
  if (a === b) return true;
  if (a === null || b === null || a instanceof Unknown || b instanceof Unknown) {
    return a instanceof Unknown && b instanceof Unknown;
  }
  switch (type.kind) {
    case "string":
      return normaliseText(requireString(a)) === normaliseText(requireString(b));
    case "number":
      return requireNumber(a) === requireNumber(b);
    case "bool":
      return false;
    case "list": {
      const left = requireElements(a);
      const right = requireElements(b);
      return (
        left.length === right.length &&
        left.every((element, index) => valuesEqual(type.element, element, right[index]))
      );
    }
    case "object": {
      const left = requireObject(a);
      const right = requireObject(b);
      return attributesOf(type).every(({ name, type: attribute }) =>
        valuesEqual(attribute, attributeValue(left, name), attributeValue(right, name)),
      );
    }
  }
}
