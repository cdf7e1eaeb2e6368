import { fc } from "../../fast-check";
import {
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  isWhollyKnown,
  type ObjectValue,
  type Type,
  typeToJson,
  Unknown,
  type Value,
  valuesEqual,
} from "../../../src/plugin/values";
import { typedValue } from "./arbitraries";
import { encodeJson } from "./json-encode";

const known = { unknowns: false };
const partlyUnknown = { unknowns: true };

test("any value of any type is the same after encoding and decoding msgpack", () => {
  fc.assert(
    fc.property(typedValue(partlyUnknown), ([type, value]) => {
      const decoded = decodeMsgpack(type, encodeMsgpack(type, value));
      expect(valuesEqual(type, decoded, value)).toBe(true);
      expect(valuesEqual(type, value, decoded)).toBe(true);
      expect(isWhollyKnown(type, decoded)).toBe(isWhollyKnown(type, value));
    }),
    { numRuns: 80 },
  );
});

test("a decoded value is always encoded to the same bytes", () => {
  fc.assert(
    fc.property(typedValue(partlyUnknown), ([type, value]) => {
      const first = encodeMsgpack(type, decodeMsgpack(type, encodeMsgpack(type, value)));
      const second = encodeMsgpack(type, decodeMsgpack(type, first));
      expect(Buffer.compare(second, first)).toBe(0);
    }),
    { numRuns: 80 },
  );
});

test("any known value of any type is the same after encoding and decoding JSON, which JSON.parse accepts", () => {
  fc.assert(
    fc.property(typedValue(known), ([type, value]) => {
      const json = encodeJson(type, value);
      JSON.parse(json);
      expect(valuesEqual(type, decodeJson(type, Buffer.from(json)), value)).toBe(true);
    }),
    { numRuns: 80 },
  );
});

test("JSON that is indented and has its keys in another order decodes to the same value", () => {
  const shuffled = (json: unknown): unknown => {
    if (Array.isArray(json)) {
      return json.map(shuffled);
    }
    if (typeof json !== "object" || json === null) {
      return json;
    }
    const object: Record<string, unknown> = Object.create(null);
    for (const [key, inner] of Object.entries(json).reverse()) {
      object[key] = shuffled(inner);
    }
    return object;
  };
  const noNumbers = typedValue(known).filter(
    ([type]) => !JSON.stringify(typeToJson(type)).includes("number"),
  );
  fc.assert(
    fc.property(noNumbers, ([type, value]) => {
      const json = JSON.stringify(shuffled(JSON.parse(encodeJson(type, value))), null, 2);
      expect(valuesEqual(type, decodeJson(type, Buffer.from(json)), value)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("a value decoded from msgpack and the same value decoded from JSON are the same in every representation", () => {
  fc.assert(
    fc.property(typedValue(known), ([type, value]) => {
      const fromJson = decodeJson(type, Buffer.from(encodeJson(type, value)));
      expect(fromJson).toEqual(decodeMsgpack(type, encodeMsgpack(type, value)));
    }),
    { numRuns: 80 },
  );
});

test("refinements are the same after encoding and decoding msgpack", () => {
  fc.assert(
    fc.property(typedValue(partlyUnknown), ([type, value]) => {
      const decoded = decodeMsgpack(type, encodeMsgpack(type, value));
      expect(collect(type, decoded)).toEqual(collect(type, value));
    }),
    { numRuns: 80 },
  );
});

/** The refinements of unknown values, in order. */
function collect(type: Type, value: Value): unknown[] {
  if (value instanceof Unknown) {
    return [value.refinement];
  }
  if (value === null) return [];
  if (type.kind === "list") {
    return (value as readonly Value[]).flatMap((element) => collect(type.element, element));
  }
  if (type.kind !== "object") return [];
  const attributes = Object.entries(type.attributes);
  return attributes.flatMap(([name, inner]) => collect(inner, (value as ObjectValue)[name]!));
}
