import {
  Decimal,
  decodeJson,
  type ObjectValue,
  type Type,
  types,
  unknown,
  type Value,
  ValueError,
} from "../../../src/plugin/values";
import { withoutPrototype } from "./arbitraries";
import { encodeJson } from "./json-encode";

describe("encoding and decoding JSON", () => {
  test.each<[string, Type, Value, string]>([
    ["null", types.string, null, "null"],
    ["a string", types.string, 'é "quoted" \\ \n\u0000 😀', '"é \\"quoted\\" \\\\ \\n\\u0000 😀"'],
    ["an empty string", types.string, "", '""'],
    ["a bool", types.bool, true, "true"],
    ["an integer", types.number, -12, "-12"],
    ["2^53+1", types.number, 2n ** 53n + 1n, "9007199254740993"],
    ["23 digits", types.number, 12345678901234567890123n, "12345678901234567890123"],
    ["0.1", types.number, Decimal.fromText("0.1"), "0.1"],
    ["1e999999999", types.number, Decimal.fromText("1e999999999"), "1e999999999"],
    ["a list", types.list(types.number), [1, null, 2], "[1,null,2]"],
    ["an empty list", types.list(types.number), [], "[]"],
    ["a set", types.set(types.string), ["b", "a"], '["b","a"]'],
    [
      "a map",
      types.map(types.bool),
      new Map([
        ["__proto__", true],
        ["", false],
      ]),
      '{"__proto__":true,"":false}',
    ],
    [
      "an object",
      types.object({ b: types.string, a: types.bool }),
      { b: "x", a: null },
      '{"a":null,"b":"x"}',
    ],
    ["an empty object", types.object({}), {}, "{}"],
  ])("%s", (_name, type, value, json) => {
    expect(encodeJson(type, value)).toBe(json);
    expect(decodeJson(type, json)).toEqual(value);
    expect(decodeJson(type, Buffer.from(json))).toEqual(value);
  });
});

describe("decoding JSON", () => {
  test.each<[string, Type, string, Value]>([
    [
      "white space everywhere",
      types.map(types.list(types.number)),
      ' \n{ "a" :\t[ 1 , 2 ] \r\n} ',
      new Map([["a", [1, 2]]]),
    ],
    [
      "escapes",
      types.string,
      '"\\u0041\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"',
      'Aé😀/\b\f\n\r\t"\\',
    ],
    [
      "what is not in normal form: strings as they are",
      types.map(types.string),
      '{"e\u0301":"e\\u0301"}',
      new Map([["\u00e9", "e\u0301"]]),
    ],
    [
      "numbers with exponents",
      types.list(types.number),
      "[1e2,1.5E+1,1e-1,-0,0.0]",
      [100, 15, Decimal.fromText("0.1"), 0, 0],
    ],
    ["a number in quotes", types.number, '"12345678901234567890123"', 12345678901234567890123n],
    ["a number for a string, as it stands there", types.string, "1.50", "1.50"],
    ["a bool for a string", types.string, "true", "true"],
    ["bools in quotes", types.list(types.bool), '["true","1","false","0"]', [true, true, false, false]],
    ["equal elements of a set", types.set(types.number), "[1,1.0,2,1e0]", [1, 2]],
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
    expect(encodeJson(type, decoded)).toBe('{"__proto__":{"polluted":true}}');
    const lenient = decodeJson(types.object({}), '{"__proto__":{"polluted":true}}', {
      ignoreUnknownAttributes: true,
    });
    expect((lenient as ObjectValue)["polluted"]).toBeUndefined();
  });
});

describe("a state of an earlier schema version", () => {
  const inner = types.object({ x: types.number, y: types.number });
  const type = types.object({ a: types.string, inner: types.list(inner), z: types.bool });
  const json = '{"gone":{"deep":["]}",{"a":1e5}]},"inner":[{"y":1,"old":null}],"z":true}';

  test("is rejected by default", () => {
    expect(() => decodeJson(type, json)).toThrow(
      'an object has the attribute "gone", which its type does not have',
    );
    expect(() => decodeJson(type, '{"inner":[],"z":true}')).toThrow('an object lacks the attribute "a"');
    expect(() => decodeJson(type, '{"a":"","inner":[{"x":1}],"z":true}')).toThrow(
      'inner[0]: an object lacks the attribute "y"',
    );
  });

  test("may have removed attributes and lack new ones, if both options are set", () => {
    const options = { ignoreUnknownAttributes: true, missingAsNull: true };
    expect(decodeJson(type, json, options)).toEqual({ a: null, inner: [{ x: null, y: 1 }], z: true });
  });

  test("may only have removed attributes or only lack new ones, if one option is set", () => {
    expect(() => decodeJson(type, json, { missingAsNull: true })).toThrow('the attribute "gone"');
    expect(() => decodeJson(type, json, { ignoreUnknownAttributes: true })).toThrow(
      'lacks the attribute "x"',
    );
  });

  test("must be valid JSON also in ignored attributes", () => {
    const options = { ignoreUnknownAttributes: true };
    expect(() => decodeJson(types.object({}), '{"gone":[1,]}', options)).toThrow("the JSON is malformed");
    expect(() => decodeJson(types.object({}), `{"gone":${"[".repeat(100_000)}`, options)).toThrow(
      "values nest deeper than 1000 levels",
    );
  });
});

describe("the fast decoder of objects", () => {
  const type = types.object({
    a: types.string,
    b: types.bool,
    c: types.number,
    d: types.list(types.string),
  });
  const inside = types.list(type);

  /** What becomes of a text: its value, or what is wrong with it, wherever that is. */
  const outcome = (decode: () => Value): unknown => {
    try {
      return decode();
    } catch (error) {
      return (error as ValueError).reason.replace(/at character \d+/, "somewhere");
    }
  };

  test.each([
    '{"a":"x","b":true,"c":1,"d":["y","z"]}',
    '{\n  "a": "é 😀 \\u00e9",\n  "b": false,\n  "c": -7,\n  "d": []\n}',
    '{"a":null,"b":null,"c":null,"d":null}',
    '{"d":[null],"c":0,"b":true,"a":""}',
    '{"a":"x","a":"y","b":true,"c":1,"d":[]}',
    '{"a":"x","a" :"y","b":true,"c":1,"d":[]}',
    '{"a":"x","b":true,"c":1,"d":[],"e":1}',
    '{"a":"x","b":true,"c":1}',
    '{"a":"in a text: \\": \\" :","b":true,"c":1,"d":[]}',
    '{"a":1,"b":"true","c":"1","d":[]}',
    '{"a":"x","b":1,"c":1,"d":[]}',
    '{"a":"x","b":true,"c":12345678901234567890123,"d":[]}',
    '{"a":"x","b":true,"c":9007199254740990.9999999,"d":[]}',
    '{"a":"x","b":true,"c": 1.00000000000000000000001,"d":[]}',
    '{"a":"x","b":true,"c" : 1.00000000000000000000001,"d":[]}',
    '{"a":"x","b":true,"c":1e2,"d":[]}',
    '{"a":"x","b":true,"c":-0,"d":[]}',
    '{"a":"\\ud800","b":true,"c":1,"d":[]}',
    '{"a":"x","b":true,"c":1,"d":["\\ud800"]}',
    '{"a":"x","b":true,"c":1,"d":[1,true]}',
    '{"a":"x","b":true,"c":1,"d":{}}',
    '{"a":"x","b":true,"c":1,"d":[[]]}',
    '{"a":"x","b":true,"c":1,"d":[],}',
    '{"a":"x","b":true,"c":1,"d":[]} {}',
    "[]",
    "null",
    '"x"',
    "{",
  ])("decodes %s as the token reader does", (text) => {
    for (const options of [{}, { ignoreUnknownAttributes: true, missingAsNull: true }]) {
      const stepByStep = () => (decodeJson(inside, `[${text}]`, options) as readonly Value[])[0]!;
      expect(outcome(() => decodeJson(type, text, options))).toEqual(outcome(stepByStep));
    }
  });
});

describe("decoding JSON rejects", () => {
  test.each<[string, Type, string]>([
    ["nothing", types.string, ""],
    ["white space", types.string, " "],
    ["a word cut off", types.bool, "tru"],
    ["a word that goes on", types.bool, "truex"],
    ["text after the end", types.bool, "true false"],
    ["a string without an end", types.string, '"abc'],
    ["a string that ends in an escape", types.string, '"abc\\'],
    ["an escape that means nothing", types.string, '"\\x41"'],
    ["an escape cut off", types.string, '"\\u00"'],
    ["a line break in a string", types.string, '"a\nb"'],
    ["a lone surrogate", types.string, '"\\ud800"'],
    ["a number with a leading zero", types.number, "01"],
    ["a number with a plus", types.number, "+1"],
    ["a number that ends in a point", types.number, "1."],
    ["a number without digits", types.number, "-"],
    ["NaN", types.number, "NaN"],
    ["NaN in quotes", types.number, '"NaN"'],
    ["Infinity", types.number, "Infinity"],
    ["another bool in quotes", types.bool, '"yes"'],
    ["a number for a bool", types.bool, "1"],
    ["a list without an end", types.list(types.bool), "[true"],
    ["a list with a comma at the end", types.list(types.bool), "[true,]"],
    ["a list with a comma at the start", types.list(types.bool), "[,true]"],
    ["a list without commas", types.list(types.bool), "[true true]"],
    ["a map with a comma at the end", types.map(types.bool), '{"a":true,}'],
    ["a map without a colon", types.map(types.bool), '{"a" true}'],
    ["a map with a bare key", types.map(types.bool), "{a:true}"],
    ["brackets that do not match", types.list(types.bool), "[true}"],
    ["a comment", types.bool, "true // yes"],
    ["a byte order mark", types.bool, "\ufefftrue"],
    ["an object for a list", types.list(types.bool), "{}"],
    ["a list for a map", types.map(types.bool), "[]"],
    ["a list for an object", types.object({}), "[]"],
    ["a list for a string", types.string, "[]"],
    ["an object for a number", types.number, "{}"],
    ["a key twice", types.map(types.bool), '{"a":true,"\\u0061":true}'],
    ["an attribute twice", types.object({ a: types.bool }), '{"a":true,"a":true}'],
  ])("%s", (_name, type, json) => {
    expect(() => decodeJson(type, json)).toThrow(ValueError);
  });

  test("invalid UTF-8", () => {
    expect(() => decodeJson(types.string, Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      "the JSON is not valid UTF-8",
    );
  });

  test("a wrong value with its path, but without the value itself", () => {
    const type = types.object({ sites: types.list(types.map(types.list(types.number))) });
    const decode = () => decodeJson(type, '{"sites":[{},{"a b":[1,"secret"]}]}');
    expect(decode).toThrow(new ValueError('sites[1]["a b"][1]: this text is not a decimal number'));
  });

  test("an attribute to ignore that nests too deep", () => {
    const decode = (value: string) =>
      decodeJson(types.object({}), `{"other":${value}}`, { ignoreUnknownAttributes: true });
    expect(decode(`${"[".repeat(900)}${"]".repeat(900)}`)).toEqual({});
    expect(() => decode("[".repeat(100_000))).toThrow("values nest deeper than 1000 levels");
    expect(() => decode('{"a":'.repeat(100_000))).toThrow("values nest deeper than 1000 levels");
  });
});

describe("encoding JSON rejects", () => {
  test.each<[string, Type, Value, string]>([
    [
      "an unknown value",
      types.list(types.string),
      [unknown],
      "[0]: a known value is required, because JSON has no form for unknown ones",
    ],
    [
      "infinity",
      types.number,
      Infinity,
      "a finite number is required, because JSON has no form for infinite ones",
    ],
    ["NaN", types.number, NaN, "NaN is not a number that Terraform can represent"],
    [
      "a missing attribute",
      types.object({ a: types.string }),
      {},
      "a: a string is required, found nothing (use null for a value that is not set)",
    ],
    [
      "an attribute that the type does not have",
      types.object({}),
      { a: "" },
      'an object has the attribute "a", which its type does not have',
    ],
    [
      "a lone surrogate",
      types.map(types.string),
      new Map([["k", "\ud800"]]),
      '["k"]: a text contains a lone surrogate, which Terraform cannot represent',
    ],
    [
      "two keys with the same normal form",
      types.map(types.bool),
      new Map([
        ["\u00e9", true],
        ["e\u0301", true],
      ]),
      "two keys of a map are the same text after Unicode normalisation",
    ],
  ])("%s", (_name, type, value, message) => {
    expect(() => encodeJson(type, value)).toThrow(new ValueError(message));
  });
});
