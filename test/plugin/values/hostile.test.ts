import { fc } from "../../fast-check";
import {
  decodeJson,
  decodeMsgpack,
  encodeMsgpack,
  type Type,
  type Value,
  ValueError,
  valuesEqual,
} from "../../../src/plugin/values";
import { anyType, typedValue } from "./arbitraries";
import { encodeJson } from "./json-encode";

/** Decodes; a ValueError counts as an answer, any other error fails the test. */
function attempt(decode: () => Value): { readonly value: Value } | undefined {
  try {
    return { value: decode() };
  } catch (error) {
    if (error instanceof ValueError) {
      return undefined;
    }
    throw error;
  }
}

function expectStable(type: Type, decoded: { readonly value: Value } | undefined): void {
  if (decoded !== undefined) {
    const again = decodeMsgpack(type, encodeMsgpack(type, decoded.value));
    expect(valuesEqual(type, again, decoded.value)).toBe(true);
  }
}

/** One damage to a byte string: a byte replaced, removed or inserted, or the end cut off. */
const damage = fc.record({
  how: fc.constantFrom("replace" as const, "remove" as const, "insert" as const, "cut" as const),
  where: fc.double({ min: 0, max: 1, noNaN: true }),
  byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0xc0, max: 0xdf })),
});

function damaged(
  bytes: Uint8Array,
  damages: readonly (typeof damage extends fc.Arbitrary<infer D> ? D : never)[],
) {
  return damages.reduce((current, { how, where, byte }) => {
    const at = Math.floor(where * current.length);
    const rest = current.subarray(how === "insert" ? at : at + 1);
    const middle = how === "remove" ? [] : [byte];
    return how === "cut"
      ? current.subarray(0, at)
      : Buffer.concat([current.subarray(0, at), Buffer.from(middle), rest]);
  }, Buffer.from(bytes));
}

describe("decoding gives a value of the type or a ValueError", () => {
  test("for random bytes as msgpack", () => {
    fc.assert(
      fc.property(anyType, fc.uint8Array({ maxLength: 60 }), (type, bytes) => {
        expectStable(
          type,
          attempt(() => decodeMsgpack(type, bytes)),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("for damaged msgpack", () => {
    const cases = fc.tuple(typedValue({ unknowns: true }), fc.array(damage, { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(cases, ([[type, value], damages]) => {
        const bytes = damaged(encodeMsgpack(type, value), damages);
        expectStable(
          type,
          attempt(() => decodeMsgpack(type, bytes)),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("for damaged JSON", () => {
    const cases = fc.tuple(typedValue({ unknowns: false }), fc.array(damage, { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(cases, ([[type, value], damages]) => {
        const bytes = damaged(Buffer.from(encodeJson(type, value)), damages);
        expectStable(
          type,
          attempt(() => decodeJson(type, bytes)),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("for msgpack of one type decoded as another", () => {
    fc.assert(
      fc.property(typedValue({ unknowns: true }), anyType, ([type, value], other) => {
        expectStable(
          other,
          attempt(() => decodeMsgpack(other, encodeMsgpack(type, value))),
        );
      }),
      { numRuns: 80 },
    );
  });
});
