import { reviewOf } from "../../../src/commands/review/from-plan";
import type { PlannedChange, PlannedResource } from "../../../src/estate/engine/plan-json";
import { planned, seen, stack } from "./every-format";

const held = { id: "s1", name: "Greet", prompt: "Hi", workspace_id: "w1" };

const unchanged = { actions: ["no-op"], before: held, after: held };
const imported = { ...unchanged, importing: { id: "s1" } };
const deleted = { actions: ["delete"], before: held, after: null };
const forgotten = { ...deleted, actions: ["forget"] };
const adopted = { actions: ["create"], before: null, after: { ...held, adopted: true } };
const created = {
  actions: ["create"],
  before: null,
  after: { name: "Greet", prompt: "Hi", workspace_id: "w1" },
  after_unknown: { id: true },
};
const replaced = { ...created, actions: ["delete", "create"], before: held };
const replacedByForgetting = { ...replaced, actions: ["forget", "create"] };
const elsewhere = { ...imported, after: { ...held, workspace_id: "w2" } };

const at = (address: string, change: PlannedChange, type = "outreach_snippet"): PlannedResource => ({
  ...planned(type, [], null, null),
  address,
  change,
});

const reviewed = (...plans: readonly (readonly PlannedResource[])[]) =>
  reviewOf(plans.map((resource_changes, i) => stack(`stack${i}`, { resource_changes })));

function warningsOf(...plans: readonly (readonly PlannedResource[])[]): string[] {
  return reviewed(...plans).stacks.flatMap(({ changes, diagnostics }) => [
    ...changes.flatMap(({ warnings }) => warnings.map(({ summary }) => summary)),
    ...diagnostics.map(({ summary }) => `beside no change: ${summary}`),
  ]);
}

describe("planned creates of one name", () => {
  const named = (address: string, given: object = {}, more: object = {}, type?: string) =>
    at(address, { ...created, after: { ...created.after, ...given }, ...more }, type);
  const summary = (other: string) => `x.b: ${other} creates an object with this name, too`;

  it.each([
    ["in one stack", [[named("x.a"), named("x.b")]], [summary("x.a")]],
    ["in two stacks of a workspace", [[named("x.a")], [named("x.b")]], [summary("x.a of the stack stack0")]],
    ["that differ in blanks only", [[named("x.a"), named("x.b", { name: "Greet " })]], [summary("x.a")]],
    [
      "of more than two resources",
      [[named("x.a"), named("x.b"), named("x.c")]],
      [summary("x.a"), summary("x.a").replace("x.b", "x.c")],
    ],
  ])("draw a warning at each but the first, %s", (_, plans, expected) => {
    expect(warningsOf(...plans)).toEqual(expected);
    for (const text of seen(reviewed(...plans))) expect(text).toContain("differ only in their ids");
  });

  it.each([
    ["of two workspaces", [[named("x.a"), named("x.b", { workspace_id: "w2" })]]],
    [
      "of two stacks whose workspace is not known",
      ["x.a", "x.b"].map((one) => [named(one, { workspace_id: null })]),
    ],
    ["of two kinds", [[named("x.a"), named("x.b", {}, {}, "outreach_cluster")]]],
    ["of two names", [[named("x.a"), named("x.b", { name: "Other" })]]],
    [
      "whose names are known only after the apply",
      [["x.a", "x.b"].map((one) => named(one, { name: null }, { after_unknown: { id: true, name: true } }))],
    ],
    ["one of which adopts an object", [[named("x.a"), named("x.b", { id: "s9", adopted: true })]]],
    ["one of which exists", [[at("x.a", { actions: ["no-op"], before: held, after: held }), named("x.b")]]],
    ["of another provider", [["x.a", "x.b"].map((one) => named(one, {}, {}, "other_thing"))]],
  ])("draw none %s", (_, plans) => {
    expect(warningsOf(...(plans as PlannedResource[][]))).toEqual([]);
  });
});

describe("an object of two stacks", () => {
  it.each([
    ["deleted", "imported", deleted, imported],
    ["deleted", "adopted", deleted, adopted],
    ["deleted", "imported", replaced, imported],
    ["deleted", "deleted", deleted, deleted],
    ["imported", "imported", imported, imported],
  ])("has a warning in both stacks if it is %s in one and %s in the other", (here, there, change, other) => {
    expect(warningsOf([at("x.a", change)], [at("x.b", other)])).toEqual([
      `x.a: the object that is ${here} here is ${there} by x.b of the stack stack1`,
      `x.b: the object that is ${there} here is ${here} by x.a of the stack stack0`,
    ]);
  });

  it.each([
    ["deleted", deleted],
    ["deleted", replaced],
    ["imported", imported],
    ["adopted", adopted],
  ])("has a warning beside the change if it is %s in one and managed in the other", (verb, change) => {
    expect(warningsOf([at("x.a", change)], [at("x.b", unchanged)])).toEqual([
      `x.a: the object that is ${verb} here is managed by x.b of the stack stack1`,
    ]);
  });

  it("has a warning also if two aliases of one stack, or three resources, manage it", () => {
    expect(warningsOf([at("x.a", deleted), at("x.b", unchanged)])).toEqual([
      "x.a: the object that is deleted here is managed by x.b",
    ]);
    expect(warningsOf([at("x.a", deleted), at("x.b", unchanged)], [at("x.c", unchanged)])).toEqual([
      "x.a: the object that is deleted here is managed by x.b and managed by x.c of the stack stack1",
    ]);
  });

  it("has a warning also if the stacks or their resources have the same name, as in plan files", () => {
    const plans = [imported, deleted].map((change) =>
      stack("plan", { resource_changes: [at("x.a", change)] }),
    );
    const warnings = reviewOf(plans).stacks.map(({ changes }) => changes[0]!.warnings[0]!.summary);
    expect(warnings).toEqual([
      "x.a: the object that is imported here is deleted by x.a of the stack plan",
      "x.a: the object that is deleted here is imported by x.a of the stack plan",
    ]);
  });

  it("is reported in every format, with the next step", () => {
    for (const text of seen(reviewed([at("x.a", deleted)], [at("x.b", imported)]))) {
      expect(text).toContain("the object that is deleted here is imported by x.b of the stack stack1");
      expect(text).toContain("terraform state rm");
    }
  });
});

it.each([
  ["let go in the other stack", [deleted], [forgotten]],
  ["replaced by forgetting it", [imported], [replacedByForgetting]],
  ["a new one of the same name", [deleted], [created]],
  ["in another workspace", [deleted], [elsewhere]],
  ["only managed by both, of which no plan says anything", [unchanged], [unchanged]],
])("an object that is %s has no warning", (_, one, other) => {
  const plans = [one, other].map((changes, i) => changes.map((change) => at(`x.${i}`, change)));
  expect(warningsOf(...plans)).toEqual([]);
});

it("deposed objects and objects of other providers have no warning about two stacks", () => {
  expect(warningsOf([at("x.a", deleted)], [at("x.b", imported, "outreach_cluster")])).toEqual([]);
  const foreign = [deleted, imported].map((change, i) => [at(`x.${i}`, change, "random_id")]);
  expect(warningsOf(...foreign)).toEqual([]);
  expect(warningsOf([at("x.a", unchanged), { ...at("x.a", deleted), deposed: "1a" }])).toEqual([]);
});
