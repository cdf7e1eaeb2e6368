import {
  Decimal,
  decodeMsgpack,
  encodeMsgpack,
  type Type,
  types,
  Unknown,
  unknown,
  type Value,
  ValueError,
} from "../../../src/plugin/values";
import { ascii, bytes, hex } from "./bytes";

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

  test("an object is decoded from any order of attributes", () => {
    const type = types.object({ a: types.bool, b: types.string, c: types.number });
    expect(decodeMsgpack(type, bytes("83 a163 01 a161 c3 a162 a178"))).toEqual({ a: true, b: "x", c: 1 });
    expect(decodeMsgpack(type, bytes("83 d90163 01 d90161 c3 a162 a178"))).toEqual({ a: true, b: "x", c: 1 });
  });
});

describe("a number in msgpack", () => {
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
  ])("is encoded and decoded: %s", (_name, value, text) => {
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
  ])("is encoded: %s as %s", (_name, value, text) => {
    expect(hex(encodeMsgpack(types.number, value))).toBe(text);
  });

  test.each<[string, Value, string]>([
    ["an integer", 12, `a2${ascii("12")}`],
    ["an integer beyond 2^53", 2n ** 63n, `b3${ascii("9223372036854775808")}`],
    ["0.1", Decimal.fromText("0.1"), `a3${ascii("0.1")}`],
    ["infinity", Infinity, "cb7ff0000000000000"],
    ["minus infinity", -Infinity, "cbfff0000000000000"],
  ])("is encoded as text on request: %s", (_name, value, text) => {
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
  ])("is decoded: %s (%s)", (_name, text, value) => {
    expect(decodeMsgpack(types.number, bytes(text))).toEqual(value);
  });

  test("is rejected when it is NaN, in both directions", () => {
    expect(() => encodeMsgpack(types.number, NaN)).toThrow(
      "NaN is not a number that Terraform can represent",
    );
    expect(() => decodeMsgpack(types.number, bytes("cb7ff8000000000000"))).toThrow(ValueError);
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
  ])("is decoded from any extension: %s", (text) => {
    expect(decodeMsgpack(types.string, bytes(text))).toBe(unknown);
  });

  test.each<[string, Type, string]>([
    ["not null", types.string, "c7030c 81 01c2"],
    ["a prefix", types.string, "c7070c 82 01c2 02a26162"],
    ["lengths, in a form of 16 bytes", types.list(types.string), `d80c 83 01c2 05cf0000000100000000 06ccc8`],
    ["more than 255 bytes", types.string, `c8010a0c 82 01c2 02da0103 ${"78".repeat(259)}`],
  ])("is encoded with the bytes of the refinement that it was decoded with: %s", (_name, type, text) => {
    const value = decodeMsgpack(type, bytes(text));
    expect(value).toBeInstanceOf(Unknown);
    expect(hex(encodeMsgpack(type, value))).toBe(text.replaceAll(" ", ""));
  });
});
