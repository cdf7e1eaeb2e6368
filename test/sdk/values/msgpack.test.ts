import { encode } from "@msgpack/msgpack";
import {
  decodeMsgpack,
  encodeMsgpack,
  type ObjectValue,
  type Type,
  types,
  Unknown,
  unknown,
  type Value,
  ValueError,
} from "../../../src/sdk/values";
import { withoutPrototype } from "./arbitraries";
import { ascii, bytes, hex } from "./forms";

describe("encoding and decoding msgpack", () => {
  test.each<[string, Type, Value, string]>([
    ["null", types.string, null, "c0"],
    ["an unknown value in msgpack", types.string, unknown, "d40000"],
    ["true", types.bool, true, "c3"],
    ["false", types.bool, false, "c2"],
    ["an empty string", types.string, "", "a0"],
    ["a string of 31 bytes", types.string, "x".repeat(31), `bf ${"78".repeat(31)}`],
    ["a string of 32 bytes", types.string, "x".repeat(32), `d920 ${"78".repeat(32)}`],
    ["a string of 256 bytes", types.string, "x".repeat(256), `da0100 ${"78".repeat(256)}`],
    ["a string of 65536 bytes", types.string, "x".repeat(65536), `db00010000 ${"78".repeat(65536)}`],
    ["a string beyond ASCII", types.string, "é😀", "a6 c3a9 f09f9880"],
    ["a string in decomposed form", types.string, "e\u0301", "a3 65 cc81"],
    ["a string with the replacement character", types.string, "\ufffd", "a3 efbfbd"],
    ["a string with a byte order mark", types.string, "\ufeffa", "a4 efbbbf 61"],
    ["a list", types.list(types.string), ["a", "b"], "92 a161 a162"],
    ["an empty list", types.list(types.string), [], "90"],
    ["a list of 16", types.list(types.number), new Array(16).fill(null), `dc0010 ${"c0".repeat(16)}`],
    [
      "a list of 65536",
      types.list(types.number),
      new Array(65536).fill(null),
      `dd00010000 ${"c0".repeat(65536)}`,
    ],
  ])("%s", (_name, type, value, text) => {
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
    expect(decodeMsgpack(type, bytes(text))).toEqual(value);
  });

  test("an object is encoded with every attribute in the byte order of the names", () => {
    const type = types.object({
      b: types.string,
      a: types.bool,
      _a: types.bool,
      a_b: types.bool,
    });
    const value = { a_b: true, b: null, _a: false, a: true };
    const text = "84 a2 5f61 c2 a161 c3 a3 615f62 c3 a162 c0";
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
    expect(decodeMsgpack(type, bytes(text))).toEqual(value);
  });
});

describe("a number in msgpack", () => {
  test.each([0, 12, -129, 2 ** 53 - 1, -(2 ** 53) + 1, 0.1, 1e-7])(
    "the number %d is encoded as decimal text, and decoded",
    (value) => {
      const encoded = encodeMsgpack(types.number, value);
      expect(decodeMsgpack(types.string, encoded)).toBe(String(value));
      expect(decodeMsgpack(types.number, encoded)).toBe(value);
    },
  );

  test.each<[string, string, Value]>([
    ["-0 as a float", "cb8000000000000000", 0],
    ["-0 as a string", "a22d30", 0],
    ["0.5 as a float", "cb3fe0000000000000", 0.5],
    ["0.1 as a float", "cb3fb999999999999a", 0.1],
    ["the smallest float", "cb0000000000000001", 5e-324],
    ["an integer as a float", "cb40c3880000000000", 10_000],
    ["an unsigned integer in the widest form", "cf0000000000000001", 1],
    ["an integer as a string", "a137", 7],
    ["0", "00", 0],
    ["128", "cc80", 128],
    ["256", "cd0100", 256],
    ["2^32-1", "ceffffffff", 2 ** 32 - 1],
    ["-32", "e0", -32],
    ["-33", "d0df", -33],
    ["-129", "d1ff7f", -129],
    ["-2^31", "d280000000", -(2 ** 31)],
    ["2^53-1", "cf001fffffffffffff", 2 ** 53 - 1],
    ["-2^53+1", "d3ffe0000000000001", -(2 ** 53) + 1],
  ])("a number is decoded from %s (%s)", (_name, text, value) => {
    expect(decodeMsgpack(types.number, bytes(text))).toBe(value);
  });

  test.each<[text: string, number: number]>([
    ["0", 0],
    ["0e99999999999999999999999", 0],
    ["-0.50", -0.5],
    ["1.50e1", 15],
    ["-9007199254740991", -9007199254740991],
    ["3.333333333333333333333333333333333333333333333", 10 / 3],
  ])("a number is decoded from the decimal text %s", (text, number) => {
    expect(decodeMsgpack(types.number, encode(text))).toBe(number);
  });

  test.each([2 ** 53, -(2 ** 53), 1e300, Infinity])(
    "%d is refused in both directions, because a double could not hold its neighbours",
    (number) => {
      const tooLarge = "the number is too large for the provider, which handles numbers up to 2^53-1";
      expect(() => encodeMsgpack(types.number, number)).toThrow(tooLarge);
      const float = Buffer.alloc(9, 0xcb);
      float.writeDoubleBE(number, 1);
      expect(() => decodeMsgpack(types.number, float)).toThrow(tooLarge);
    },
  );

  test.each([
    ["2^53 as an integer", "cf0020000000000000"],
    ["-2^63", "d38000000000000000"],
    ["2^64-1", "cfffffffffffffffff"],
    ["2^53+1 as a text", `b0${ascii("9007199254740993")}`],
    ["1e400", `a5${ascii("1e400")}`],
  ])("%s is refused as too large", (_name, text) => {
    expect(() => decodeMsgpack(types.number, bytes(text))).toThrow(
      "the number is too large for the provider",
    );
  });
});

describe("an unknown value", () => {
  test.each([
    "d40000",
    "d40500",
    "c70000",
    "c7010000",
    "d80500112233445566778899aabbccddeeff",
    "c8000200aabb",
  ])("an unknown value is decoded from the extension %s", (text) => {
    expect(decodeMsgpack(types.string, bytes(text))).toBe(unknown);
  });

  test.each<[string, Type, string]>([
    ["not null", types.string, "c7030c 81 01c2"],
    ["a prefix", types.string, "c7070c 82 01c2 02a26162"],
    ["more than 255 bytes", types.string, `c8010a0c 82 01c2 02da0103 ${"78".repeat(259)}`],
  ])("an unknown value keeps the bytes of its refinement: %s", (_name, type, text) => {
    const value = decodeMsgpack(type, bytes(text));
    expect(value).toBeInstanceOf(Unknown);
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
  });
});

describe("decoding msgpack", () => {
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

describe("decoding msgpack rejects", () => {
  const EARLY = "the encoded value ends too early";
  const [a, ab] = [types.object({ a: types.bool }), types.object({ a: types.bool, b: types.bool })];
  test.each<[string, Type, string, string]>([
    ["no bytes", types.string, "", EARLY],
    ["a string cut off", types.string, "a261", EARLY],
    ["an extension cut off", types.string, "d400", EARLY],
    ["a list length that exceeds the bytes", types.list(types.string), "ddffffffff a161", EARLY],
    ["a string that cannot be so long", types.string, "dbffffffff 61", EARLY],
    ["bytes after the end", types.string, "a161 c0", "there are bytes after the end of the encoded value"],
    ["broken UTF-8", types.string, "a1ff", "a string is not valid UTF-8"],
    ["an encoded surrogate", types.string, "a3eda080", "a string is not valid UTF-8"],
    ["the unused byte c1", types.string, "c1", "a string is required"],
    ["a number for a string", types.string, "01", "a string is required"],
    ["bytes for a string", types.string, "c40161", "a string is required"],
    ["a string for a bool", types.bool, "a161", "a bool is required"],
    ["words for a number", types.number, "a161", "a number is required"],
    ["a map for a list", types.list(types.string), "80", "a list is required"],
    ["an array for an object", types.object({}), "90", "an object is required"],
    ["too few attributes", ab, "81 a161 c3", "an object with 2 attributes is required"],
    ["too many attributes", a, "82 a161 c3 a162 c3", "an object with 1 attributes is required"],
    ["an unknown attribute", a, "81 a162 c3", "the attribute a is required"],
    ["an attribute twice", ab, "82 a161 c3 a161 c3", "the attribute b is required"],
  ])("%s", (_name, type, text, message) => {
    const decode = () => decodeMsgpack(type, bytes(text));
    expect(decode).toThrow(ValueError);
    expect(decode).toThrow(new ValueError(message));
  });

  test("a wrong value with its outermost attribute, but without the value itself", () => {
    const type = types.object({ sites: types.list(types.object({ a: types.list(types.string) })) });
    const encoded = encode({ sites: [{ a: [] }, { a: ["x", 424242] }] });
    const wrong = { attribute: "sites", message: "sites: a string is required" };
    expect(() => decodeMsgpack(type, encoded)).toThrow(expect.objectContaining(wrong));
  });
});

describe("encoding msgpack rejects", () => {
  const forgotten = {} as unknown as ObjectValue;
  test.each<[string, Type, Value, string]>([
    ["a missing attribute", types.object({ a: types.string }), forgotten, "a: a string is required"],
    [
      "an inherited attribute",
      types.object({ toString: types.string }),
      forgotten,
      "toString: a string is required",
    ],
    [
      "an attribute that the type does not have",
      types.object({ a: types.string }),
      { a: "", b: "" },
      "an object has an attribute that its type does not have",
    ],
    [
      "a lone surrogate",
      types.string,
      "a\ud800",
      "a text contains a lone surrogate, which Terraform cannot represent",
    ],
    ["a number for a string", types.string, 1, "a string is required"],
    ["a string for a number", types.number, "1", "a number is required"],
    ["a string for a bool", types.bool, "true", "a bool is required"],
    ["an array for an object", types.object({}), [], "an object is required"],
    ["an object for a list", types.list(types.bool), {}, "a list is required"],
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
