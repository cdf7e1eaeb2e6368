import {
  decodeJson as decodeBytes,
  type ObjectValue,
  type Type,
  types,
  type Value,
  ValueError,
} from "../../../src/sdk/values";
import { withoutPrototype } from "./arbitraries";

const decodeJson = (type: Type, json: string): Value => decodeBytes(type, Buffer.from(json));

describe("decoding JSON", () => {
  test.each<[string, Type, string, Value]>([
    ["null", types.string, "null", null],
    ["an empty string", types.string, '""', ""],
    ["a bool", types.bool, "true", true],
    ["a large integer", types.number, "9007199254740991", 2 ** 53 - 1],
    ["a fraction", types.number, "0.1", 0.1],
    ["null in a list", types.list(types.number), "[1,null,2]", [1, null, 2]],
    ["an empty object", types.object({}), "{}", {}],
    [
      "white space everywhere",
      types.object({ a: types.list(types.number) }),
      ' \n{ "a" :\t[ 1 , 2.0 ] \r\n} ',
      { a: [1, 2] },
    ],
    [
      "escapes",
      types.string,
      '"\\u0041\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"',
      'Aé😀/\b\f\n\r\t"\\',
    ],
    ["what is not in normal form: strings as they are", types.string, '"e\\u0301"', "e\u0301"],
    ["numbers with exponents", types.list(types.number), "[1e2,1.5E+1,1e-1,-0,0.0]", [100, 15, 0.1, 0, 0]],
    [
      "attributes in any order",
      types.object({ a: types.bool, b: types.string, c: types.number }),
      '{"c":1,"a":true,"b":""}',
      { a: true, b: "", c: 1 },
    ],
    [
      "a name with an escape",
      types.object({ a: types.bool, b: types.bool }),
      '{"\\u0061":true,"b":false}',
      { a: true, b: false },
    ],
  ])("accepts %s", (_name, type, json, value) => {
    expect(decodeJson(type, json)).toEqual(value);
  });

  test("treats inherited names such as constructor as ordinary attributes", () => {
    const type = types.object(withoutPrototype([["__proto__", types.object({ polluted: types.bool })]]));
    const decoded = decodeJson(type, '{"__proto__":{"polluted":true}}') as ObjectValue;
    expect(Object.keys(decoded)).toEqual(["__proto__"]);
    expect(decoded["polluted"]).toBeUndefined();
    expect(JSON.stringify(decoded)).toBe('{"__proto__":{"polluted":true}}');
    const without = decodeJson(types.object({}), '{"__proto__":{"polluted":true}}') as ObjectValue;
    expect(without["polluted"]).toBeUndefined();
    expect(decodeJson(types.object({ toString: types.string }), "{}")).toEqual({ toString: null });
  });
});

describe("a state of an earlier schema version", () => {
  const inner = types.object({ x: types.number, y: types.number });
  const type = types.object({ a: types.string, inner: types.list(inner), z: types.bool });

  test("may have removed attributes and lack new ones", () => {
    const json = '{"gone":{"deep":["]}",{"a":1e5}]},"inner":[{"y":1,"old":null}],"z":true}';
    expect(decodeJson(type, json)).toEqual({ a: null, inner: [{ x: null, y: 1 }], z: true });
  });

  test("must be valid JSON also in ignored attributes", () => {
    expect(() => decodeJson(types.object({}), '{"gone":[1,]}')).toThrow("the JSON is malformed");
  });

  test("may nest deep in ignored attributes", () => {
    const gone = (value: string) => decodeJson(types.object({}), `{"gone":${value}}`);
    expect(gone(`${"[".repeat(100_000)}1.5${"]".repeat(100_000)}`)).toEqual({});
    expect(() => gone("[".repeat(100_000))).toThrow(ValueError);
    expect(() => gone('{"a":'.repeat(100_000))).toThrow(ValueError);
  });
});

describe("decoding JSON rejects", () => {
  test.each<[string, Type, string]>([
    ["nothing", types.string, ""],
    ["a word cut off", types.bool, "tru"],
    ["a lone surrogate", types.string, '"\\ud800"'],
    ["a number in quotes", types.number, '"1"'],
    ["a bool in quotes", types.bool, '"true"'],
    ["a number for a string", types.string, "1"],
    ["a number for a bool", types.bool, "1"],
    ["a list with a comma at the end", types.list(types.bool), "[true,]"],
    ["a fraction for a bool", types.bool, "1.0"],
    ["2^53", types.number, "9007199254740992"],
    ["a number that no double holds", types.number, "-1e400"],
    ["a byte order mark", types.bool, "\ufefftrue"],
    ["an object for a list", types.list(types.bool), "{}"],
    ["a list for an object", types.object({}), "[]"],
    ["a list for a string", types.string, "[]"],
    ["an object for a number", types.number, "{}"],
  ])("%s", (_name, type, json) => {
    expect(() => decodeJson(type, json)).toThrow(ValueError);
  });

  test("a wrong value with its outermost attribute, but without the value itself", () => {
    const type = types.object({ sites: types.list(types.object({ a: types.list(types.number) })) });
    const decode = () => decodeJson(type, '{"sites":[{},{"a":[1,"secret"]}]}');
    expect(decode).toThrow(new ValueError("sites: a number is required"));
  });

  test("invalid JSON without a quote of it, which may be a secret", () => {
    expect(() => decodeJson(types.string, '"secret" "secret"')).toThrow(
      new ValueError("the JSON is malformed"),
    );
  });
});
