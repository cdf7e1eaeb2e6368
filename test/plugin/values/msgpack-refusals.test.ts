import { encode } from "@msgpack/msgpack";
import {
  Decimal,
  decodeMsgpack,
  encodeMsgpack,
  type ObjectValue,
  type Type,
  types,
  Unknown,
  type Value,
  ValueError,
} from "../../../src/plugin/values";
import { withoutPrototype } from "./arbitraries";
import { ascii, bytes, hex } from "./bytes";

describe("decoding msgpack", () => {
  test("leaves strings unchanged", () => {
    expect(decodeMsgpack(types.string, bytes("a365cc81"))).toBe("e\u0301");
  });

  test("treats inherited names such as constructor as ordinary attributes", () => {
    const type = types.object(withoutPrototype([["__proto__", types.object({ polluted: types.bool })]]));
    const decoded = decodeMsgpack(
      type,
      bytes(`81 a9 ${ascii("__proto__")} 81 a8 ${ascii("polluted")} c3`),
    ) as ObjectValue;
    expect(Object.keys(decoded)).toEqual(["__proto__"]);
    expect(decoded["polluted"]).toBeUndefined();
    expect(decoded["constructor"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(hex(encodeMsgpack(type, decoded))).toBe(
      hex(bytes(`81 a9 ${ascii("__proto__")} 81 a8 ${ascii("polluted")} c3`)),
    );
  });

  test("returns values that share no memory with the bytes", () => {
    const type = types.list(types.string);
    const source = bytes("93 a161 bf" + "62".repeat(31) + "d40cc0");
    const decoded = decodeMsgpack(type, source);
    source.fill(0);
    expect(decoded).toEqual(["a", "b".repeat(31), new Unknown(Uint8Array.of(0xc0))]);
  });

  test("accepts a view of a larger buffer", () => {
    const larger = new Uint8Array([0xff, 0x91, 0xa1, 0x61, 0xff]);
    expect(decodeMsgpack(types.list(types.string), larger.subarray(1, 4))).toEqual(["a"]);
  });
});

test("encoding msgpack leaves strings unchanged", () => {
  expect(hex(encodeMsgpack(types.string, "e\u0301"))).toBe("a365cc81");
});

describe("decoding msgpack rejects", () => {
  test.each<[string, Type, string, string]>([
    ["no bytes", types.string, "", "the encoded value ends too early"],
    ["a string cut off", types.string, "a261", "the encoded value ends too early"],
    ["a length cut off", types.string, "da01", "the encoded value ends too early"],
    ["a number cut off", types.number, "cd01", "the encoded value ends too early"],
    ["an extension cut off", types.string, "d400", "the encoded value ends too early"],
    [
      "a list length that exceeds the bytes",
      types.list(types.string),
      "ddffffffff a161",
      "the encoded value ends too early",
    ],
    [
      "a map length that exceeds the bytes",
      types.object({ a: types.string }),
      "dfffffffff a161",
      "the encoded value ends too early",
    ],
    ["a string that cannot be so long", types.string, "dbffffffff 61", "the encoded value ends too early"],
    ["an extension that cannot be so long", types.string, "c9ffffffff00", "the encoded value ends too early"],
    ["bytes after the end", types.string, "a161 c0", "there are bytes after the end of the encoded value"],
    ["broken UTF-8", types.string, "a1ff", "a string is not valid UTF-8"],
    ["an encoded surrogate", types.string, "a3eda080", "a string is not valid UTF-8"],
    [
      "the unused byte c1",
      types.string,
      "c1",
      "a string is required, found a byte that msgpack does not use",
    ],
    ["a number for a string", types.string, "01", "a string is required, found a number"],
    ["bytes for a string", types.string, "c40161", "a string is required, found bytes"],
    ["a string for a bool", types.bool, "a161", "a bool is required, found a string"],
    ["a bool for a number", types.number, "c3", "a number is required, found a bool"],
    ["words for a number", types.number, "a161", "this text is not a decimal number"],
    ["a map for a list", types.list(types.string), "80", "a list is required, found a map"],
    ["an array for an object", types.object({}), "90", "an object is required, found an array"],
    [
      "an unknown value for a name",
      types.object({ a: types.string }),
      "81 d40000 a161",
      "a string is required, found an unknown value",
    ],
    ["null for a name", types.object({ a: types.string }), "81 c0 a161", "a string is required, found null"],
    [
      "too few attributes",
      types.object({ a: types.bool, b: types.bool }),
      "81 a161 c3",
      "an object with 2 attributes is required, found 1",
    ],
    [
      "too many attributes",
      types.object({ a: types.bool }),
      "82 a161 c3 a162 c3",
      "an object with 1 attributes is required, found 2",
    ],
    [
      "an unknown attribute",
      types.object({ a: types.bool }),
      "81 a162 c3",
      'an object has the attribute "b", which its type does not have',
    ],
    [
      "an attribute twice",
      types.object({ a: types.bool, b: types.bool }),
      "82 a161 c3 a161 c3",
      "a: this attribute occurs twice",
    ],
    [
      "an attribute twice, out of order",
      types.object({ a: types.bool, b: types.bool }),
      "82 a162 c3 a162 c3",
      "b: this attribute occurs twice",
    ],
  ])("%s", (_name, type, text, message) => {
    const decode = () => decodeMsgpack(type, bytes(text));
    expect(decode).toThrow(ValueError);
    expect(decode).toThrow(new ValueError(message));
  });

  test("a wrong value with its path, but without the value itself", () => {
    const type = types.object({ sites: types.list(types.object({ a: types.list(types.string) })) });
    const encoded = encode({ sites: [{ a: [] }, { a: ["x", 424242] }] });
    let caught: unknown;
    try {
      decodeMsgpack(type, encoded);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ValueError);
    const { message, path, reason } = caught as ValueError;
    expect(message).toBe("sites[1].a[1]: a string is required, found a number");
    expect(path).toEqual(["sites", 1, "a", 1]);
    expect(reason).toBe("a string is required, found a number");
  });
});

describe("encoding msgpack rejects", () => {
  const forgotten = {} as unknown as ObjectValue;
  test.each<[string, Type, Value, string]>([
    [
      "a missing attribute",
      types.object({ a: types.string }),
      forgotten,
      "a: a string is required, found nothing (use null for a value that is not set)",
    ],
    [
      "an inherited attribute",
      types.object({ toString: types.string }),
      forgotten,
      "toString: a string is required, found nothing (use null for a value that is not set)",
    ],
    [
      "an attribute that the type does not have",
      types.object({ a: types.string }),
      { a: "", b: "" },
      'an object has the attribute "b", which its type does not have',
    ],
    [
      "a lone surrogate",
      types.string,
      "a\ud800",
      "a text contains a lone surrogate, which Terraform cannot represent",
    ],
    ["a number for a string", types.string, 1, "a string is required, found a number"],
    ["a string for a number", types.number, "1", "a number is required, found a string"],
    ["a string for a bool", types.bool, "true", "a bool is required, found a string"],
    ["an array for an object", types.object({}), [], "an object is required, found an array"],
    [
      "a Decimal for an object",
      types.object({}),
      Decimal.fromText("0.5"),
      "an object is required, found a number",
    ],
    ["an object for a list", types.list(types.bool), {}, "a list (an array) is required, found an object"],
  ])("%s", (_name, type, value, message) => {
    const attempt = () => encodeMsgpack(type, value);
    expect(attempt).toThrow(ValueError);
    expect(attempt).toThrow(new ValueError(message));
  });

  test("a value without affecting the next one", () => {
    expect(() => encodeMsgpack(types.list(types.string), ["a", 1])).toThrow(ValueError);
    expect(hex(encodeMsgpack(types.list(types.string), ["a"]))).toBe("91a161");
  });
});

test("an encoded value does not change when others are encoded", () => {
  const first = encodeMsgpack(types.string, "first");
  const large = encodeMsgpack(types.string, "x".repeat(3_000_000));
  encodeMsgpack(types.string, "other");
  expect(hex(first)).toBe(`a5${ascii("first")}`);
  expect(large).toHaveLength(3_000_005);
});

test("a getter within a value may encode another value", () => {
  const nested = {
    get a() {
      return hex(encodeMsgpack(types.string, "inner"));
    },
    b: "outer",
  };
  const type = types.object({ a: types.string, b: types.string });
  expect(decodeMsgpack(type, encodeMsgpack(type, nested))).toEqual({ a: `a5${ascii("inner")}`, b: "outer" });
});
