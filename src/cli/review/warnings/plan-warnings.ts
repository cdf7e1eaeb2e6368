import { warningsOfPrompt } from "../../../prompt";
import { type Diagnostic, warningOf } from "../../engine/diagnostics";
import type { KnownVariables } from "../../engine/handed-over";
import type { PlanJson, PlannedResource } from "../../engine/plan-json";
import { isList } from "../../shared/json";
import { configuredProvider, providerAddress } from "../model/configured-provider";
import { afterOf, partOf } from "../../engine/plan-sides";
import { visible } from "../model/visible-value";

/**
 * Returns the warnings about the prompts of a plan. Without `handedOver`, the known variables are those that
 * the plan contains as a constant.
 */
export function promptWarningsOf(plan: PlanJson, handedOver?: KnownVariables): Diagnostic[] {
  return (plan.resource_changes ?? []).flatMap((resource) => {
    if (resource.mode !== "managed" || resource.type !== "outreach_snippet") return [];
    const known = knownVariables(resource, plan, handedOver);
    return warningsOf(resource, known).map(({ summary, detail, ...prompt }) => ({
      ...warningOf(summary, detail, resource.address),
      prompt,
    }));
  });
}

function warningsOf({ change }: PlannedResource, known: readonly string[] | undefined) {
  const [name, prompt] = ["name", "prompt"].map((attribute) => partOf(afterOf(change), attribute));
  const text = prompt?.value;
  if (typeof text !== "string") return [];
  const shown = visible(name!);
  const nameText = shown.kind === "value" && typeof shown.value === "string" ? shown.value : null;
  return warningsOfPrompt(nameText, text, {
    known,
    isSensitive: prompt?.sensitive === true,
  });
}

/** Returns the engine's warnings about `check` blocks and conditions that failed. */
export function checkWarningsOf({ checks = [] }: PlanJson): Diagnostic[] {
  return checks.flatMap(({ address: { kind }, instances = [] }) => {
    const summary = kind === "check" ? "Check block assertion failed" : "Condition failed";
    return instances.flatMap(({ address, problems = [] }) =>
      problems.map(({ message }) => warningOf(summary, message, address.to_display)),
    );
  });
}

function knownVariables(
  resource: PlannedResource,
  plan: PlanJson,
  handedOver: KnownVariables | undefined,
): readonly string[] | undefined {
  const provider = configuredProvider(resource, plan);
  if (handedOver !== undefined) return handedOver.get(providerAddress(provider ?? {})) ?? undefined;
  const value = provider?.expressions?.["known_variables"]?.constant_value;
  if (!isList(value)) return undefined;
  const known = value.filter((one) => typeof one === "string");
  // Engines print a list in a JSON configuration as a constant, even if an item is "${var.name}".
  return known.some((one) => /[$%]\{/.test(one)) ? undefined : known;
}
