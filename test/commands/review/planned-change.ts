import { type Diagnostic, FACTS } from "../../../src/estate/engine/diagnostics";
import type { DiagnosticFacts } from "../../../src/provider/run/review-run";
import type { PlanJson, PlannedChange, PlannedResource } from "../../../src/estate/engine/plan-json";
import { reviewOf } from "../../../src/commands/review/from-plan";
import type { ObjectChange, StackReview } from "../../../src/commands/review/model/review";
import type { JsonValue } from "../../../src/util/json";

type Given = Partial<Omit<PlannedResource, "change">> & { readonly change?: Partial<PlannedChange> };

export function resource({ change = {}, ...given }: Given): PlannedResource {
  const { type = "other_thing", name = "x" } = given;
  const whole = { actions: ["update"], before: {}, after: {}, after_unknown: {}, ...change };
  return { address: `${type}.${name}`, mode: "managed", type, name, ...given, change: whole };
}

export function stackOf(plan: PlanJson, ...diagnostics: Diagnostic[]): StackReview {
  return reviewOf([{ name: "stack", plan, diagnostics }]).stacks[0]!;
}

export function changeOf(given: Given, plan: PlanJson = {}): ObjectChange {
  return stackOf({ ...plan, resource_changes: [resource(given)] }).changes[0]!;
}

export const update = (before: JsonValue, after: JsonValue, more: Partial<PlannedChange> = {}) =>
  changeOf({ change: { before, after, ...more } }).attributes;

/** Returns the diagnostic with what the provider gave the review about it. */
export const withFacts = (one: Diagnostic, facts: DiagnosticFacts): Diagnostic => ({
  ...one,
  [FACTS]: facts,
});

export const warning = (summary: string, address: string | null = null): Diagnostic => ({
  ...{ severity: "warning", summary, detail: "", address, source: null, prompt: null },
});
