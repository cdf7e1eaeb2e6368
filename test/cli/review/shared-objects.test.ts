import { reviewOf } from "../../../src/cli/review/from-plan";
import type { PlannedChange, PlannedResource } from "../../../src/cli/engine/plan-json";
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
      expect(text).toContain("terraform state rm x.a");
      expect(text).not.toContain("terraform state rm x.b");
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
