import type { PlannedResource } from "../../../src/estate/engine/plan-json";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { warningsOfNewTexts } from "../../../src/commands/review/promotion";
import { planned, seen, stack } from "./every-format";

type Texts = Parameters<typeof planned>[2];

const at = (address: string, resource: PlannedResource) => ({ ...resource, address });
const snippet = (actions: string[], before: Texts, after: Texts) =>
  planned("outreach_snippet", actions, before, after);
const held = (prompt: string) => snippet(["no-op"], { name: "S", prompt }, { name: "S", prompt });
const created = (prompt: string) => snippet(["create"], null, { name: "P", prompt });

/** The summaries of the warnings about a change of production. */
function warned(change: PlannedResource, ...staging: PlannedResource[]): string[] {
  const production = stack("production", { resource_changes: [change] });
  const other = stack("staging", { resource_changes: staging });
  return warningsOfNewTexts([production, other], other).map(({ warning }) => warning.summary);
}

const REFUSED = ["outreach_snippet.x: the stack staging does not have this prompt"];

describe("a review with --only-texts-of", () => {
  it("accepts a text that the other stack has at the same address, also under another name", () => {
    expect(warned(created("Hi."), held("Hi."))).toEqual([]);
    expect(warned(snippet(["update"], { prompt: "Old." }, { prompt: "Hi." }), held("Hi."))).toEqual([]);
  });

  it("warns of a text that the other stack only plans, has at another address, or has not at all", () => {
    const planning = snippet(["update"], { name: "S", prompt: "Old." }, { name: "S", prompt: "Hi." });
    expect(warned(created("Hi."), planning)).toEqual(REFUSED);
    expect(warned(created("Hi."), created("Hi."))).toEqual(REFUSED);
    expect(warned(created("Hi."), at("outreach_snippet.y", held("Hi.")))).toEqual(REFUSED);
    expect(warned(at("outreach_snippet.y", created("Hi.")), held("Hi."))).toHaveLength(1);
    expect(warned(created("Hi."))).toEqual(REFUSED);
  });

  it("compares what the refresh of the other stack found, also of an object that it deletes", () => {
    const removed = snippet(["delete"], { name: "S", prompt: "Hi." }, null);
    const drift = snippet(["update"], { name: "S", prompt: "Hi." }, { name: "S", prompt: "Edited." });
    const other = stack("staging", { resource_changes: [removed], resource_drift: [drift] });
    const found = (prompt: string) =>
      warningsOfNewTexts([stack("production", { resource_changes: [created(prompt)] })], other).length;
    expect([found("Hi."), found("Edited.")]).toEqual([1, 0]);
  });

  it("says nothing of a text that stays, of a delete, of an import, and of a move", () => {
    expect(warned(snippet(["update"], { name: "a", prompt: "Hi." }, { name: "b", prompt: "Hi." }))).toEqual(
      [],
    );
    expect(warned(snippet(["delete"], { prompt: "Hi." }, null))).toEqual([]);
    const kept = held("Hi.");
    expect(warned({ ...kept, change: { ...kept.change, importing: { id: "1" } } })).toEqual([]);
    expect(warned({ ...kept, previous_address: "outreach_snippet.y" })).toEqual([]);
  });

  it("warns of a text that is known only after the apply", () => {
    const { change, ...rest } = created("");
    const unknown = { ...rest, change: { ...change, after_unknown: { prompt: true } } };
    expect(warned(unknown, held(""))).toEqual(REFUSED);
  });

  it("compares the descriptions of clusters, and asks nothing of a cluster without one", () => {
    const cluster = (description: string | null) =>
      planned("outreach_cluster", ["create"], null, { name: "C", description });
    expect(warned(cluster("Warm"))).toEqual([
      "outreach_cluster.x: the stack staging does not have this description",
    ]);
    expect(warned(cluster(null))).toEqual([]);
  });

  it("shows the warning beside the change, in every format", () => {
    const production = stack("production", { resource_changes: [created("Hi.")] });
    const review = reviewOf([production], null, warningsOfNewTexts([production], stack("staging", {})));
    expect(review.stacks[0]!.changes[0]!.warnings).toHaveLength(1);
    for (const text of seen(review)) expect(text).toContain("the stack staging does not have this prompt");
  });
});
