import fc from "fast-check";
import { attachWarnings } from "../../../src/cli/review/warnings/attach";
import { parseDiagnostic } from "../../../src/cli/engine/diagnostics";
import { isAbout } from "../../../src/cli/review/warnings/attach";
import { exitStatusOf } from "../../../src/cli/review";
import { reviewOf } from "../../../src/cli/review/from-plan";
import type { Diagnostic } from "../../../src/cli/engine/diagnostics";
import type { ObjectChange, StackReview } from "../../../src/cli/review/model/review";
import type { JsonValue } from "../../../src/cli/shared/json";
import { declaredAttributes, textAttributes } from "../../../src/cli/review/model/declared-attributes";
import type { PlanJson, PlannedChange, PlannedResource } from "../../../src/cli/engine/plan-json";
import { quoted } from "../../../src/prompt";
import { outreachProvider } from "../../../src/provider/provider";
import { recordedReview } from "./recorded";

type Given = Partial<Omit<PlannedResource, "change">> & { readonly change?: Partial<PlannedChange> };

function resource({ change = {}, ...given }: Given): PlannedResource {
  const { type = "other_thing", name = "x" } = given;
  const whole = { actions: ["update"], before: {}, after: {}, after_unknown: {}, ...change };
  return { address: `${type}.${name}`, mode: "managed", type, name, ...given, change: whole };
}

function stackOf(plan: PlanJson, ...diagnostics: Diagnostic[]): StackReview {
  return reviewOf([{ name: "stack", plan, diagnostics }]).stacks[0]!;
}

function changeOf(given: Given, plan: PlanJson = {}): ObjectChange {
  return stackOf({ ...plan, resource_changes: [resource(given)] }).changes[0]!;
}

const update = (before: JsonValue, after: JsonValue, more: Partial<PlannedChange> = {}) =>
  changeOf({ change: { before, after, ...more } }).attributes;

const warning = (summary: string, address: string | null = null): Diagnostic => ({
  ...{ severity: "warning", summary, detail: "", address, source: null },
});

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

  it("lay out JSON that stands in a text, so that only what differs shows", () => {
    const before = JSON.stringify({ Version: 1, Statement: [{ Effect: "Allow", Action: "*" }] });
    const after = JSON.stringify({ Statement: [{ Action: "*", Effect: "Deny" }], Version: 1 });
    const [change] = update({ policy: before }, { policy: after });
    expect(change!.diff!.of).toBe("json");
    expect(change!.diff!.rows.filter(({ kind }) => kind !== "same")).toMatchObject([{ kind: "changed" }]);
  });

  const compact = JSON.stringify({ Version: 1, Statement: [{ Effect: "Allow", Action: "a:List*" }] });
  const plain = "No JSON, and longer than a line of a review has place for it.";
  it.each<[string | null, string | null, "json" | "text"]>([
    [null, compact, "json"],
    [compact, null, "json"],
    [plain, compact, "text"],
    [compact, plain, "text"],
    [compact, JSON.stringify(JSON.parse(compact), null, 2), "text"],
  ])("take two texts for JSON where all there is are such: %j to %j", (before, after, of) => {
    expect(update({ policy: before }, { policy: after })).toMatchObject([{ path: "policy", diff: { of } }]);
  });

  it("are laid out where only one of two values is long", () => {
    const [long, short] = [["an element of some length", "and another one of some length"], ["a"]];
    expect(update({ l: short }, { l: long })).toMatchObject([{ diff: { of: "json" } }]);
    expect(update({ l: long }, { l: short })).toMatchObject([{ diff: { of: "json" } }]);
  });

  it("show an object that becomes a text, and the other way round, as a whole", () => {
    expect(update({ a: { k: 1 } }, { a: "x" })).toMatchObject([{ path: "a", before: { value: { k: 1 } } }]);
    expect(update({ a: "x" }, { a: { k: 1 } })).toMatchObject([{ path: "a", before: { value: "x" } }]);
  });

  it("say of each part of a larger value whether it can be seen, and when", () => {
    const after: JsonValue = [{ a: 1 }, { b: 2, d: "s3cr3t" }];
    const masks: Partial<PlannedChange> = {
      after_unknown: { l: [{}, { c: true }] },
      after_sensitive: { l: [{}, { d: true }] },
    };
    const shown = [{ a: 1 }, { b: 2, c: "(known after apply)", d: "(sensitive value)" }];
    expect(update({ l: [{ a: 1 }] }, { l: after }, masks)).toMatchObject([{ after: { value: shown } }]);
  });

  it.each(["a", "a.module.inner"])(
    "say that a value is known after the apply where the configuration sets it, in the module of the key %j",
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

  it("name those that force a replacement first, and everything below them", () => {
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

  it("name as what forces a replacement also the list that what forces it goes from", () => {
    const sides = { before: { a: 1, disk: [{ kind: "a" }] }, after: { a: 2, disk: [] } };
    const change = { actions: ["delete", "create"], replace_paths: [["disk", 0, "kind"]], ...sides };
    expect(changeOf({ change }).attributes).toMatchObject([
      { path: "disk", forcesReplace: true },
      { path: "a", forcesReplace: false },
    ]);
  });

  it("of another provider's object that goes are those that its configuration set, or all where that is gone", () => {
    const change = { actions: ["delete"], before: { set: 1, free: 2 }, after: null };
    const resources = [{ address: "other_thing.x", expressions: { set: {} } }];
    const pathsOf = (plan: PlanJson) => changeOf({ change }, plan).attributes.map(({ path }) => path);
    expect(pathsOf({ configuration: { root_module: { resources } } })).toEqual(["set"]);
    expect(pathsOf({})).toEqual(["free", "set"]);
  });

  it("survive null at every place", () => {
    expect(update({ a: null, b: { c: null } }, { a: null, b: { c: 1 } })).toMatchObject([
      { path: "b.c", before: { kind: "absent" } },
    ]);
    expect(update(null, { a: 1 })).toMatchObject([{ path: "a" }]);
  });

  it("are not what every object inherits", () => {
    expect(update({ tags: {} }, { tags: { constructor: "x" } })).toMatchObject([
      { path: "tags.constructor", before: { kind: "absent" } },
    ]);
  });
});

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

  /** Puts a secret at some places, and true into the mask there. */
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

  it("are nowhere in the review, wherever they stand", () => {
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
      { numRuns: 1_000 },
    );
  });

  it("stay hidden where only the other side is marked", () => {
    const attributes = update(
      { a: "old", list: [{ b: "old" }, 1] },
      { a: "new", list: [{ b: "new" }, 1, 2] },
      { before_sensitive: { a: true, list: [{ b: true }] }, after_sensitive: {} },
    );
    expect(JSON.stringify(attributes)).not.toMatch(/old|new/);
  });

  it.each(["before_sensitive", "after_sensitive"])("keep the keys of a map to themselves: %s", (marks) => {
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
  ])("stay hidden where the object holds %s a second time, which engines do not mark", (_, input, mask) => {
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

  it("stay hidden where only what is planned holds them, twice", () => {
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

  it("show where another element of a list becomes sensitive, and neither of the two", () => {
    const marks = { before_sensitive: { l: [true, false] }, after_sensitive: { l: [false, true] } };
    const attributes = update({ l: ["text 5", "text 6"] }, { l: ["text 5", "text 6"] }, marks);
    expect(attributes.map(({ path }) => path)).toEqual(["l"]);
    expect(JSON.stringify(attributes)).not.toContain("text");
  });

  it("hide nothing that equals a short one by chance", () => {
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

  it("are no change where there is no value", () => {
    expect(update({ a: null }, { a: null }, { after_sensitive: { a: true } })).toEqual([]);
  });

  it("show that they change, and that a value only becomes sensitive", () => {
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
  ])("show where another value becomes sensitive and none differs: %j, %j", (before, after, paths) => {
    const value = { a: "text a", b: "text b", c: { d: "text d", e: "text e" }, l: ["5", "6"] };
    const attributes = update(value, value, { before_sensitive: before, after_sensitive: after });
    expect(attributes.map(({ path }) => path)).toEqual(paths);
    for (const { before, after } of attributes)
      expect([before.kind, after.kind]).toEqual(["sensitive", "sensitive"]);
  });
});

describe("what is listed", () => {
  it("leaves out what is unchanged, what is only read, and data sources", () => {
    const { changes } = stackOf({
      resource_changes: [
        resource({ name: "a", change: { actions: ["no-op"] } }),
        resource({ name: "b", mode: "data", change: { actions: ["read"] } }),
        resource({ name: "c", change: { actions: ["something new"] } }),
      ],
    });
    expect(changes).toEqual([]);
  });

  it("goes from the most dangerous to the least, and by address as people count", () => {
    const { changes } = stackOf({
      resource_changes: [
        resource({ name: "i", change: { actions: ["no-op"], importing: { id: "1" } } }),
        resource({ name: "c", change: { actions: ["create"] } }),
        resource({ name: "u", address: "t.u[10]" }),
        resource({ name: "u", address: "t.u[9]" }),
        resource({ name: "f", change: { actions: ["forget"] } }),
        resource({ name: "r", change: { actions: ["create", "delete"] } }),
        resource({ name: "d", change: { actions: ["delete"] } }),
      ],
    });
    expect(changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "delete other_thing.d",
      "replace other_thing.r",
      "forget other_thing.f",
      "update t.u[9]",
      "update t.u[10]",
      "create other_thing.c",
      "none other_thing.i",
    ]);
    expect(changes[1]!.createsBeforeDestroy).toBe(true);
  });

  it("tells an object that a replacement left behind from the one in its place", () => {
    const { address, reason } = changeOf({ deposed: "abcd1234", change: { actions: ["delete"] } });
    expect(address).toBe("other_thing.x (deposed object abcd1234)");
    expect(reason).toContain("left behind");
  });

  it.each([
    ["replace_because_tainted", /tainted/],
    ["replace_by_request", /asked for on the command line/],
    ["replace_by_triggers", /replace_triggered_by/],
    ["delete_because_no_resource_config", /no longer in the configuration/],
    ["delete_because_no_module", /Its module is no longer/],
    ["delete_because_wrong_repetition", /switched between count, for_each/],
    ["delete_because_count_index", /beyond count/],
    ["delete_because_each_key", /no longer in for_each/],
    ["delete_because_enabled_false", /sets enabled to false/],
    ["delete_because_no_move_target", /moved to an address/],
  ])("has the engine's reason in a sentence: %s", (action_reason, words) => {
    expect(changeOf({ action_reason, change: { actions: ["delete"] } }).reason).toMatch(words);
  });

  it("counts mailboxes only of a cluster that goes", () => {
    const type = "outreach_cluster";
    const before = { associated_count: 5 };
    const counts = (["delete", "update"] as const).map(
      (action) => changeOf({ type, change: { actions: [action], before } }).associatedCount,
    );
    expect(counts).toEqual([5, null]);
  });

  it("holds drift by address, and outputs by name", () => {
    const drifted = (name: string) => resource({ name, change: { before: { a: 1 }, after: { a: 2 } } });
    const output = { actions: ["create"], before: null, after: 1 };
    const { drift, outputs } = stackOf({
      resource_drift: [drifted("b"), drifted("a")],
      output_changes: { b: output, a: output },
    });
    expect(drift.map(({ address }) => address)).toEqual(["other_thing.a", "other_thing.b"]);
    expect(outputs.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("leaves out drift that no plan would undo", () => {
    const { drift } = stackOf({
      resource_drift: [
        resource({
          type: "outreach_cluster",
          change: { before: { name: "a", associated_count: 1 }, after: { name: "a", associated_count: 2 } },
        }),
      ],
    });
    expect(drift).toEqual([]);
  });
});

it("takes no word of a plan for what every object inherits", () => {
  const given = { type: "constructor", action_reason: "constructor" };
  const drift = resource({
    type: "constructor",
    change: { before: { password: "a" }, after: { password: "b" } },
  });
  const { changes, drift: outside } = stackOf({
    resource_changes: [
      resource({ ...given, change: { before: { password: "old" }, after: { password: "new" } } }),
    ],
    resource_drift: [drift],
  });
  expect(changes).toMatchObject([
    {
      reason: "It was changed outside of Terraform since the last apply.",
      attributes: [{ path: "password" }],
    },
  ]);
  expect(outside).toMatchObject([{ attributes: [{ path: "password" }] }]);
});

describe("warnings", () => {
  const object = { address: 'outreach_cluster.a["k"]', type: "outreach_cluster", name: "Sales", id: "clu_1" };

  it.each([
    ["names its address", warning("w", 'outreach_cluster.a["k"]')],
    ["mentions its address", warning('Something about outreach_cluster.a["k"] is odd')],
    [
      "mentions it after a longer address",
      warning('Between outreach_cluster.a["k"].more and outreach_cluster.a["k"]'),
    ],
    ["starts with its address", warning('outreach_cluster.a["k"] is odd')],
    ["mentions its type and name", warning('outreach_cluster "Sales" is in use')],
    ["mentions its type and id", warning("outreach_cluster (clu_1) is in use")],
  ])("belong to an object where the diagnostic %s", (_, diagnostic) => {
    expect(isAbout(diagnostic, object)).toBe(true);
  });

  it("belong to an object whose name could command a terminal, which the provider spells out", () => {
    const name = "a\u202eb\u009bc";
    const about = warning(`${object.type} ${quoted(name)} is in use`);
    const changes = [{ ...changeOf({}), ...object, name }];
    expect(attachWarnings([about], changes).diagnostics).toEqual([]);
  });

  it.each([
    ["its address without the key", warning("w", "outreach_cluster.a")],
    ["another address", warning('outreach_cluster "Sales"', "outreach_cluster.b")],
    ["a longer address", warning('outreach_cluster.a["k"].more is odd')],
    ["another kind of that name", warning('outreach_snippet "Sales" is in use')],
    ["another kind of that id", warning("outreach_snippet (clu_1) is in use")],
    ["its address in a module", warning('module.m.outreach_cluster.a["k"] is odd')],
    ["a longer name", warning('outreach_cluster "Sales EU" is in use')],
    ["nothing", warning("Something is odd")],
  ])("do not belong to it where it names %s", (_, diagnostic) => {
    expect(isAbout(diagnostic, object)).toBe(false);
  });

  it("do not belong to an object without an address", () => {
    const nowhere = { ...object, address: "", name: null, id: null };
    expect(isAbout(warning("Something is odd"), nowhere)).toBe(false);
  });

  it("stand with their object, the others with the stack, each once", () => {
    const mine = warning("mine", "other_thing.x");
    const other = warning("other", "other_thing.unchanged");
    const error: Diagnostic = { ...warning("bad", "other_thing.x"), severity: "error" };
    const { changes, diagnostics, totals } = stackOf(
      { resource_changes: [resource({})] },
      mine,
      other,
      mine,
      error,
    );
    expect(changes[0]!.warnings).toEqual([mine]);
    expect(diagnostics).toEqual([error, other]);
    expect(totals).toMatchObject({ warning: 2, error: 1 });
  });

  it("reach every object that they may be about, whatever its words", () => {
    const word = fc.constantFrom("a", "b", "a b", "é", "-", "", '"', "(a)", "a-b", "1", "a.b", "[", "\n");
    const object = fc.record({
      address: fc.tuple(word, word).map(([one, other]) => `outreach_cluster.a${one}["${other}"]`),
      name: fc.option(word),
      id: fc.option(word),
    });
    const text = ({ address, name, id }: { address: string; name: string | null; id: string | null }) =>
      fc.constantFrom(address, `outreach_cluster ${JSON.stringify(name)}`, `outreach_cluster (${id})`);
    const objects = fc.array(object, { minLength: 1, maxLength: 4 });
    const given = objects.chain((all) => fc.tuple(fc.constant(all), text(all[0]!), word, word));
    fc.assert(
      fc.property(given, ([all, about, before, after]) => {
        const changes = all.map((one) => ({
          ...changeOf({}),
          type: "outreach_cluster",
          ...one,
        }));
        const one = warning(before + about + after);
        const isOfNone = !changes.some((change) => isAbout(one, change));
        expect(attachWarnings([one], changes).diagnostics).toEqual(isOfNone ? [one] : []);
      }),
      { numRuns: 1_000 },
    );
  });

  it("are compared with few objects each, however many there are", () => {
    const reads = (count: number): number => {
      let reads = 0;
      const numbers = Array.from({ length: count }, (_, i) => i);
      const changes = numbers.map((i) => {
        const change = { ...changeOf({}), type: "outreach_cluster", name: `Sales ${i}`, id: `clu_${i}` };
        const get = () => ((reads += 1), `outreach_cluster.a["${i}"]`);
        return Object.defineProperty(change, "address", { enumerable: true, get });
      });
      const said = numbers.map((i) => warning(`outreach_cluster "Sales ${i}" (clu_${i}) is in use`));
      expect(attachWarnings(said, changes).diagnostics).toEqual([]);
      return reads;
    };
    expect(reads(200)).toBeLessThan(3 * reads(100));
  });

  it("are read from the engine's lines, and other lines are not", () => {
    const line = JSON.stringify({
      type: "diagnostic",
      diagnostic: { severity: "warning", summary: "s", detail: "d" },
    });
    expect([line, "plain text", '{"type":"version"}', "{ broken"].map(parseDiagnostic)).toEqual([
      { severity: "warning", summary: "s", detail: "d", address: null, source: null },
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("the number of mailboxes of a cluster", () => {
  const cluster = { associated_count: 7 };
  it.each<[string[], number | null]>([
    [["delete"], 7],
    [["delete", "create"], 7],
    [["create", "delete"], 7],
    [["update"], null],
  ])("that is planned to %j is %p", (actions, count) => {
    const change = { actions, before: cluster, after: cluster };
    expect(changeOf({ type: "outreach_cluster", change }).associatedCount).toBe(count);
    expect(changeOf({ type: "other_cluster", change }).associatedCount).toBeNull();
  });
});

describe("the exit status", () => {
  const none = new Set<never>();
  it.each([
    ["no-change", none, 0],
    ["update", none, 2],
    ["move", none, 2],
    ["delete", new Set(["destroy"] as const), 3],
    ["replace", new Set(["destroy"] as const), 3],
    ["replace", new Set(["replace"] as const), 3],
    ["delete", new Set(["replace"] as const), 2],
    ["warnings", new Set(["warning"] as const), 3],
    ["update", new Set(["destroy", "replace", "warning"] as const), 2],
  ])("of %s with --fail-on %p is %i", (scenario, failOn, status) => {
    expect(exitStatusOf(recordedReview(scenario), failOn)).toBe(status);
  });

  it("is 1 where a stack was not planned, whatever else there is", () => {
    const review = reviewOf([{ name: "a", plan: null, diagnostics: [] }]);
    expect(exitStatusOf(review, new Set(["destroy"]))).toBe(1);
  });

  it("is 1 where one of several stacks was not planned", () => {
    const [planned, failed] = [
      { name: "a", plan: {} },
      { name: "b", plan: null },
    ];
    const review = reviewOf([planned, failed].map((stack) => ({ ...stack, diagnostics: [] })));
    expect(exitStatusOf(review, none)).toBe(1);
  });

  it("is 1 where a plan comes with an error", () => {
    const error: Diagnostic = { ...warning("No."), severity: "error" };
    expect(exitStatusOf(reviewOf([{ name: "a", plan: {}, diagnostics: [error] }]), none)).toBe(1);
  });

  it("is 2 where one of several stacks has changes", () => {
    const changed = { name: "a", plan: { resource_changes: [resource({})] }, diagnostics: [] };
    const quiet = { name: "b", plan: {}, diagnostics: [] };
    expect(exitStatusOf(reviewOf([changed, quiet]), none)).toBe(2);
    expect(exitStatusOf(reviewOf([{ ...quiet, name: "a" }, quiet]), none)).toBe(0);
  });

  it("is 2 for each two kinds of change, of which none makes up for the other", () => {
    const kinds = ["create", "update", "replace", "delete", "forget", "import", "move", "output"] as const;
    const quiet = recordedReview("no-change");
    const [stack] = quiet.stacks as [StackReview];
    const statusOf = (counts: object) => {
      const totals = { ...stack.totals, ...counts };
      return exitStatusOf({ ...quiet, totals, stacks: [{ ...stack, totals }] }, none);
    };
    expect(statusOf({})).toBe(0);
    for (const one of kinds)
      for (const other of kinds)
        expect([one, other, statusOf({ [one]: 1, [other]: 1 })]).toEqual([one, other, 2]);
  });
});

describe("what the review knows by itself of the provider's resource types", () => {
  it.each(Object.entries(outreachProvider.resources))("is what users declare of %s", (type, { schema }) => {
    const declared = Object.entries(schema.attributes).filter(([, { mode }]) => mode !== "computed");
    expect(declaredAttributes(type)).toEqual(new Set(declared.map(([name]) => name)));
    for (const text of textAttributes(type)) expect(declaredAttributes(type)).toContain(text);
  });
});
