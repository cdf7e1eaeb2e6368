import {
  formatPath,
  mayHoldNumber,
  type PathStep,
  type Type,
  typeFromJson,
  types,
  typesEqual,
  typeToJson,
  ValueError,
} from "../../../src/plugin/values";

describe("the JSON form of a type", () => {
  test.each<[string, Type]>([
    ['"string"', types.string],
    ['"number"', types.number],
    ['"bool"', types.bool],
    ['"dynamic"', types.dynamic],
    ['["list","string"]', types.list(types.string)],
    ['["set",["map","bool"]]', types.set(types.map(types.bool))],
    [
      '["object",{"a":"string","b":["list","number"]}]',
      types.object({ b: types.list(types.number), a: types.string }),
    ],
    ['["object",{}]', types.object({})],
    ['["tuple",["string","number"]]', types.tuple([types.string, types.number])],
    ['["tuple",[]]', types.tuple([])],
    ['["object",{"__proto__":"string"}]', types.object(JSON.parse('{"__proto__":{"kind":"string"}}'))],
  ])("%s", (json, type) => {
    expect(JSON.stringify(typeToJson(type))).toBe(json);
    expect(typesEqual(typeFromJson(JSON.parse(json)), type)).toBe(true);
  });

  test("checks and drops the names of optional attributes", () => {
    const json = ["object", { a: "string", b: "bool" }, ["b"]];
    expect(typesEqual(typeFromJson(json), types.object({ a: types.string, b: types.bool }))).toBe(true);
  });

  test.each([
    "null",
    "1",
    '"text"',
    '"list"',
    "{}",
    "[]",
    '["list"]',
    '["list","string","string"]',
    '["list",null]',
    '["tuple","string"]',
    '["tuple",{}]',
    '["object",[]]',
    '["object",null]',
    '["object",{"a":1}]',
    '["object",{"a":"string"},["b"]]',
    '["object",{"a":"string"},"a"]',
    '["object",{"a":"string"},[],[]]',
    '["object",{"a":"string"},["constructor"]]',
    '["object",{"\\ud800":"string"}]',
    '["object",{"\\u00e9":"string","e\\u0301":"string"}]',
    '["capsule","string"]',
    '[["list"],"string"]',
  ])("rejects %s", (json) => {
    expect(() => typeFromJson(JSON.parse(json))).toThrow(ValueError);
  });

  test("rejects a type that nests too deep", () => {
    let json: unknown = "string";
    for (let depth = 0; depth < 100_000; depth += 1) {
      json = ["list", json];
    }
    expect(() => typeFromJson(json)).toThrow("a type nests deeper than 1000 levels");
  });

  test("accepts an attribute called __proto__", () => {
    const type = typeFromJson(JSON.parse('["object",{"__proto__":"bool"}]'));
    expect(type.kind === "object" && Object.keys(type.attributes)).toEqual(["__proto__"]);
    expect(typesEqual(type, types.object({}))).toBe(false);
  });
});

describe("comparing types", () => {
  test("ignores the order of attributes", () => {
    const a = types.object({ x: types.string, y: types.bool });
    expect(typesEqual(a, types.object({ y: types.bool, x: types.string }))).toBe(true);
  });

  test.each<[Type, Type]>([
    [types.string, types.number],
    [types.list(types.string), types.set(types.string)],
    [types.list(types.string), types.list(types.number)],
    [types.object({ a: types.string }), types.object({ b: types.string })],
    [types.object({ a: types.string }), types.object({ a: types.bool })],
    [types.object({ a: types.string }), types.object({})],
    [types.tuple([types.string]), types.tuple([types.string, types.string])],
    [types.tuple([types.string]), types.tuple([types.bool])],
    [types.tuple([]), types.object({})],
  ])("reports %j and %j as different", (a, b) => {
    expect(typesEqual(a, b)).toBe(false);
    expect(typesEqual(b, a)).toBe(false);
  });
});

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
  [types.dynamic, true],
  [types.list(types.number), true],
  [types.set(types.map(types.string)), false],
  [types.object({ a: types.string, b: types.map(types.number) }), true],
  [types.object({}), false],
  [types.tuple([types.bool, types.number]), true],
  [types.tuple([types.bool]), false],
])("a value of %j may contain a number: %p", (type, expected) => {
  expect(mayHoldNumber(type)).toBe(expected);
});
