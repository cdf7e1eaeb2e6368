import { decode, encode, ExtData } from "@msgpack/msgpack";
import { fc } from "../../fast-check";
import {
  decodeMsgpack,
  encodeMsgpack,
  numberText,
  type NumberValue,
  type ObjectValue,
  parseNumber,
  type Type,
  types,
  Unknown,
  type Value,
  valuesEqual,
} from "../../../src/plugin/values";
import { typedValue, withoutPrototype } from "./arbitraries";

describe("an independent implementation of msgpack", () => {
  test("decodes every value that this one encodes", () => {
    // A prefix keeps the keys in the order of the bytes. The key `__proto__` it refuses altogether.
    const options = { useBigInt64: true, mapKeyConverter: (key: unknown) => `key:${String(key)}` };
    fc.assert(
      fc.property(typedValue({ unknowns: true }), ([type, given]) => {
        const value = decodeMsgpack(type, encodeMsgpack(type, given));
        const encoded = Buffer.from(encodeMsgpack(type, value));
        fc.pre(!encoded.includes("__proto__"));
        expectSame(type, value, decode(encoded, options));
      }),
      { numRuns: 80 },
    );
  });

  test("encodes values that this one decodes", () => {
    fc.assert(
      fc.property(typedValue({ unknowns: true }), ([type, value]) => {
        const foreign = encode(toForeign(type, value), { useBigInt64: true });
        expect(valuesEqual(type, decodeMsgpack(type, foreign), value)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  test("encodes integers and floats that this one decodes", () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n });
    const float = fc.double({ noNaN: true }).filter((value) => !Number.isSafeInteger(value));
    fc.assert(
      fc.property(int64, float, (integer, fraction) => {
        const options = { useBigInt64: true };
        const decodedInteger = decodeMsgpack(types.number, encode(integer, options));
        expect(valuesEqual(types.number, decodedInteger, integer)).toBe(true);
        const decodedFraction = decodeMsgpack(types.number, encode(fraction, options));
        expect(Number(numberText(decodedFraction as NumberValue))).toBe(fraction);
      }),
    );
  });
});

/** The value as plain data for the other implementation's encoder. */
function toForeign(type: Type, value: Value): unknown {
  if (value === null) {
    return null;
  }
  if (value instanceof Unknown) {
    return new ExtData(0, new Uint8Array(1));
  }
  switch (type.kind) {
    case "number":
      return foreignNumber(value as NumberValue);
    case "list":
      return (value as readonly Value[]).map((element) => toForeign(type.element, element));
    case "object": {
      const object = value as ObjectValue;
      const entries = Object.entries(type.attributes).map(
        ([name, attribute]) => [name, toForeign(attribute, object[name] as Value)] as const,
      );
      return withoutPrototype(entries);
    }
    default:
      return value;
  }
}

function foreignNumber(value: NumberValue): unknown {
  const isPlain = Number.isSafeInteger(value) || value === Infinity || value === -Infinity;
  return isPlain ? value : numberText(value);
}

/** Expects that the other implementation's decoder saw the value that was encoded. */
function expectSame(type: Type, value: Value, foreign: unknown): void {
  if (value === null) {
    expect(foreign).toBeNull();
  } else if (value instanceof Unknown) {
    expect(foreign).toBeInstanceOf(ExtData);
    expect((foreign as ExtData).type).toBe(value.refinement === undefined ? 0 : 12);
  } else if (type.kind === "number") {
    const number = foreign as number | bigint | string;
    expect(typeof number === "string" ? parseNumber(number) : number.toString()).toEqual(
      typeof number === "string" ? value : numberText(value as NumberValue),
    );
  } else if (type.kind === "object") {
    const object = value as ObjectValue;
    expect(Object.keys(foreign as object)).toHaveLength(Object.keys(object).length);
    for (const [name, attribute] of Object.entries(type.attributes)) {
      expectSame(attribute, object[name] as Value, (foreign as Record<string, unknown>)[`key:${name}`]);
    }
  } else if (Array.isArray(value)) {
    expect(foreign).toHaveLength(value.length);
    value.forEach((element: Value, index) => {
      expectSame((type as Type & { element: Type }).element, element, (foreign as unknown[])[index]);
    });
  } else {
    expect(foreign).toBe(value);
  }
}
