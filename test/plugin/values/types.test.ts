import { mayHoldNumber, type Type, types, typeToJson, ValueError } from "../../../src/plugin/values";

describe("the JSON form of a type", () => {
  test.each<[string, Type]>([
    ['"string"', types.string],
    ['"number"', types.number],
    ['"bool"', types.bool],
    ['["list","string"]', types.list(types.string)],
    ['["list",["list","bool"]]', types.list(types.list(types.bool))],
    [
      '["object",{"a":"string","b":["list","number"]}]',
      types.object({ b: types.list(types.number), a: types.string }),
    ],
    ['["object",{}]', types.object({})],
  ])("%s", (json, type) => {
    expect(JSON.stringify(typeToJson(type))).toBe(json);
  });
});

test.each<[string, (string | number)[]]>([
  ["wrong", []],
  ["name: wrong", ["name"]],
  ["sites.rules[2].name: wrong", ["sites", "rules", 2, "name"]],
  ["[1]: wrong", [1]],
])("an error reads %j", (message, path) => {
  expect(new ValueError("wrong", path).message).toBe(message);
});

test.each<[Type, boolean]>([
  [types.string, false],
  [types.bool, false],
  [types.number, true],
  [types.list(types.number), true],
  [types.list(types.list(types.string)), false],
  [types.object({ a: types.string, b: types.list(types.number) }), true],
  [types.object({}), false],
])("a value of %j may contain a number: %p", (type, expected) => {
  expect(mayHoldNumber(type)).toBe(expected);
});
