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
    ["unknown values, however refined", types.string, unknown, new Unknown({ nullness: "notNull" })],
    ["lists", types.list(types.number), [1, 2n], [1, 2]],
    ["sets in another order", types.set(types.string), ["a", "b"], ["b", "a"]],
    ["sets with an element twice", types.set(types.string), ["a", "a", "b"], ["b", "a"]],
    ["sets of sets", types.set(types.set(types.number)), [[1, 2], [3]], [[3], [2, 1, 2]]],
    ["sets of numbers in other forms", types.set(types.number), [0.5, 2n], [2, 0.5]],
    ["sets of strings in other forms", types.set(types.string), ["e\u0301", "b"], ["b", "\u00e9"]],
    ["sets with unknown elements", types.set(types.string), ["a", unknown], [unknown, "a"]],
    [
      "sets of objects",
      types.set(person),
      [
        { name: "a", age: 1 },
        { name: "b", age: 2 },
      ],
      [
        { age: 2n, name: "b" },
        { age: 1, name: "a" },
      ],
    ],
    [
      "maps in another order",
      types.map(types.bool),
      new Map([
        ["a", true],
        ["b", false],
      ]),
      new Map([
        ["b", false],
        ["a", true],
      ]),
    ],
    [
      "maps with keys of one normal form",
      types.map(types.bool),
      new Map([["\u00e9", true]]),
      new Map([["e\u0301", true]]),
    ],
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
    ["sets", types.set(types.string), ["a", "b"], ["a", "c"]],
    ["sets of other size", types.set(types.string), ["a", "b"], ["a"]],
    ["a set with null and a set with its key", types.set(types.string), ["a", null], ["a", "n"]],
    [
      "a set with one unknown element and a set with two",
      types.set(types.string),
      [unknown],
      [unknown, unknown],
    ],
    [
      "sets of texts that run together",
      types.set(types.list(types.string)),
      [
        ["a", "bc"],
        ["", ""],
      ],
      [
        ["ab", "c"],
        ["", ""],
      ],
    ],
    ["sets of lists of empty objects", types.set(types.list(types.object({}))), [[{}]], [[{}, {}]]],
    ["maps with other keys", types.map(types.string), new Map([["a", "x"]]), new Map([["b", "x"]])],
    ["maps with other values", types.map(types.bool), new Map([["a", true]]), new Map([["a", false]])],
    ["maps of other size", types.map(types.bool), new Map([["a", true]]), new Map()],
    ["objects", person, { name: "a", age: 1 }, { name: "a", age: 2 }],
  ])("%s", (_name, type, a, b) => {
    expect(valuesEqual(type, a, b)).toBe(false);
    expect(valuesEqual(type, b, a)).toBe(false);
  });
});

test("comparing a value of another type throws a ValueError", () => {
  expect(() => valuesEqual(types.list(types.string), ["a"], new Map())).toThrow(ValueError);
  expect(() => valuesEqual(types.string, "a", 1)).toThrow("a string is required, found a number");
});

test("a set of thousands of objects is compared in one pass", () => {
  const people = Array.from({ length: 5000 }, (_, age) => ({ name: `person ${age}`, age }));
  expect(valuesEqual(types.set(person), people, people.toReversed())).toBe(true);
  expect(valuesEqual(types.set(person), people, [...people.slice(1).reverse(), { name: "x", age: 0 }])).toBe(
    false,
  );
});

describe("whether a value is wholly known", () => {
  test.each<[Type, Value, boolean]>([
    [types.string, null, true],
    [types.string, "a", true],
    [types.string, unknown, false],
    [types.list(types.string), ["a", null], true],
    [types.list(types.string), ["a", unknown], false],
    [types.set(types.string), [unknown], false],
    [types.map(types.string), new Map([["a", "b"]]), true],
    [types.map(types.string), new Map([["a", unknown]]), false],
    [person, { name: "a", age: 1 }, true],
    [person, { name: "a", age: unknown }, false],
  ])("%j %j: %s", (type, value, expected) => {
    expect(isWhollyKnown(type, value)).toBe(expected);
  });
});
