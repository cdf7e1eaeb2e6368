import { onceForEach } from "../../util/lists";

export class Unknown {
  /**
   * `refinement` is what Terraform already knows of the value, for example that the value is not null. A plan
   * returns the refinement unchanged, so that Terraform can also refine dependent values.
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

/** Decoded objects have all attributes and inherit nothing. */
export interface ObjectValue {
  readonly [attribute: string]: Value;
}

/** Any value may be null or unknown. Numbers are finite; whole numbers go from -(2^53-1) to 2^53-1. */
export type Value = null | Unknown | string | boolean | number | readonly Value[] | ObjectValue;

/** Undefined is an error, and not null: the provider's code forgot the attribute. */
export type Given = Value | undefined;

/** A type in Terraform's type system (cty). No schema here uses sets, maps, tuples or `dynamic`. */
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

/** The prototype is empty, because attributes may be named `__proto__` or `constructor`. */
const NO_NAMES: object = Object.freeze(Object.create(null));

/** Attributes are sorted by name, as in Terraform. Names are ASCII and below 32 characters. */
export const layoutOf = onceForEach(({ attributes }: ObjectType) => {
  // Objects of one constructor share a hidden class of V8. They are twice as fast to fill, and ten times as
  // fast to list, as objects of `Object.create(null)`.
  const Shape = function () {} as unknown as new () => Record<string, Value>;
  Shape.prototype = NO_NAMES;
  return {
    Shape,
    attributes: Object.entries(attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ name, type, key: Buffer.from([0xa0 | name.length, ...Buffer.from(name)]) })),
  };
});

/** The result is `"string"`, `["list","string"]` or `["object",{…}]`, for example. */
export function typeToJson(type: Type): unknown {
  if (type.kind === "list") return ["list", typeToJson(type.element)];
  if (type.kind !== "object") return type.kind;
  const entries = layoutOf(type).attributes.map(({ name, type: inner }) => [name, typeToJson(inner)]);
  return ["object", Object.fromEntries(entries)];
}

/** The message names the outermost attribute, but not the value, which may be secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    readonly reason: string,
    readonly attribute?: string,
  ) {
    super(attribute === undefined ? reason : `${attribute}: ${reason}`);
  }
}

/** Adds the attribute in which a ValueError occurred. Returns other errors unchanged. */
export function inside(attribute: string, error: unknown): unknown {
  return error instanceof ValueError ? new ValueError(error.reason, attribute) : error;
}

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

/** Returns 0 for -0, which Terraform lacks. Throws ValueError for a number that may have been rounded. */
export function exactNumber(number: number): number {
  if (Number.isNaN(number)) throw missing("a number");
  if (Number.isSafeInteger(number)) return number + 0;
  if (Number.isFinite(number) && !Number.isInteger(number)) return number;
  throw new ValueError("the number is too large for the provider, which handles numbers up to 2^53-1");
}

/** Throws ValueError for a lone surrogate, which UTF-8 cannot represent. */
export function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw new ValueError("a text contains a lone surrogate, which Terraform cannot represent");
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** The NFC form is only compared, and never sent (docs/design/protocol-sdk.md). */
function normalised(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize("NFC") : text;
}

/** Reports whether Terraform considers two values of one type equal. All unknown values are equal. */
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
