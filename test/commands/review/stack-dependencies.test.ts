import { exitStatusOf } from "../../../src/commands/review";
import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Diagnostic } from "../../../src/estate/engine/diagnostics";
import type { PlanJson } from "../../../src/estate/engine/plan-json";
import { planned, seen, stack } from "./every-format";

const CHANGES: PlanJson = {
  resource_changes: [planned("outreach_cluster", ["update"], { id: "c", name: "A" }, { id: "c", name: "B" })],
};
const SAME: PlanJson = { resource_changes: [] };
const summaries = (...stacks: readonly PlannedStack[]) =>
  Object.fromEntries(
    reviewOf(stacks).stacks.map(({ name, diagnostics }) => [name, diagnostics.map(({ summary }) => summary)]),
  );

const failed = (name: string, error: Partial<Diagnostic>, dependencies: readonly string[]): PlannedStack => {
  const diagnostic = {
    severity: "error",
    detail: "",
    address: null,
    source: null,
    prompt: null,
    summary: "",
    ...error,
  } as const;
  return { name, plan: null, diagnostics: [diagnostic], dependencies };
};

describe("a stack that depends on another stack", () => {
  const b = stack("b", SAME, { dependencies: ["a"] });
  const sentence = "b depends on a: an apply of a may change more in b";

  it("has a warning in every format if the other stack changes", () => {
    const review = reviewOf([stack("a", CHANGES), b]);
    for (const text of seen(review)) expect(text).toContain(sentence);
    expect(review.totals.warning).toBe(1);
    expect(review.stacks[1]).toMatchObject({
      totals: { warning: 1 },
      diagnostics: [{ severity: "warning" }],
    });
    expect(exitStatusOf(review, new Set(["warning"]))).toBe(3);
    expect(exitStatusOf(review, new Set())).toBe(2);
  });

  it("has no warning if the other stack does not change, is not reviewed or cannot be planned", () => {
    expect(summaries(stack("a", SAME), b)).toEqual({ a: [], b: [] });
    expect(summaries(b)).toEqual({ b: [] });
    expect(summaries(failed("a", { summary: "No" }, []), b)).toEqual({ a: ["No"], b: [] });
  });

  it("has a warning also if it depends on the other stack indirectly", () => {
    const c = stack("c", SAME, { dependencies: ["b"] });
    expect(summaries(stack("a", CHANGES), b, c)).toEqual({
      a: [],
      b: [sentence],
      c: ["c depends on a: an apply of a may change more in c"],
    });
  });

  it("has a warning that names every changing stack, also if the dependencies form a circle", () => {
    const a = stack("a", CHANGES, { dependencies: ["c"] });
    const c = stack("c", CHANGES, { dependencies: ["a", "b"] });
    expect(summaries(a, stack("b", CHANGES), c)).toEqual({
      a: ["a depends on b and c: an apply of b and c may change more in a"],
      b: [],
      c: ["c depends on a and b: an apply of a and b may change more in c"],
    });
  });
});

describe("a stack that reads outputs that another stack has not written yet", () => {
  const noState = {
    summary: "Unable to find remote state",
    address: "data.terraform_remote_state.cross-stack-reference-input-eu1",
  };
  const noOutput = {
    summary: "Unsupported attribute",
    detail: 'This object does not have an attribute named "cross-stack-output-outreach_clustercid".',
    address: "outreach_snippet.s",
  };

  it("has one error that names the stack to apply first, instead of the engine's errors", () => {
    const two = failed("b", noOutput, ["eu.1"]);
    const review = reviewOf([
      { ...two, diagnostics: [...two.diagnostics!, { ...two.diagnostics![0]!, ...noState }] },
    ]);
    for (const text of seen(review)) {
      expect(text).toContain("b reads outputs that eu.1 has not written yet");
      expect(text).toContain("Apply eu.1 first, then review b again.");
      expect(text).not.toContain("remote state");
    }
    expect(review.totals.error).toBe(1);
    expect(exitStatusOf(review, new Set())).toBe(1);
  });

  it.each([
    [
      "a state that the user's own code reads",
      { ...noState, address: "data.terraform_remote_state.mine" },
      ["a"],
    ],
    [
      "an attribute that is no output of a stack",
      { ...noOutput, detail: 'No attribute named "nmae".' },
      ["a"],
    ],
    ["a stack without dependencies", noOutput, []],
  ])("keeps the engine's error for %s", (_, error, dependencies) => {
    expect(summaries(failed("b", error, dependencies))).toEqual({ b: [error.summary] });
  });
});
