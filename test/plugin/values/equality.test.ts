import {
  isWhollyKnown,
  type Type,
  types,
  Unknown,
  unknown,
  type Value,
  ValueError,
  valuesEqual,
} from "../../../src/plugin/values";

const person = types.object({ name: types.string, age: types.number });

describe("equal values:", () => {
  test.each<[string, Type, Value, Value]>([
    ["strings of one normal form", types.string, "\u00e9", "e\u0301"],
    ["nulls", types.string, null, null],
    ["unknown values, however refined", types.string, unknown, new Unknown(Uint8Array.of(0x81, 1, 0xc2))],
    ["lists", types.list(types.number), [1, 2n], [1, 2]],
    ["objects with attributes in another order", person, { name: "a", age: 1 }, { age: 1, name: "a" }],
  ])("%s", (_name, type, a, b) => {
    expect(valuesEqual(type, a, b)).toBe(true);
    expect(valuesEqual(type, b, a)).toBe(true);
  });
});

describe("different values:", () => {
  test.each<[string, Type, Value, Value]>([
    ["strings of other case", types.string, "a", "A"],
    ["null and empty", types.string, null, ""],
    ["null and unknown", types.string, null, unknown],
    ["known and unknown", types.string, "a", unknown],
    ["bools", types.bool, true, false],
    ["lists in another order", types.list(types.string), ["a", "b"], ["b", "a"]],
    ["lists of other length", types.list(types.string), ["a"], ["a", "a"]],
    ["objects", person, { name: "a", age: 1 }, { name: "a", age: 2 }],
  ])("%s", (_name, type, a, b) => {
    expect(valuesEqual(type, a, b)).toBe(false);
    expect(valuesEqual(type, b, a)).toBe(false);
  });
});

test("comparing a value of another type throws a ValueError", () => {
  expect(() => valuesEqual(types.list(types.string), ["a"], {})).toThrow(ValueError);
  expect(() => valuesEqual(types.string, "a", 1)).toThrow("a string is required, found a number");
});

describe("whether a value is wholly known", () => {
  test.each<[Type, Value, boolean]>([
    [types.string, null, true],
    [types.string, "a", true],
    [types.string, unknown, false],
    [types.list(types.string), ["a", null], true],
    [types.list(types.string), ["a", unknown], false],
    [person, { name: "a", age: 1 }, true],
    [person, { name: "a", age: unknown }, false],
  ])("%j %j: %s", (type, value, expected) => {
    expect(isWhollyKnown(type, value)).toBe(expected);
  });
});
