import {
  isWhollyKnown,
  type Type,
  types,
  typeToJson,
  Unknown,
  unknown,
  type Value,
  valuesEqual,
} from "../../../src/sdk/values";

test.each<[string, Value, Value]>([
  ["strings of one normal form", "\u00e9", "e\u0301"],
  ["nulls", null, null],
  ["unknown values, however refined", unknown, new Unknown(Uint8Array.of(0x81, 1, 0xc2))],
  ["numbers", [1, -0], [1, 0]],
  ["objects with attributes in another order", { name: "a", age: 1 }, { age: 1, name: "a" }],
])("%s are equal", (_name, a, b) => {
  expect(valuesEqual(a, b)).toBe(true);
  expect(valuesEqual(b, a)).toBe(true);
});

test.each<[string, Value, Value]>([
  ["strings of other case", "a", "A"],
  ["null and empty", null, ""],
  ["null and unknown", null, unknown],
  ["known and unknown", "a", unknown],
  ["bools", true, false],
  ["numbers", 0.1, 0.10000000000000002],
  ["lists in another order", ["a", "b"], ["b", "a"]],
  ["lists of other length", ["a"], ["a", "a"]],
  ["objects", { name: "a", age: 1 }, { name: "a", age: 2 }],
])("%s are different", (_name, a, b) => {
  expect(valuesEqual(a, b)).toBe(false);
  expect(valuesEqual(b, a)).toBe(false);
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
