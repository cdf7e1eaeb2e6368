import {
  isWhollyKnown,
  mayHoldNumber,
  type Type,
  types,
  typeToJson,
  Unknown,
  unknown,
  type Value,
  ValueError,
  valuesEqual,
} from "../../../src/sdk/values";

const person = types.object({ name: types.string, age: types.number });

test.each<[string, Type, Value, Value]>([
  ["strings of one normal form", types.string, "\u00e9", "e\u0301"],
  ["nulls", types.string, null, null],
  ["unknown values, however refined", types.string, unknown, new Unknown(Uint8Array.of(0x81, 1, 0xc2))],
  ["numbers", types.list(types.number), [1, -0], [1, 0]],
  ["objects with attributes in another order", person, { name: "a", age: 1 }, { age: 1, name: "a" }],
])("%s are equal", (_name, type, a, b) => {
  expect(valuesEqual(type, a, b)).toBe(true);
  expect(valuesEqual(type, b, a)).toBe(true);
});

test.each<[string, Type, Value, Value]>([
  ["strings of other case", types.string, "a", "A"],
  ["null and empty", types.string, null, ""],
  ["null and unknown", types.string, null, unknown],
  ["known and unknown", types.string, "a", unknown],
  ["bools", types.bool, true, false],
  ["numbers", types.number, 0.1, 0.10000000000000002],
  ["lists in another order", types.list(types.string), ["a", "b"], ["b", "a"]],
  ["lists of other length", types.list(types.string), ["a"], ["a", "a"]],
  ["objects", person, { name: "a", age: 1 }, { name: "a", age: 2 }],
])("%s are different", (_name, type, a, b) => {
  expect(valuesEqual(type, a, b)).toBe(false);
  expect(valuesEqual(type, b, a)).toBe(false);
});

test("comparing a value of another type throws a ValueError", () => {
  expect(() => valuesEqual(types.list(types.string), ["a"], {})).toThrow(ValueError);
  expect(() => valuesEqual(types.string, "a", 1)).toThrow("a string is required, found a number");
});

test.each<[Value, boolean]>([
  [null, true],
  ["a", true],
  [unknown, false],
  [["a", null], true],
  [["a", unknown], false],
  [{ name: "a", age: 1 }, true],
  [{ name: "a", tags: [unknown] }, false],
])("the value %j is wholly known: %s", (value, expected) => {
  expect(isWhollyKnown(value)).toBe(expected);
});

test.each<[string, Type]>([
  ['"string"', types.string],
  [
    '["object",{"a":"string","b":["list","number"]}]',
    types.object({ b: types.list(types.number), a: types.string }),
  ],
  ['["object",{}]', types.object({})],
])("a type has the JSON form %s", (json, type) => {
  expect(JSON.stringify(typeToJson(type))).toBe(json);
});

test.each<[string, (string | number)[]]>([
  ["wrong", []],
  ["name: wrong", ["name"]],
  ["sites.rules[2].name: wrong", ["sites", "rules", 2, "name"]],
  ["[1]: wrong", [1]],
])("a ValueError reads %j", (message, path) => {
  expect(new ValueError("wrong", path).message).toBe(message);
});

test.each<[Type, boolean]>([
  [types.string, false],
  [types.number, true],
  [types.list(types.list(types.string)), false],
  [types.object({ a: types.string, b: types.list(types.number) }), true],
  [types.object({}), false],
])("a value of %j may contain a number: %p", (type, expected) => {
  expect(mayHoldNumber(type)).toBe(expected);
});
