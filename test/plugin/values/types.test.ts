import {
  formatPath,
  mayHoldNumber,
  type PathStep,
  type Type,
  types,
  typeToJson,
  ValueError,
} from "../../../src/plugin/values";

describe("the JSON form of a type", () => {
  test.each<[string, Type]>([
    ['"string"', types.string],
    ['"number"', types.number],
    ['"bool"', types.bool],
    ['["list","string"]', types.list(types.string)],
    ['["set",["map","bool"]]', types.set(types.map(types.bool))],
    [
      '["object",{"a":"string","b":["list","number"]}]',
      types.object({ b: types.list(types.number), a: types.string }),
    ],
    ['["object",{}]', types.object({})],
    ['["object",{"__proto__":"string"}]', types.object(JSON.parse('{"__proto__":{"kind":"string"}}'))],
  ])("%s", (json, type) => {
    expect(JSON.stringify(typeToJson(type))).toBe(json);
  });

  test("keeps an attribute called __proto__", () => {
    const type = types.object(JSON.parse('{"__proto__":{"kind":"bool"}}'));
    expect(type.kind === "object" && Object.keys(type.attributes)).toEqual(["__proto__"]);
  });
});

test.each([[{ "\ud800": types.string }], [{ "\u00e9": types.string, "e\u0301": types.string }]])(
  "the names of attributes are well-formed and stay apart in normal form: not %j",
  (attributes) => {
    expect(() => types.object(attributes as Record<string, Type>)).toThrow(ValueError);
  },
);

test.each<[string, PathStep[]]>([
  ["", []],
  ["name", [{ kind: "attribute", name: "name" }]],
  [
    'sites.rules[2]["a \\"b\\""].name',
    [
      { kind: "attribute", name: "sites" },
      { kind: "attribute", name: "rules" },
      { kind: "index", index: 2 },
      { kind: "key", key: 'a "b"' },
      { kind: "attribute", name: "name" },
    ],
  ],
  ['["not a name"]', [{ kind: "attribute", name: "not a name" }]],
])("a path reads %j", (text, path) => {
  expect(formatPath(path)).toBe(text);
});

test.each<[Type, boolean]>([
  [types.string, false],
  [types.bool, false],
  [types.number, true],
  [types.list(types.number), true],
  [types.set(types.map(types.string)), false],
  [types.object({ a: types.string, b: types.map(types.number) }), true],
  [types.object({}), false],
])("a value of %j may contain a number: %p", (type, expected) => {
  expect(mayHoldNumber(type)).toBe(expected);
});
