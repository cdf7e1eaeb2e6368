import { onceForEach } from "../../util/lists";

/** A value that is known only after the apply. */
export class Unknown {
  /**
   * `refinement` is what Terraform already knows about a configured value that is still unknown, for example
   * that it is not null. It has Terraform's encoding. A plan returns it to Terraform, so that Terraform can
   * also refine the values that depend on the attribute.
   */
  constructor(readonly refinement?: Uint8Array) {}
}

export const unknown = new Unknown();

export function isUnknown(value: Value): value is Unknown {
  return value instanceof Unknown;
}

export function isWhollyKnown(value: Value): boolean {
  if (isUnknown(value)) return false;
  return value === null || typeof value !== "object" || Object.values(value).every(isWhollyKnown);
}

/** The values of an object by attribute name. Decoded objects have every attribute and inherit nothing. */
export interface ObjectValue {
  readonly [attribute: string]: Value;
}

/**
 * A value of any `Type`. A list is an array. A value of any type may be null or unknown. A number is finite,
 * and a whole number is at most 2^53-1 from zero.
 */
export type Value = null | Unknown | string | boolean | number | readonly Value[] | ObjectValue;

/** A value from provider code. Undefined means a forgotten attribute: an error, never null. */
export type Given = Value | undefined;

/** A type of Terraform's type system (cty). No schema uses sets, maps, tuples or `dynamic`. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list"; readonly element: Type }
  | ObjectType;

export type ObjectType = { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> };

export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  list: (element: Type): Type => ({ kind: "list", element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({ kind: "object", attributes }),
} as const satisfies Record<string, Type | ((inner: never) => Type)>;

/** The prototype of decoded objects. Empty, because attributes may be named `__proto__` or `constructor`. */
const NO_NAMES: object = Object.freeze(Object.create(null));

/** Lists the attributes of an object type, sorted by name as in Terraform. Names are ASCII and below 32 characters. */
export const layoutOf = onceForEach(({ attributes }: ObjectType) => {
  // V8 gives all objects of one constructor the same hidden class. Compared with an object of
  // `Object.create(null)`, such an object is twice as fast to fill and ten times as fast to list.
  const Shape = function () {} as unknown as new () => Record<string, Value>;
  Shape.prototype = NO_NAMES;
  return {
    Shape,
    attributes: Object.entries(attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ name, type, key: Buffer.from([0xa0 | name.length, ...Buffer.from(name)]) })),
  };
});

/** Returns the JSON form of a type: `"string"`, `["list","string"]`, `["object",{…}]`. */
export function typeToJson(type: Type): unknown {
  if (type.kind === "list") return ["list", typeToJson(type.element)];
  if (type.kind !== "object") return type.kind;
  const entries = layoutOf(type).attributes.map(({ name, type: inner }) => [name, typeToJson(inner)]);
  return ["object", Object.fromEntries(entries)];
}

/** A malformed value. The message has the outermost attribute, never the value: it may be secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    readonly reason: string,
    readonly attribute?: string,
  ) {
    super(attribute === undefined ? reason : `${attribute}: ${reason}`);
  }
}

/** Returns the error with the attribute in which it occurred. Any other error stays the same. */
export function inside(attribute: string, error: unknown): unknown {
  return error instanceof ValueError ? new ValueError(error.reason, attribute) : error;
}

/** Does not say what was found, which may be a secret. */
export function missing(wanted: string): ValueError {
  return new ValueError(`${wanted} is required`);
}

export function requireString(value: Given): string {
  if (typeof value === "string") return value;
  throw missing("a string");
}

export function requireNumber(value: Given): number {
  if (typeof value === "number") return exactNumber(value);
  throw missing("a number");
}

export function requireBool(value: Given): boolean {
  if (typeof value === "boolean") return value;
  throw missing("a bool");
}

export function requireList(value: Given): readonly Value[] {
  if (Array.isArray(value)) return value as readonly Value[];
  throw missing("a list");
}

export function requireObject(value: Given): ObjectValue {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as ObjectValue;
  throw missing("an object");
}

/** Returns the number, and 0 for -0, which Terraform does not have. Throws ValueError if it may be rounded. */
export function exactNumber(number: number): number {
  if (Number.isNaN(number)) throw missing("a number");
  if (Number.isSafeInteger(number)) return number + 0;
  if (Number.isFinite(number) && !Number.isInteger(number)) return number;
  throw new ValueError("the number is too large for the provider, which handles numbers up to 2^53-1");
}

/** Returns the same text; throws ValueError for a lone surrogate, which UTF-8 cannot represent. */
export function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw new ValueError("a text contains a lone surrogate, which Terraform cannot represent");
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Returns a text in Unicode form NFC, only to compare and never to send (docs/design/protocol-sdk.md). */
function normalised(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** Reports whether Terraform considers two values of a type equal. All unknown values are equal. */
export function valuesEqual(a: Given, b: Given): boolean {
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") return normalised(a) === normalised(b);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Unknown || b instanceof Unknown) return a instanceof Unknown && b instanceof Unknown;
  const [left, right] = [a as ObjectValue, b as ObjectValue];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => valuesEqual(left[name], right[name]))
  );
}
