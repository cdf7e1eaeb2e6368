import type { PlanJson, PlannedChange } from "../../../src/estate/engine/plan-json";
import type { JsonValue } from "../../../src/util/json";
import { changeOf, update } from "./planned-change";

describe("the changed attributes", () => {
  it("are those that differ, by path", () => {
    const before = { a: 1, b: "x", tags: { team: "red", "a.b": 1 }, rule: [{ port: 1, on: true }] };
    const after = { a: 1, b: "y", tags: { team: "blue", "a.b": 2 }, rule: [{ port: 2, on: true }] };
    expect(update(before, after).map(({ path }) => path)).toEqual([
      "b",
      "rule[0].port",
      "tags.team",
      'tags["a.b"]',
    ]);
  });

  it("compare lists of plain values, and of different lengths, as a whole", () => {
    const [long, short] = update(
      { long: ["an element of some length", "another element of some length"], short: ["a", "b"] },
      { long: ["an element of some length", "one more element of some length"], short: ["b"] },
    );
    expect(long).toMatchObject({ path: "long", diff: { of: "json" } });
    expect(short).toMatchObject({ path: "short", diff: null, after: { kind: "value", value: ["b"] } });
  });

  it("are laid out as JSON if only one of two values is long", () => {
    const [long, short] = [["an element of some length", "and another one of some length"], ["a"]];
    expect(update({ l: short }, { l: long })).toMatchObject([{ diff: { of: "json" } }]);
    expect(update({ l: long }, { l: short })).toMatchObject([{ diff: { of: "json" } }]);
  });

  it("show an object that becomes a text, and a text that becomes an object, as a whole", () => {
    expect(update({ a: { k: 1 } }, { a: "x" })).toMatchObject([{ path: "a", before: { value: { k: 1 } } }]);
    expect(update({ a: "x" }, { a: { k: 1 } })).toMatchObject([{ path: "a", before: { value: "x" } }]);
  });

  it("redact each unknown or sensitive part of a larger value", () => {
    const after: JsonValue = [{ a: 1 }, { b: 2, d: "s3cr3t" }];
    const masks: Partial<PlannedChange> = {
      after_unknown: { l: [{}, { c: true }] },
      after_sensitive: { l: [{}, { d: true }] },
    };
    const shown = [{ a: 1 }, { b: 2, c: "(known after apply)", d: "(sensitive value)" }];
    expect(update({ l: [{ a: 1 }] }, { l: after }, masks)).toMatchObject([{ after: { value: shown } }]);
  });

  it.each(["a", "a.module.inner"])(
    "include a declared value that is known only after the apply, in the module with the key %j",
    (key) => {
      const plan: PlanJson = {
        configuration: {
          root_module: {
            module_calls: {
              inner: { module: { resources: [{ address: "other_thing.x", expressions: { set: {} } }] } },
            },
          },
        },
      };
      const given = {
        address: `module.inner["${key}"].other_thing.x[0]`,
        module_address: `module.inner["${key}"]`,
        change: { before: { set: 1, free: 2 }, after: {}, after_unknown: { set: true, free: true } },
      };
      const { attributes, knownAfterApply } = changeOf(given, plan);
      expect(attributes).toMatchObject([{ path: "set", after: { kind: "unknown" } }]);
      expect(knownAfterApply).toEqual(["free"]);
    },
  );

  it("begin with the attributes that force a replacement, and with everything in them", () => {
    const change = changeOf({
      change: {
        ...{ actions: ["delete", "create"], replace_paths: [["zone"], ["disk", 0, "kind"]] },
        ...{
          before: { a: 1, zone: { id: 1 }, disk: [{ kind: "a" }] },
          after: { a: 2, zone: { id: 2 }, disk: [{ kind: "b" }] },
        },
      },
    });
    expect(change).toMatchObject({
      action: "replace",
      forcedBy: ["zone", "disk[0].kind"],
      createsBeforeDestroy: false,
    });
    expect(change.attributes.map(({ path, forcesReplace }) => [path, forcesReplace])).toEqual([
      ["disk[0].kind", true],
      ["zone.id", true],
      ["a", false],
    ]);
  });

  it("mark a list that loses the part that forces a replacement", () => {
    const sides = { before: { a: 1, disk: [{ kind: "a" }] }, after: { a: 2, disk: [] } };
    const change = { actions: ["delete", "create"], replace_paths: [["disk", 0, "kind"]], ...sides };
    expect(changeOf({ change }).attributes).toMatchObject([
      { path: "disk", forcesReplace: true },
      { path: "a", forcesReplace: false },
    ]);
  });

  it("of a deleted object of another provider are those in its configuration, or all without a configuration", () => {
    const change = { actions: ["delete"], before: { set: 1, free: 2 }, after: null };
    const resources = [{ address: "other_thing.x", expressions: { set: {} } }];
    const pathsOf = (plan: PlanJson) => changeOf({ change }, plan).attributes.map(({ path }) => path);
    expect(pathsOf({ configuration: { root_module: { resources } } })).toEqual(["set"]);
    expect(pathsOf({})).toEqual(["free", "set"]);
  });

  it("can be computed with null at every place", () => {
    expect(update({ a: null, b: { c: null } }, { a: null, b: { c: 1 } })).toMatchObject([
      { path: "b.c", before: { kind: "absent" } },
    ]);
    expect(update(null, { a: 1 })).toMatchObject([{ path: "a" }]);
  });

  it("do not include properties that every JavaScript object inherits", () => {
    expect(update({ tags: {} }, { tags: { constructor: "x" } })).toMatchObject([
      { path: "tags.constructor", before: { kind: "absent" } },
    ]);
  });
});
