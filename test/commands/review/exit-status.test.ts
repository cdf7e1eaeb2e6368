import type { Diagnostic } from "../../../src/estate/engine/diagnostics";
import { exitStatusOf } from "../../../src/commands/review";
import { reviewOf } from "../../../src/commands/review/from-plan";
import { resource, warning } from "./planned-change";
import { recordedReview } from "./recorded";

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

  it("is 1 if one of several stacks was not planned", () => {
    const [planned, failed] = [
      { name: "a", plan: {} },
      { name: "b", plan: null },
    ];
    const review = reviewOf([planned, failed].map((stack) => ({ ...stack, diagnostics: [] })));
    for (const failOn of [none, new Set(["destroy"] as const)]) expect(exitStatusOf(review, failOn)).toBe(1);
  });

  it("is 1 if an error was reported with a plan", () => {
    const error: Diagnostic = { ...warning("No."), severity: "error" };
    expect(exitStatusOf(reviewOf([{ name: "a", plan: {}, diagnostics: [error] }]), none)).toBe(1);
  });

  it("is 2 if one of several stacks has changes", () => {
    const changed = { name: "a", plan: { resource_changes: [resource({})] }, diagnostics: [] };
    const quiet = { name: "b", plan: {}, diagnostics: [] };
    expect(exitStatusOf(reviewOf([changed, quiet]), none)).toBe(2);
    expect(exitStatusOf(reviewOf([{ ...quiet, name: "a" }, quiet]), none)).toBe(0);
  });
});
