import { fc } from "../../fast-check";
import { type ObjectValue, type Type, types, Unknown, unknown, type Value } from "../../../src/sdk/values";
import { anyText } from "../../any-text";

/** Names that break naive code: they are inherited by every object, or look like array indexes. */
const name = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "0", "10", ""),
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
);

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  { weight: 1, arbitrary: anyText({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "e\u0301", "é") },
  { weight: 1, arbitrary: fc.string({ minLength: 30, maxLength: 300 }) },
);

const primitives: readonly Type[] = [types.string, types.number, types.bool];

/** Any type of up to four levels. */
export const anyType = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom(...primitives),
    tie("type").map(types.list),
    fc
      .uniqueArray(fc.tuple(name, tie("type")), { maxLength: 4, selector: ([key]) => key })
      .map((attributes) => types.object(withoutPrototype(attributes))),
  ),
})).type;

/** Fills an object as a decoder would, so that `__proto__` is an attribute and not the prototype. */
export function withoutPrototype<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const object: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) {
    object[name] = value;
  }
  return object;
}

const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((double) => Number.isSafeInteger(double) || !Number.isInteger(double)),
  fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((thousandths) => thousandths / 1000),
);

interface ValueOptions {
  readonly unknowns: boolean;
}

/** Any value of a type, in any of the representations that an author may choose. */
function valueOf(type: Type, options: ValueOptions): fc.Arbitrary<Value> {
  const alternatives: fc.WeightedArbitrary<Value>[] = [
    { weight: 8, arbitrary: presentValueOf(type, options) },
    { weight: 1, arbitrary: fc.constant(null) },
  ];
  if (options.unknowns) {
    alternatives.push({ weight: 1, arbitrary: fc.constant(unknown) });
    const refined = fc.uint8Array({ maxLength: 300 }).map((refinement) => new Unknown(refinement));
    alternatives.push({ weight: 1, arbitrary: refined });
  }
  return fc.oneof(...alternatives);
}

function presentValueOf(type: Type, options: ValueOptions): fc.Arbitrary<Value> {
  switch (type.kind) {
    case "string":
      return text;
    case "number":
      return number;
    case "bool":
      return fc.boolean();
    case "list":
      return fc.array(valueOf(type.element, options), { maxLength: 4 });
    case "object":
      return fc
        .tuple(
          ...Object.entries(type.attributes).map(([name, attribute]) =>
            valueOf(attribute, options).map((value): [string, Value] => [name, value]),
          ),
        )
        .map((entries): ObjectValue => withoutPrototype(entries));
  }
}

/** A type with a value of it. */
export function typedValue(options: ValueOptions): fc.Arbitrary<[Type, Value]> {
  return anyType.chain((type) => valueOf(type, options).map((value): [Type, Value] => [type, value]));
}
