import { decode, encode, ExtData } from "@msgpack/msgpack";
import fc from "fast-check";
import {
  Decimal,
  decodeMsgpack,
  Dynamic,
  encodeMsgpack,
  formatPath,
  numberText,
  type NumberValue,
  type ObjectValue,
  parseNumber,
  type Refinement,
  type Type,
  types,
  typeToJson,
  Unknown,
  unknown,
  type Value,
  ValueError,
  valuesEqual,
} from "../../../src/plugin/values";
import { typedValue, withoutPrototype } from "./arbitraries";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const ascii = (text: string) => Buffer.from(text).toString("hex");

describe("a value and its bytes, both ways", () => {
  test.each<[string, Type, Value, string]>([
    ["null", types.string, null, "c0"],
    ["an unknown value", types.string, unknown, "d40000"],
    ["an unknown value of no known type", types.dynamic, unknown, "d40000"],
    ["a null of no known type", types.dynamic, null, "c0"],
    ["true", types.bool, true, "c3"],
    ["false", types.bool, false, "c2"],
    ["an empty string", types.string, "", "a0"],
    ["a string of 31 bytes", types.string, "x".repeat(31), `bf ${"78".repeat(31)}`],
    ["a string of 32 bytes", types.string, "x".repeat(32), `d920 ${"78".repeat(32)}`],
    ["a string of 256 bytes", types.string, "x".repeat(256), `da0100 ${"78".repeat(256)}`],
    ["a string of 65536 bytes", types.string, "x".repeat(65536), `db00010000 ${"78".repeat(65536)}`],
    ["a string beyond ASCII", types.string, "é😀", "a6 c3a9 f09f9880"],
    ["a string with the replacement character", types.string, "\ufffd", "a3 efbfbd"],
    ["a string with a byte order mark", types.string, "\ufeffa", "a4 efbbbf 61"],
    ["a list", types.list(types.string), ["a", "b"], "92 a161 a162"],
    ["an empty list", types.list(types.string), [], "90"],
    ["a list of 16", types.list(types.number), new Array(16).fill(1), `dc0010 ${"01".repeat(16)}`],
    [
      "a list of 65536",
      types.list(types.number),
      new Array(65536).fill(1),
      `dd00010000 ${"01".repeat(65536)}`,
    ],
    ["a set, in the order given", types.set(types.string), ["b", "a"], "92 a162 a161"],
    [
      "a map",
      types.map(types.bool),
      new Map([
        ["b", true],
        ["a", false],
      ]),
      "82 a162 c3 a161 c2",
    ],
    [
      "a map of 16",
      types.map(types.bool),
      new Map(Array.from("abcdefghijklmnop", (key) => [key, true])),
      `de0010 ${Array.from("abcdefghijklmnop", (key) => `a1${ascii(key)}c3`).join("")}`,
    ],
    ["a tuple", types.tuple([types.string, types.number]), ["a", 1], "92 a161 01"],
    ["an empty tuple", types.tuple([]), [], "90"],
    ["a dynamic string", types.dynamic, new Dynamic(types.string, "x"), `92 c408 ${ascii('"string"')} a178`],
    [
      "a dynamic null of known type",
      types.dynamic,
      new Dynamic(types.string, null),
      `92 c408 ${ascii('"string"')} c0`,
    ],
    [
      "a dynamic unknown of known type",
      types.dynamic,
      new Dynamic(types.string, unknown),
      `92 c408 ${ascii('"string"')} d40000`,
    ],
    [
      "a dynamic tuple",
      types.dynamic,
      new Dynamic(types.tuple([types.bool]), [true]),
      `92 c412 ${ascii('["tuple",["bool"]]')} 91 c3`,
    ],
  ])("%s", (_name, type, value, text) => {
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
    expect(decodeMsgpack(type, bytes(text))).toEqual(value);
  });

  test("an object has every attribute, in the order of their names' bytes", () => {
    const type = types.object({
      b: types.string,
      a: types.bool,
      "\u{1f600}": types.bool,
      "\uff5e": types.bool,
    });
    const value = { "\u{1f600}": true, b: null, "\uff5e": false, a: true };
    const text = "84 a161 c3 a162 c0 a3 efbd9e c2 a4 f09f9880 c3";
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
    expect(decodeMsgpack(type, bytes(text))).toEqual(value);
  });

  test("an object in any other order is decoded too", () => {
    const type = types.object({ a: types.bool, b: types.string, c: types.number });
    expect(decodeMsgpack(type, bytes("83 a163 01 a161 c3 a162 a178"))).toEqual({ a: true, b: "x", c: 1 });
    expect(decodeMsgpack(type, bytes("83 d90163 01 d90161 c3 a162 a178"))).toEqual({ a: true, b: "x", c: 1 });
  });
});

describe("a number", () => {
  test.each<[string, Value, string]>([
    ["0", 0, "00"],
    ["127", 127, "7f"],
    ["128", 128, "cc80"],
    ["255", 255, "ccff"],
    ["256", 256, "cd0100"],
    ["65536", 65536, "ce00010000"],
    ["2^32-1", 2 ** 32 - 1, "ceffffffff"],
    ["2^32", 2 ** 32, "cf0000000100000000"],
    ["-1", -1, "ff"],
    ["-32", -32, "e0"],
    ["-33", -33, "d0df"],
    ["-128", -128, "d080"],
    ["-129", -129, "d1ff7f"],
    ["-32768", -32768, "d18000"],
    ["-32769", -32769, "d2ffff7fff"],
    ["-2^31", -(2 ** 31), "d280000000"],
    ["-2^31-1", -(2 ** 31) - 1, "d3ffffffff7fffffff"],
    ["2^53-1", 2 ** 53 - 1, "cf001fffffffffffff"],
    ["2^53+1", 2n ** 53n + 1n, "cf0020000000000001"],
    ["-2^53-1", -(2n ** 53n) - 1n, "d3ffdfffffffffffff"],
    ["2^63", 2n ** 63n, "cf8000000000000000"],
    ["2^64-1", 2n ** 64n - 1n, "cfffffffffffffffff"],
    ["-2^63", -(2n ** 63n), "d38000000000000000"],
    ["2^64", 2n ** 64n, `b4${ascii("18446744073709551616")}`],
    ["-2^63-1", -(2n ** 63n) - 1n, `b4${ascii("-9223372036854775809")}`],
    ["30 digits", 123456789012345678901234567890n, `be${ascii("123456789012345678901234567890")}`],
    ["1e400", 10n ** 400n, `da0191${ascii(`1${"0".repeat(400)}`)}`],
    ["0.1", Decimal.fromText("0.1"), `a3${ascii("0.1")}`],
    ["-0.5", Decimal.fromText("-0.5"), `a4${ascii("-0.5")}`],
    ["1e999999999", Decimal.fromText("1e999999999"), `ab${ascii("1e999999999")}`],
    ["infinity", Infinity, "cb7ff0000000000000"],
    ["minus infinity", -Infinity, "cbfff0000000000000"],
  ])("%s and its bytes, both ways", (_name, value, text) => {
    expect(hex(encodeMsgpack(types.number, value))).toBe(text);
    expect(decodeMsgpack(types.number, bytes(text))).toEqual(value);
  });

  test.each<[string, Value, string]>([
    ["-0", -0, "00"],
    ["the double 0.1, meaning its shortest text", 0.1, `a3${ascii("0.1")}`],
    ["the double 1e-7", 1e-7, `a9${ascii("0.0000001")}`],
    ["the double 2^53", 2 ** 53, "cf0020000000000000"],
    ["the double 1e23, meaning its shortest text", 1e23, `b8${ascii(`1${"0".repeat(23)}`)}`],
    ["a small bigint", 7n, "07"],
    ["a Decimal that is an integer", Decimal.fromText("7.0"), "07"],
  ])("%s encodes as %s", (_name, value, text) => {
    expect(hex(encodeMsgpack(types.number, value))).toBe(text);
  });

  test.each<[string, Value, string]>([
    ["an integer", 12, `a2${ascii("12")}`],
    ["an integer beyond 2^53", 2n ** 63n, `b3${ascii("9223372036854775808")}`],
    ["0.1", Decimal.fromText("0.1"), `a3${ascii("0.1")}`],
    ["infinity", Infinity, "cb7ff0000000000000"],
  ])("%s, where numbers are to be text", (_name, value, text) => {
    expect(hex(encodeMsgpack(types.number, value, "text"))).toBe(text);
    expect(decodeMsgpack(types.number, bytes(text))).toEqual(value);
  });

  test.each<[string, string, Value]>([
    ["-0 as a float", "cb8000000000000000", 0],
    ["-0 as a string", "a22d30", 0],
    ["0.5 as a float", "cb3fe0000000000000", Decimal.fromText("0.5")],
    ["0.5 as a short float", "ca3f000000", Decimal.fromText("0.5")],
    ["0.1 as a float", "cb3fb999999999999a", Decimal.fromText("0.1")],
    ["the root of 2 as a float", "cb3ff6a09e667f3bcd", Decimal.fromText("1.4142135623730951")],
    ["the short float next to -0.1", "cabdcccccd", Decimal.fromText("-0.10000000149011612")],
    ["the smallest float", "cb0000000000000001", Decimal.fromText("5e-324")],
    ["2^53 as a float", "cb4340000000000000", 2n ** 53n],
    ["the float next to 1e23, exactly", "cb44b52d02c7e14af6", 99999999999999991611392n],
    ["an integer in a wider form than needed", "d30000000000000001", 1],
    ["an unsigned integer in the widest form", "cf0000000000000001", 1],
    ["an integer as a string", "a137", 7],
  ])("%s (%s) is decoded", (_name, text, value) => {
    expect(decodeMsgpack(types.number, bytes(text))).toEqual(value);
  });

  test("NaN is refused both ways", () => {
    expect(() => encodeMsgpack(types.number, NaN)).toThrow("NaN is not a number Terraform can hold");
    expect(() => decodeMsgpack(types.number, bytes("cb7ff8000000000000"))).toThrow(ValueError);
  });
});

describe("an unknown value", () => {
  test.each([
    "d40000",
    "d40500",
    "d50c8000",
    "c70000",
    "c7010000",
    "d80500112233445566778899aabbccddeeff",
    "c8000200aabb",
    "c90000000200aabb",
  ])("is any extension: %s", (text) => {
    expect(decodeMsgpack(types.string, bytes(text))).toBe(unknown);
  });

  test.each<[string, Type, Refinement, string]>([
    ["not null", types.string, { nullness: "notNull" }, "c7030c 81 01c2"],
    ["null", types.bool, { nullness: "null" }, "c7030c 81 01c3"],
    ["a prefix", types.string, { nullness: "notNull", prefix: "ab" }, "c7070c 82 01c2 02a26162"],
    [
      "bounds",
      types.number,
      { lower: { value: 1, inclusive: true }, upper: { value: 2n ** 64n, inclusive: false } },
      `c71d0c 82 03 92 01 c3 04 92 b4${ascii("18446744073709551616")} c2`,
    ],
    ["lengths", types.list(types.string), { minLength: 1, maxLength: 200 }, "c7060c 82 0501 06ccc8"],
    [
      "lengths of a map, in a form of 16 bytes",
      types.map(types.string),
      { nullness: "notNull", minLength: 2 ** 32, maxLength: 200 },
      "d80c 83 01c2 05cf0000000100000000 06ccc8",
    ],
  ])("may be refined: %s", (_name, type, refinement, text) => {
    const value = new Unknown(refinement);
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
    expect(decodeMsgpack(type, bytes(text))).toEqual(value);
  });

  test.each<[string, Type, string, Refinement]>([
    [
      "an unknown key is passed over",
      types.string,
      "c70c0c 83 0781a16192c301 01c2 6300",
      { nullness: "notNull" },
    ],
    [
      "what does not suit the type is passed over",
      types.bool,
      "c7070c 82 01c2 02a26162",
      { nullness: "notNull" },
    ],
    ["bytes after the map are passed over", types.string, "c7050c 81 01c2 ffff", { nullness: "notNull" }],
  ])("%s", (_name, type, text, refinement) => {
    expect(decodeMsgpack(type, bytes(text))).toEqual(new Unknown(refinement));
  });

  test.each([
    ["not a map", "d50c c0c0"],
    ["cut off", "c7030c 82 01c2"],
    ["nullness that is no bool", "c7030c 81 0101"],
    ["a prefix that is no UTF-8", "c7040c 81 02a1ff"],
    ["a key of another kind", "c7040c 81 a161c2"],
    ["a bound that is too long", "c7060c 81 03 93 01 c3 c3"],
    ["a count beyond the payload", "c7060c dfffffffff 01"],
  ])("a refinement that is %s is dropped", (_name, text) => {
    expect(decodeMsgpack(types.string, bytes(text))).toBe(unknown);
  });

  test("a refinement with a negative length is dropped", () => {
    expect(decodeMsgpack(types.list(types.string), bytes("c7030c 81 05ff"))).toBe(unknown);
  });

  test("a refinement of more than 1024 bytes is refused", () => {
    const payload = (length: number) =>
      Buffer.concat([bytes("81 02 da"), Buffer.from([length >> 8, length & 255]), Buffer.alloc(length, "x")]);
    const refined = (length: number) => encode(new ExtData(12, payload(length)));
    expect(decodeMsgpack(types.string, refined(1019))).toEqual(new Unknown({ prefix: "x".repeat(1019) }));
    expect(() => decodeMsgpack(types.string, refined(1020))).toThrow("longer than 1024 bytes");
  });

  test("a refinement that the engine would refuse is left out", () => {
    const long = new Unknown({ prefix: "x".repeat(2000) });
    const unsuited = new Unknown({ prefix: "x", minLength: 1 });
    expect(hex(encodeMsgpack(types.string, long))).toBe("d40000");
    expect(hex(encodeMsgpack(types.bool, unsuited))).toBe("d40000");
    expect(hex(encodeMsgpack(types.dynamic, new Unknown({ nullness: "notNull" })))).toBe("d40000");
    expect(hex(encodeMsgpack(types.string, new Unknown({})))).toBe("d40000");
  });
});

describe("decoding", () => {
  test("brings keys and names into normal form, and leaves strings as they are", () => {
    const type = types.object({ "e\u0301": types.map(types.string) });
    const decoded = decodeMsgpack(type, bytes("81 a365cc81 81 a365cc81 a365cc81"));
    expect(decoded).toEqual({ "\u00e9": new Map([["\u00e9", "e\u0301"]]) });
  });

  test("collapses equal elements of a set, each where it first stands", () => {
    const strings = decodeMsgpack(
      types.set(types.string),
      encode(["b", "a", "b", "e\u0301", "\u00e9", null, "n", null]),
    );
    expect(strings).toEqual(["b", "a", "e\u0301", null, "n"]);
    const numbers = decodeMsgpack(
      types.set(types.number),
      encode([1, "1", "0.5", 0.5, "1.0", "9007199254740993"]),
    );
    expect(numbers).toEqual([1, Decimal.fromText("0.5"), 9007199254740993n]);
    const lists = decodeMsgpack(types.set(types.list(types.number)), encode([[1], [2], ["1"], []]));
    expect(lists).toEqual([[1], [2], []]);
  });

  test("keeps the elements of a set that are not wholly known apart", () => {
    const strings = decodeMsgpack(types.set(types.string), bytes("94 d40000 d40000 a175 a175"));
    expect(strings).toEqual([unknown, unknown, "u"]);
    const lists = decodeMsgpack(types.set(types.list(types.string)), bytes("92 91d40000 91d40000"));
    expect(lists).toEqual([[unknown], [unknown]]);
  });

  test("takes the inner value for a dynamic value in a dynamic value", () => {
    const text = `92 c409 ${ascii('"dynamic"')} 92 c406 ${ascii('"bool"')} c3`;
    expect(decodeMsgpack(types.dynamic, bytes(text))).toEqual(new Dynamic(types.bool, true));
    expect(decodeMsgpack(types.dynamic, bytes(`92 c409 ${ascii('"dynamic"')} c0`))).toBeNull();
  });

  test("gives names that every object inherits no meaning", () => {
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

    const map = decodeMsgpack(
      types.map(types.bool),
      bytes(`82 a9 ${ascii("__proto__")} c3 ab ${ascii("constructor")} c2`),
    );
    expect(map).toEqual(
      new Map([
        ["__proto__", true],
        ["constructor", false],
      ]),
    );
  });

  test("keeps nothing of the bytes", () => {
    const type = types.list(types.string);
    const source = bytes("92 a161 bf" + "62".repeat(31));
    const decoded = decodeMsgpack(type, source);
    source.fill(0);
    expect(decoded).toEqual(["a", "b".repeat(31)]);
  });

  test("reads from the middle of a larger buffer", () => {
    const larger = new Uint8Array([0xff, 0x91, 0xa1, 0x61, 0xff]);
    expect(decodeMsgpack(types.list(types.string), larger.subarray(1, 4))).toEqual(["a"]);
  });
});

test("encoding brings keys and names into normal form, and leaves strings as they are", () => {
  const type = types.object({ "e\u0301": types.map(types.string) });
  const value = { "\u00e9": new Map([["e\u0301", "e\u0301"]]) };
  expect(hex(encodeMsgpack(type, value))).toBe("81a2c3a981a2c3a9a365cc81");
});

describe("decoding refuses", () => {
  test.each<[string, Type, string, string]>([
    ["no bytes", types.string, "", "the encoded value ends too early"],
    ["a string cut off", types.string, "a261", "the encoded value ends too early"],
    ["a length cut off", types.string, "da01", "the encoded value ends too early"],
    ["a number cut off", types.number, "cd01", "the encoded value ends too early"],
    ["an extension cut off", types.string, "d400", "the encoded value ends too early"],
    [
      "a list that cannot be so long",
      types.list(types.string),
      "ddffffffff a161",
      "the encoded value ends too early",
    ],
    [
      "a map that cannot be so long",
      types.map(types.string),
      "dfffffffff a161",
      "the encoded value ends too early",
    ],
    ["a string that cannot be so long", types.string, "dbffffffff 61", "the encoded value ends too early"],
    ["an extension that cannot be so long", types.string, "c9ffffffff00", "the encoded value ends too early"],
    ["bytes after the end", types.string, "a161 c0", "there are bytes after the end of the encoded value"],
    ["broken UTF-8", types.string, "a1ff", "a string is not valid UTF-8"],
    ["an encoded surrogate", types.string, "a3eda080", "a string is not valid UTF-8"],
    [
      "a byte that means nothing",
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
    ["a map for a set", types.set(types.string), "80", "a set is required, found a map"],
    ["an array for a map", types.map(types.string), "90", "a map is required, found an array"],
    ["an array for an object", types.object({}), "90", "an object is required, found an array"],
    [
      "an unknown value for a key",
      types.map(types.string),
      "81 d40000 a161",
      "a string is required, found an unknown value",
    ],
    ["null for a key", types.map(types.string), "81 c0 a161", "a string is required, found null"],
    ["a key twice", types.map(types.bool), "82 a161 c3 a161 c3", '["a"]: this key of a map stands twice'],
    [
      "a key twice but for its normal form",
      types.map(types.bool),
      "82 a2c3a9 c3 a365cc81 c3",
      '["é"]: this key of a map stands twice',
    ],
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
      "another attribute",
      types.object({ a: types.bool }),
      "81 a162 c3",
      'an object has the attribute "b", which its type does not have',
    ],
    [
      "an attribute twice",
      types.object({ a: types.bool, b: types.bool }),
      "82 a161 c3 a161 c3",
      "a: this attribute stands twice",
    ],
    [
      "an attribute twice, out of order",
      types.object({ a: types.bool, b: types.bool }),
      "82 a162 c3 a162 c3",
      "b: this attribute stands twice",
    ],
    [
      "a tuple too short",
      types.tuple([types.bool, types.bool]),
      "91 c3",
      "a tuple of 2 elements is required, found 1",
    ],
    ["a dynamic value that is none", types.dynamic, "a161", "a dynamic value is required, found a string"],
    [
      "a dynamic value of three parts",
      types.dynamic,
      "93 c0c0c0",
      "a dynamic value must be an array of its type and the value",
    ],
    [
      "a dynamic value whose type is no JSON",
      types.dynamic,
      "92 c40161 c0",
      "the type of a dynamic value is not valid JSON",
    ],
    [
      "a dynamic value whose type is none",
      types.dynamic,
      `92 c403 ${ascii('"x"')} c0`,
      "a type must be the name of one or an array that begins with a name",
    ],
    [
      "a dynamic value not of its type",
      types.dynamic,
      `92 c406 ${ascii('"bool"')} 01`,
      "a bool is required, found a number",
    ],
  ])("%s", (_name, type, text, message) => {
    const decode = () => decodeMsgpack(type, bytes(text));
    expect(decode).toThrow(ValueError);
    expect(decode).toThrow(new ValueError(message));
  });

  test("and says where, without the value", () => {
    const type = types.object({ sites: types.list(types.map(types.tuple([types.bool, types.string]))) });
    const encoded = encode({ sites: [{}, { "a b": [true, 424242] }] });
    let caught: unknown;
    try {
      decodeMsgpack(type, encoded);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ValueError);
    const { message, path, reason } = caught as ValueError;
    expect(message).toBe('sites[1]["a b"][1]: a string is required, found a number');
    expect(formatPath(path)).toBe('sites[1]["a b"][1]');
    expect(reason).toBe("a string is required, found a number");
  });

  test("values that nest without end", () => {
    const levels = 200_000;
    const dynamics = Buffer.concat([
      ...Array.from({ length: levels }, () => bytes(`92 c409 ${ascii('"dynamic"')}`)),
      bytes("c0"),
    ]);
    expect(() => decodeMsgpack(types.dynamic, dynamics)).toThrow("values nest deeper than 1000 levels");
    const type = `${'["list",'.repeat(levels)}"string"${"]".repeat(levels)}`;
    expect(() => decodeMsgpack(types.dynamic, encode([Buffer.from(type), null]))).toThrow(
      "a type nests deeper than 1000 levels",
    );
  });

  test("and takes values that nest as deep as is allowed, however many lie side by side", () => {
    let type: Type = types.string;
    let value: Value = "x";
    for (let depth = 0; depth < 999; depth += 1) {
      type = types.list(type);
      value = [value];
    }
    const dynamic = new Dynamic(type, value);
    expect(
      valuesEqual(
        types.dynamic,
        decodeMsgpack(types.dynamic, encodeMsgpack(types.dynamic, dynamic)),
        dynamic,
      ),
    ).toBe(true);
    const wide = Array.from({ length: 2000 }, () => [["x"]]);
    const wideType = types.list(types.list(types.list(types.string)));
    expect(decodeMsgpack(wideType, encodeMsgpack(wideType, wide))).toEqual(wide);
    const deeper = new Dynamic(types.list(types.list(type)), [[value]]);
    expect(() => encodeMsgpack(types.dynamic, deeper)).toThrow("values nest deeper than 1000 levels");
  });
});

describe("encoding refuses", () => {
  const forgotten = {} as unknown as ObjectValue;
  test.each<[string, Type, Value, string]>([
    [
      "an attribute that was left out",
      types.object({ a: types.string }),
      forgotten,
      "a: a string is required, found nothing (use null for a value that is not set)",
    ],
    [
      "an attribute that is inherited",
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
      "half of a surrogate pair",
      types.string,
      "a\ud800",
      "a text holds half of a surrogate pair, which Terraform cannot represent",
    ],
    [
      "half of a surrogate pair in a key",
      types.map(types.bool),
      new Map([["\udc00", true]]),
      '["\\udc00"]: a text holds half of a surrogate pair, which Terraform cannot represent',
    ],
    [
      "keys of one normal form",
      types.map(types.bool),
      new Map([
        ["\u00e9", true],
        ["e\u0301", true],
      ]),
      "two keys of a map are the same text after Unicode normalisation",
    ],
    ["a number for a string", types.string, 1, "a string is required, found a number"],
    ["a string for a number", types.number, "1", "a number is required, found a string"],
    ["a string for a bool", types.bool, "true", "a bool is required, found a string"],
    ["an object for a map", types.map(types.bool), { a: true }, "a map (a Map) is required, found an object"],
    ["a Map for an object", types.object({}), new Map(), "an object is required, found a Map"],
    ["an array for an object", types.object({}), [], "an object is required, found an array"],
    [
      "a Decimal for an object",
      types.object({}),
      Decimal.fromText("0.5"),
      "an object is required, found a number",
    ],
    ["an object for a list", types.list(types.bool), {}, "a list (an array) is required, found an object"],
    [
      "a Dynamic for a string",
      types.string,
      new Dynamic(types.string, "a"),
      "a string is required, found a Dynamic",
    ],
    [
      "a bare value for a dynamic one",
      types.dynamic,
      "a",
      "a dynamic value (a Dynamic) is required, found a string",
    ],
    [
      "a tuple too long",
      types.tuple([types.bool]),
      [true, true],
      "a tuple of 1 elements is required, found 2",
    ],
  ])("%s", (_name, type, value, message) => {
    const attempt = () => encodeMsgpack(type, value);
    expect(attempt).toThrow(ValueError);
    expect(attempt).toThrow(new ValueError(message));
  });

  test("and is as good as new afterwards", () => {
    expect(() => encodeMsgpack(types.list(types.string), ["a", 1])).toThrow(ValueError);
    expect(hex(encodeMsgpack(types.list(types.string), ["a"]))).toBe("91a161");
  });
});

test("an encoded value stays as it is while others are encoded", () => {
  const first = encodeMsgpack(types.string, "first");
  const large = encodeMsgpack(types.string, "x".repeat(3_000_000));
  encodeMsgpack(types.string, "other");
  expect(hex(first)).toBe(`a5${ascii("first")}`);
  expect(large).toHaveLength(3_000_005);
});

test("a value may encode another one in a getter", () => {
  const nested = {
    get a() {
      return hex(encodeMsgpack(types.string, "inner"));
    },
    b: "outer",
  };
  const type = types.object({ a: types.string, b: types.string });
  expect(decodeMsgpack(type, encodeMsgpack(type, nested))).toEqual({ a: `a5${ascii("inner")}`, b: "outer" });
});

describe("an independent implementation of msgpack", () => {
  test("can read every value that is encoded here", () => {
    // A prefix keeps the keys in the order of the bytes. The key `__proto__` it refuses altogether.
    const options = { useBigInt64: true, mapKeyConverter: (key: unknown) => `key:${String(key)}` };
    fc.assert(
      fc.property(typedValue({ unknowns: true }), ([type, given]) => {
        const value = decodeMsgpack(type, encodeMsgpack(type, given));
        const encoded = Buffer.from(encodeMsgpack(type, value));
        fc.pre(!encoded.includes("__proto__"));
        expectSame(type, value, decode(encoded, options));
      }),
      { numRuns: 200 },
    );
  });

  test("writes values that can be read here", () => {
    fc.assert(
      fc.property(typedValue({ unknowns: true }), ([type, value]) => {
        const foreign = encode(toForeign(type, value), { useBigInt64: true });
        expect(valuesEqual(type, decodeMsgpack(type, foreign), value)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("writes integers and floats that can be read here", () => {
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
  if (value instanceof Dynamic) {
    return [Buffer.from(JSON.stringify(typeToJson(value.type))), toForeign(value.type, value.value)];
  }
  switch (type.kind) {
    case "number":
      return foreignNumber(value as NumberValue);
    case "list":
    case "set":
      return (value as readonly Value[]).map((element) => toForeign(type.element, element));
    case "map": {
      const entries = Array.from(
        value as ReadonlyMap<string, Value>,
        ([key, inner]) => [key, toForeign(type.element, inner)] as const,
      );
      return withoutPrototype(entries);
    }
    case "object": {
      const object = value as ObjectValue;
      const entries = Object.entries(type.attributes).map(
        ([name, attribute]) => [name, toForeign(attribute, object[name] as Value)] as const,
      );
      return withoutPrototype(entries);
    }
    case "tuple":
      return (value as readonly Value[]).map((element, index) =>
        toForeign(type.elements[index] as Type, element),
      );
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
  } else if (value instanceof Dynamic) {
    const [typeBytes, inner] = foreign as [Uint8Array, unknown];
    expect(JSON.parse(Buffer.from(typeBytes).toString())).toEqual(
      JSON.parse(JSON.stringify(typeToJson(value.type))),
    );
    expectSame(value.type, value.value, inner);
  } else if (type.kind === "number") {
    const number = foreign as number | bigint | string;
    expect(typeof number === "string" ? parseNumber(number) : number.toString()).toEqual(
      typeof number === "string" ? value : numberText(value as NumberValue),
    );
  } else if (type.kind === "map") {
    const entries = Array.from(value as ReadonlyMap<string, Value>);
    expect(Object.keys(foreign as object)).toEqual(entries.map(([key]) => `key:${key}`));
    for (const [key, inner] of entries) {
      expectSame(type.element, inner, (foreign as Record<string, unknown>)[`key:${key}`]);
    }
  } else if (type.kind === "object") {
    const object = value as ObjectValue;
    expect(Object.keys(foreign as object)).toHaveLength(Object.keys(object).length);
    for (const [name, attribute] of Object.entries(type.attributes)) {
      expectSame(attribute, object[name] as Value, (foreign as Record<string, unknown>)[`key:${name}`]);
    }
  } else if (Array.isArray(value)) {
    expect(foreign).toHaveLength(value.length);
    value.forEach((element: Value, index) => {
      const elementType =
        type.kind === "tuple"
          ? type.elements[index]
          : type.kind === "list" || type.kind === "set"
            ? type.element
            : undefined;
      expectSame(elementType as Type, element, (foreign as unknown[])[index]);
    });
  } else {
    expect(foreign).toBe(value);
  }
}
