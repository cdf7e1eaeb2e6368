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
const reads = (...names: readonly string[]): PlanJson => ({
  configuration: {
    root_module: {
      resources: names.map((name) => ({
        address: `data.terraform_remote_state.cross-stack-reference-input-${name}`,
      })),
    },
  },
});

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
  const b = stack("b", { ...SAME, ...reads("a") }, { dependencies: ["a"] });
  const sentence = "b depends on a, which changes: the changes of b show only after a is applied";

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

  it("is recognized in a plan file, without the manifest", () => {
    const read = stack("b", { ...SAME, ...reads("a") }, { diagnostics: null });
    expect(summaries(stack("a", CHANGES, { diagnostics: null }), read)).toEqual({ a: [], b: [sentence] });
  });

  it("has a warning also if it depends on the other stack indirectly", () => {
    const c = stack("c", SAME, { dependencies: ["b"] });
    expect(summaries(stack("a", CHANGES), b, c)).toEqual({
      a: [],
      b: [sentence],
      c: ["c depends on a, which changes: the changes of c show only after a is applied"],
    });
  });

  it("has a warning that names every changing stack, also if the dependencies form a circle", () => {
    const a = stack("a", CHANGES, { dependencies: ["c"] });
    const c = stack("c", { ...CHANGES, ...reads("a", "b") }, { dependencies: ["a", "b"] });
    expect(summaries(a, stack("b", CHANGES), c)).toEqual({
      a: ["a depends on b and c, which change: the changes of a show only after b and c are applied"],
      b: [],
      c: ["c depends on a and b, which change: the changes of c show only after a and b are applied"],
    });
  });
});

describe("a stack that reads outputs that another stack has not written yet", () => {
  const address = "data.terraform_remote_state.cross-stack-reference-input-eu1";
  const noState = { summary: "Unable to find remote state", address };
  const noOutput = {
    summary: "Unsupported attribute",
    detail: 'This object does not have an attribute named "cross-stack-output-outreach_clustercid".',
    address: "outreach_snippet.s",
  };

  it("has an error that names the stack to apply first, instead of the engine's error", () => {
    const review = reviewOf([failed("b", noState, ["x", "eu.1"])]);
    for (const text of seen(review)) {
      expect(text).toContain("b reads from eu.1, which has not been applied yet");
      expect(text).toContain(
        "b can be planned only after an apply of eu.1. Apply eu.1 first, then review again.",
      );
      expect(text).not.toContain("remote state");
    }
    expect(exitStatusOf(review, new Set())).toBe(1);
  });

  it("has one such error, however many outputs are missing", () => {
    const two = failed("b", noOutput, ["a"]);
    const other = { ...two.diagnostics![0]!, address: "outreach_snippet.t" };
    expect(summaries({ ...two, diagnostics: [...two.diagnostics!, other] })).toEqual({
      b: ["b reads outputs that only the next apply of a writes"],
    });
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
