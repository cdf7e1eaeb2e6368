import { fc } from "../../fast-check";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { JsonValue } from "../../../src/util/json";
import { changeOf, resource, stackOf, update } from "./planned-change";

describe("sensitive values", () => {
  const secret = "s3cr3t-";
  const tree = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<JsonValue>("a", 1, true, null, '{"b": 1}', "a long text\nwith several lines"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "name", "id", "prompt"), tie("value"), { maxKeys: 3 }),
    ),
  })).value;
  const side = fc.dictionary(fc.constantFrom("a", "b", "name", "id", "prompt", "description"), tree, {
    maxKeys: 4,
  });

  /** Puts a secret at some places of the object, and true at the same places of the mask. */
  function hide(value: JsonValue, choose: () => boolean): [JsonValue, JsonValue] {
    if (choose()) return [typeof value === "string" ? `${secret}${value}` : [secret, { deep: secret }], true];
    if (Array.isArray(value)) {
      const parts = (value as JsonValue[]).map((part) => hide(part, choose));
      return [parts.map(([part]) => part), parts.map(([, mask]) => mask)];
    }
    if (typeof value !== "object" || value === null) return [value, false];
    const parts = Object.entries(value).map(([key, part]) => [key, hide(part as JsonValue, choose)] as const);
    return [
      Object.fromEntries(parts.map(([key, [part]]) => [key, part])),
      Object.fromEntries(parts.map(([key, [, mask]]) => [key, mask])),
    ];
  }

  it("are nowhere in the review", () => {
    const types = fc.constantFrom("outreach_snippet", "outreach_cluster", "other_thing");
    const actions = fc.constantFrom(["update"], ["create"], ["delete"], ["delete", "create"], ["no-op"]);
    fc.assert(
      fc.property(side, side, types, actions, fc.infiniteStream(fc.nat(3)), (a, b, type, names, chances) => {
        const choose = () => chances.next().value === 0;
        const [before, before_sensitive] = hide(a, choose);
        const [after, after_sensitive] = hide(b, choose);
        const change = {
          actions: names,
          before,
          after,
          before_sensitive,
          after_sensitive,
          importing: { id: "i" },
        };
        const drifted = { ...change, actions: ["update"] };
        const review = reviewOf([
          {
            name: "stack",
            plan: {
              resource_changes: [resource({ type, change })],
              resource_drift: [resource({ type, change: drifted })],
              output_changes: { out: { ...drifted } },
            },
            diagnostics: [],
          },
        ]);
        expect(JSON.stringify(review)).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it("stay hidden if only the other side is marked", () => {
    const attributes = update(
      { a: "old", list: [{ b: "old" }, 1] },
      { a: "new", list: [{ b: "new" }, 1, 2] },
      { before_sensitive: { a: true, list: [{ b: true }] }, after_sensitive: {} },
    );
    expect(JSON.stringify(attributes)).not.toMatch(/old|new/);
  });

  it.each(["before_sensitive", "after_sensitive"])("include the keys of a sensitive map: %s", (marks) => {
    const [change, ...more] = update({ a: { k1: 1 } }, { a: { k2: 2 } }, { [marks]: { a: true } });
    expect([change!.path, more]).toEqual(["a", []]);
    expect(JSON.stringify(change)).not.toMatch(/k1|k2/);
  });

  it.each<[string, JsonValue, JsonValue]>([
    ["a text", "s3cret", true],
    ["a number", 48_151_623, true],
    ["a map", { user: "me", password: "s3cret" }, true],
    ["a part of a map", { user: "me", password: "s3cret" }, { password: true }],
    ["a part of a list", ["me", "s3cret"], [false, true]],
  ])("stay hidden if the object has %s a second time, which engines do not mark", (_, input, mask) => {
    const held = { id: "1", input, output: input, other: { user: "me" }, on: true };
    const change = {
      actions: ["delete"],
      before: held,
      after: null,
      before_sensitive: { input: mask, on: true },
    };
    const found = {
      actions: ["update"],
      before: { ...held, output: "o" },
      after: held,
      after_sensitive: { input: mask },
    };
    const type = "terraform_data";
    for (const resource_drift of [[], [resource({ type, change: found })]]) {
      const review = stackOf({ resource_changes: [resource({ type, change })], resource_drift });
      expect(JSON.stringify(review)).not.toMatch(/s3cret|48151623/);
      expect(review.changes[0]!.attributes).toContainEqual(
        expect.objectContaining({ path: "other", before: { kind: "value", value: { user: "me" } } }),
      );
    }
  });

  it("stay hidden if only the planned values have them, twice", () => {
    const attributes = update(
      { a: "x", b: "y" },
      { a: "s3cret", b: "s3cret" },
      { after_sensitive: { a: true } },
    );
    expect(attributes.map(({ path, after }) => [path, after.kind])).toEqual([
      ["a", "sensitive"],
      ["b", "sensitive"],
    ]);
  });

  it("show that another element of a list becomes sensitive, without either value", () => {
    const marks = { before_sensitive: { l: [true, false] }, after_sensitive: { l: [false, true] } };
    const attributes = update({ l: ["text 5", "text 6"] }, { l: ["text 5", "text 6"] }, marks);
    expect(attributes.map(({ path }) => path)).toEqual(["l"]);
    expect(JSON.stringify(attributes)).not.toContain("text");
  });

  it("do not hide other values that equal a short sensitive value", () => {
    const before = { a: "usa", b: "usa", c: true, d: true, e: 12, f: 12, g: "long", h: "long" };
    const given = {
      before,
      after: null,
      actions: ["delete"],
      before_sensitive: { a: true, c: true, e: true, g: true },
    };
    const shown = changeOf({ change: given }).attributes.filter(({ before }) => before.kind === "value");
    expect(shown.map(({ path }) => path)).toEqual(["b", "d", "f"]);
  });

  it("do not count as a change without a value", () => {
    expect(update({ a: null }, { a: null }, { after_sensitive: { a: true } })).toEqual([]);
  });

  it("are shown as changed, also if a value only becomes sensitive", () => {
    expect(
      update({ a: 1 }, { a: 2 }, { before_sensitive: { a: true }, after_sensitive: { a: true } }),
    ).toMatchObject([{ path: "a", before: { kind: "sensitive" }, after: { kind: "sensitive" } }]);
    for (const a of [1, "a text of some length"])
      expect(update({ a }, { a }, { before_sensitive: {}, after_sensitive: { a: true } })).toHaveLength(1);
  });

  it.each<[JsonValue, JsonValue, string[]]>([
    [{ a: true }, { b: true }, ["a", "b"]],
    [{ c: { d: true } }, { c: { e: true } }, ["c.d", "c.e"]],
    [{ a: true, l: [], c: {} }, { a: true, l: [false, false] }, []],
  ])("are shown as changed if another value becomes sensitive: %j, %j", (before, after, paths) => {
    const value = { a: "text a", b: "text b", c: { d: "text d", e: "text e" }, l: ["5", "6"] };
    const attributes = update(value, value, { before_sensitive: before, after_sensitive: after });
    expect(attributes.map(({ path }) => path)).toEqual(paths);
    for (const { before, after } of attributes)
      expect([before.kind, after.kind]).toEqual(["sensitive", "sensitive"]);
  });
});
