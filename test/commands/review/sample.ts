import type { PlannedStack } from "../../../src/estate/engine/plan-stack";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { Review } from "../../../src/commands/review/model/review";
import type { PlanJson } from "../../../src/estate/engine/plan-json";
import { warning } from "./planned-change";
import { recordedStack } from "./recorded";

/** Merges several recorded plans into the plan of one stack. */
export function mergedStack(name: string, ...scenarios: readonly string[]): PlannedStack {
  const recorded = scenarios.map(recordedStack);
  const plans = recorded.map(({ plan }) => plan);
  return {
    name,
    plan: {
      ...plans[0]!,
      configuration: undefined,
      resource_changes: plans.flatMap((plan) => plan.resource_changes ?? []),
      resource_drift: plans.flatMap((plan) => plan.resource_drift ?? []),
      output_changes: Object.assign({}, ...plans.map((plan) => plan.output_changes)) as never,
    },
    diagnostics: recorded.flatMap(({ diagnostics }) => diagnostics ?? []),
  };
}

/**
 * A review with every action, every kind of value and message, and a stack that could not be planned.
 */
export function sampleReview(): Review {
  const error = {
    severity: "error",
    summary: "Invalid provider configuration",
    detail: "No token.\nSet OUTREACH_AUTHORIZATION_TOKEN.",
    address: "outreach_cluster.x",
    source: { file: "cdk.tf.json", line: 12, context: "resource.outreach_cluster.x" },
    prompt: null,
  } as const;
  const near = warning("Near miss in outreach_cluster.emea", "outreach_cluster.emea");
  const emea = mergedStack("emea", "delete", "replace");
  return reviewOf([
    { ...emea, diagnostics: [...emea.diagnostics!, { ...near, detail: "Line 1\nLine 2" }] },
    mergedStack("americas", "update", "import", "move", "create"),
    mergedStack("apac", "drift"),
    mergedStack("lab", "hostile", "sensitive", "unknown"),
    mergedStack("quiet", "no-change"),
    { name: "broken", plan: null, diagnostics: [error] },
  ]);
}

/** One stack in which many long prompts change. */
export function largeReview(count: number): Review {
  const prompt = (middle: string) =>
    [
      ...Array.from({ length: 25 }, (_, i) => `Line ${i} of a prompt to {first_name} at {company}.`),
      middle,
      ...Array.from({ length: 25 }, (_, i) => `Line ${i} below, which stays.`),
      "",
    ].join("\n");
  const stack = mergedStack("large", "no-change");
  const resource_changes = Array.from({ length: count }, (_, i) => ({
    address: `outreach_snippet.s["${i}"]`,
    mode: "managed",
    type: "outreach_snippet",
    name: "s",
    change: {
      actions: ["update"],
      before: { id: `id-${i}`, name: `Snippet ${i}`, prompt: prompt(`The old end of ${i}.`) },
      after: { id: `id-${i}`, name: `Snippet ${i}`, prompt: prompt(`The new end of ${i}.`) },
    },
  }));
  return reviewOf([{ ...stack, plan: { ...stack.plan!, resource_changes } as PlanJson }]);
}
