import {
  either,
  flag,
  is,
  listOf,
  members,
  object,
  oneOf,
  type Shape,
  ShapeError,
  text,
  textLike,
  wholeFrom,
} from "../../src/util/shape";

const file = members({
  kind: oneOf(["a", "b"]),
  "items?": listOf(members({ id: textLike("a digit", /^\d$/), "size?": wholeFrom(1, 9) }), 1),
  "note?": either([null], text),
  "flag?": flag,
  "more?": object,
  "even?": is("even", (value) => Number(value) % 2 === 0),
  "nothing?": members({}),
});

it.each<[unknown, string]>([
  [null, "the file is not an object"],
  [[], "the file is not an object"],
  [{}, "kind is missing"],
  [{ kind: undefined }, "kind is missing"],
  [{ kind: "c" }, 'kind is none of "a", "b"'],
  [{ kind: "a", items: {} }, "items is not a list"],
  [{ kind: "a", items: [] }, "items is empty"],
  [{ kind: "a", items: [{ id: "1" }, 2] }, "items[1] is not an object"],
  [{ kind: "a", items: [{ id: "x" }] }, "items[0].id is not a digit"],
  [{ kind: "a", items: [{ id: 1 }] }, "items[0].id is not a text"],
  [{ kind: "a", items: [{ id: "1", size: 10 }] }, "items[0].size is not a whole number from 1 to 9"],
  [{ kind: "a", items: [{ id: "1", size: 1.5 }] }, "items[0].size is not a whole number from 1 to 9"],
  [{ kind: "a", items: [{ id: "1", x: 1 }] }, 'items[0] has the key "x", which is none of id, size'],
  [{ kind: "a", note: 1 }, "note is not a text"],
  [{ kind: "a", flag: 0 }, "flag is not true or false"],
  [{ kind: "a", more: null }, "more is not an object"],
  [{ kind: "a", even: 3 }, "even is not even"],
  [{ kind: "a", nothing: { x: 1 } }, 'nothing has the key "x", although it takes none'],
  [{ kind: "a", "\u001b[2J\u202e": 1 }, 'the file has the key "\\u001b[2J\\u202e", which is none of'],
  [{ kind: "a", ["x".repeat(200)]: 1 }, `the file has the key "${"x".repeat(80)}", which`],
  [JSON.parse('{"kind": "a", "__proto__": 1}'), 'the file has the key "__proto__"'],
])("the first fault of %j is that %s", (value, problem) => {
  expect(() => file(value, "")).toThrow(ShapeError);
  expect(() => file(value, "")).toThrow(problem);
});

it("a value of the shape comes back unchanged, with its type", () => {
  const shape: Shape<{ readonly kind: "a" | "b"; readonly note?: string | null }> = file;
  const value = { kind: "a", items: [{ id: "1", size: 9 }], note: null, flag: true, even: 2 };
  expect(shape(value, "")).toBe(value);
});

it("a place begins the path", () => {
  expect(() => file({ kind: "a", items: [{}] }, "rule")).toThrow("rule.items[0].id is missing");
});
