import { decode, encode, ExtData } from "@msgpack/msgpack";
import { fc } from "../../fast-check";
import {
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  isWhollyKnown,
  type ObjectValue,
  type Type,
  types,
  Unknown,
  type Value,
  ValueError,
  valuesEqual,
} from "../../../src/sdk/values";
import { anyType, typedValue, withoutPrototype } from "./arbitraries";

const known = { unknowns: false };

test("any value of any type is the same after encoding and decoding msgpack, and so are its bytes", () => {
  fc.assert(
    fc.property(typedValue({ unknowns: true }), ([type, value]) => {
      const decoded = decodeMsgpack(type, encodeMsgpack(type, value));
      expect(valuesEqual(decoded, value)).toBe(true);
      expect(isWhollyKnown(decoded)).toBe(isWhollyKnown(value));
      expect(refinements(type, decoded)).toEqual(refinements(type, value));
      const again = encodeMsgpack(type, decoded);
      expect(Buffer.compare(encodeMsgpack(type, decodeMsgpack(type, again)), again)).toBe(0);
    }),
    { numRuns: 160 },
  );
});

/** The refinements of unknown values, in order. */
function refinements(type: Type, value: Value): unknown[] {
  if (value instanceof Unknown) return [value.refinement];
  if (value === null) return [];
  if (type.kind === "list") {
    return (value as readonly Value[]).flatMap((element) => refinements(type.element, element));
  }
  if (type.kind !== "object") return [];
  const attributes = Object.entries(type.attributes);
  return attributes.flatMap(([name, inner]) => refinements(inner, (value as ObjectValue)[name]!));
}

test("any known value decoded from JSON is the same as decoded from msgpack", () => {
  fc.assert(
    fc.property(typedValue(known), ([type, value]) => {
      const fromJson = decodeJson(type, Buffer.from(JSON.stringify(value)));
      expect(fromJson).toEqual(decodeMsgpack(type, encodeMsgpack(type, value)));
    }),
    { numRuns: 80 },
  );
});

test("random bytes as msgpack decode to a value of the type, or are a ValueError", () => {
  fc.assert(
    fc.property(anyType, fc.uint8Array({ maxLength: 60 }), (type, bytes) => {
      let decoded: Value;
      try {
        decoded = decodeMsgpack(type, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(ValueError);
        return;
      }
      expect(valuesEqual(decodeMsgpack(type, encodeMsgpack(type, decoded)), decoded)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

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
        const foreign = encode(toForeign(type, value), { useBigInt64: true, sortKeys: true });
        expect(valuesEqual(decodeMsgpack(type, foreign), value)).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  test("encodes integers and floats that this one decodes", () => {
    const float = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => value % 1 !== 0);
    fc.assert(
      fc.property(fc.maxSafeInteger(), float, (integer, fraction) => {
        const encoded = [integer, BigInt(integer), fraction].map((number) =>
          decodeMsgpack(types.number, encode(number, { useBigInt64: true })),
        );
        expect(encoded).toEqual([integer, integer, fraction]);
      }),
    );
  });
});

/** The value as plain data for the other implementation's encoder. */
function toForeign(type: Type, value: Value): unknown {
  if (value === null) return null;
  if (value instanceof Unknown) return new ExtData(0, new Uint8Array(1));
  switch (type.kind) {
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

/** Expects that the other implementation's decoder saw the value that was encoded. */
function expectSame(type: Type, value: Value, foreign: unknown): void {
  if (value === null) {
    expect(foreign).toBeNull();
  } else if (value instanceof Unknown) {
    expect(foreign).toBeInstanceOf(ExtData);
    expect((foreign as ExtData).type).toBe(value.refinement === undefined ? 0 : 12);
  } else if (type.kind === "number") {
    expect(Number(foreign)).toBe(value);
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
