import { warningsOfPrompt } from "../../../prompt";
import { type Diagnostic, warningOf } from "../../engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../engine/plan-json";
import { isList } from "../../shared/json";
import { configuredResource } from "../model/declared-attributes";
import { afterOf, partOf, visible } from "../model/sides";

/** Returns the provider's warnings about a prompt. Plans contain `known_variables` only as a constant. */
export function promptWarningsOf(resource: PlannedResource, plan: PlanJson): Diagnostic[] {
  if (resource.mode !== "managed" || resource.type !== "outreach_snippet") return [];
  const textOf = (attribute: string) => {
    const value = visible(partOf(afterOf(resource.change), attribute));
    return value.kind === "value" && typeof value.value === "string" ? value.value : null;
  };
  const prompt = textOf("prompt");
  if (prompt === null) return [];
  const known = knownVariables(resource, plan);
  return warningsOfPrompt(textOf("name"), prompt, known).map(({ summary, detail }) =>
    warningOf(summary, detail, resource.address),
  );
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

function knownVariables(resource: PlannedResource, plan: PlanJson): string[] | undefined {
  const key = configuredResource(resource, plan)?.provider_config_key ?? "";
  const value = plan.configuration?.provider_config?.[key]?.expressions?.["known_variables"]?.constant_value;
  if (!isList(value)) return undefined;
  const known = value.filter((one) => typeof one === "string");
  // Engines print a list in a JSON configuration as a constant, even if an item is "${var.name}".
  return known.some((one) => /[$%]\{/.test(one)) ? undefined : known;
}
