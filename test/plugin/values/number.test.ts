import { fc } from "../../fast-check";
import { Decimal, numberText, parseNumber, types, ValueError, valuesEqual } from "../../../src/plugin/values";
import { finiteNumber } from "./arbitraries";

const exactlyOneTenth = "0.1000000000000000055511151231257827021181583404541015625";

describe("parsing a decimal text without loss", () => {
  test.each([
    ["0", 0],
    ["-0", 0],
    ["-0.000e99", 0],
    ["0e99999999999999999999999", 0],
    ["+7", 7],
    ["007", 7],
    ["1.50e1", 15],
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["9223372036854775808", 2n ** 63n],
    ["123456789012345678901234567890", 123456789012345678901234567890n],
    ["1e400", 10n ** 400n],
    ["-1E+400", -(10n ** 400n)],
    ["12.5e1022", 125n * 10n ** 1021n],
  ])("accepts the integer %s", (text, expected) => {
    expect(parseNumber(text)).toBe(expected);
  });

  test.each([
    ["0.1", "0.1"],
    ["-.50", "-0.5"],
    ["5.", "5"],
    ["1e-7", "0.0000001"],
    ["123456789012345678901234567890.125", "123456789012345678901234567890.125"],
    [exactlyOneTenth, exactlyOneTenth],
    ["1e999999999", "1e999999999"],
    ["-12.30e999999999", "-123e999999998"],
    ["1e-999999999", "1e-999999999"],
  ])("reads %s as %s", (text, expected) => {
    expect(Decimal.fromText(text).toText()).toBe(expected);
    expect(numberText(parseNumber(text))).toBe(expected);
  });

  test("keeps an integer beyond 1024 digits as Decimal, so that a short text cannot exhaust memory", () => {
    expect(parseNumber("1e1023")).toBe(10n ** 1023n);
    expect(parseNumber("1e1024")).toBeInstanceOf(Decimal);
    expect(parseNumber("1e2147483647")).toBeInstanceOf(Decimal);
  });

  test("reads a text of a million digits in one pass", () => {
    const digits = "9".repeat(1_000_000);
    expect(numberText(parseNumber(digits))).toBe(digits);
    expect(numberText(parseNumber(`${digits}.5`))).toBe(`${digits}5e-1`);
  });

  test.each([
    "",
    " ",
    "1 ",
    ".",
    "-",
    "e5",
    "0x1f",
    "1_000",
    "Infinity",
    "NaN",
    "1e",
    "1e+",
    "--1",
    "1,5",
    "١",
  ])("rejects %j", (text) => {
    expect(() => parseNumber(text)).toThrow(ValueError);
  });

  test("rejects an exponent beyond 32 bits", () => {
    expect(() => parseNumber("1e2147483648")).toThrow("the exponent of a number is beyond ±2147483647");
    expect(() => parseNumber("1e-99999999999999999999")).toThrow(ValueError);
  });
});

describe("comparing numbers by value", () => {
  test.each([
    [0, -0],
    [5, 5n],
    [5, Decimal.fromText("5.0")],
    [0.5, Decimal.fromText("0.50")],
    [0.1, Decimal.fromText("0.1")],
    [2 ** 53, 2n ** 53n],
    [1e23, 10n ** 23n],
    [10n ** 1030n, Decimal.fromText("1e1030")],
    [1e300, Decimal.fromText("1e300")],
    [Infinity, Infinity],
  ])("%p equals %p", (a, b) => {
    expect(valuesEqual(types.number, a, b)).toBe(true);
    expect(valuesEqual(types.number, b, a)).toBe(true);
  });

  test.each([
    [0, 1],
    [0.1, Decimal.fromText(exactlyOneTenth)],
    [9007199254740992n, 9007199254740993n],
    [10n ** 1030n, 10n ** 1030n + 1n],
    [Infinity, -Infinity],
    [Decimal.fromText("1e999999999"), Decimal.fromText("1e999999998")],
  ])("%p does not equal %p", (a, b) => {
    expect(valuesEqual(types.number, a, b)).toBe(false);
  });

  test("agrees with comparing their canonical texts", () => {
    fc.assert(
      fc.property(finiteNumber, finiteNumber, (a, b) => {
        expect(valuesEqual(types.number, a, b)).toBe(numberText(a) === numberText(b));
        expect(valuesEqual(types.number, a, parseNumber(numberText(a)))).toBe(true);
      }),
    );
  });
});

test("the text of a float is its shortest decimal", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (float) => {
      expect(Number(numberText(float))).toBe(float + 0);
    }),
  );
});
