import { warningsOfPrompt } from "../../../prompt";
import type { Diagnostic } from "../../engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../engine/plan-json";
import { isList } from "../../shared/json";
import { configuredResource } from "../model/declared-attributes";
import { afterOf, partOf, visible } from "../model/sides";

/**
 * What the provider warned of a snippet's prompt when the plan was made, as far as the plan tells: which variables are known
 * is in it only where the configuration says so itself, and not by a reference or by the environment.
 */
export function promptWarningsOf(resource: PlannedResource, plan: PlanJson): Diagnostic[] {
  if (resource.mode !== "managed" || resource.type !== "outreach_snippet") return [];
  const textOf = (attribute: string) => {
    const value = visible(partOf(afterOf(resource.change), attribute));
    return value.kind === "value" && typeof value.value === "string" ? value.value : null;
  };
  const prompt = textOf("prompt");
  if (prompt === null) return [];
  const known = knownVariables(resource, plan);
  return warningsOfPrompt(textOf("name"), prompt, known).map((warning) => ({
    severity: "warning",
    ...warning,
    address: resource.address,
    source: null,
  }));
}

/** What the engine warned of where a `check` block, or a condition of anything else, did not hold. */
export function checkWarningsOf({ checks = [] }: PlanJson): Diagnostic[] {
  return checks.flatMap(({ address: { kind }, instances = [] }) =>
    instances.flatMap(({ address, problems = [] }) =>
      problems.map(({ message }) => ({
        severity: "warning",
        summary: kind === "check" ? "Check block assertion failed" : "Condition failed",
        detail: message,
        address: address.to_display,
        source: null,
      })),
    ),
  );
}

function knownVariables(resource: PlannedResource, { configuration }: PlanJson): string[] | undefined {
  const key = configuredResource(configuration?.root_module, resource)?.provider_config_key ?? "";
  const value = configuration?.provider_config?.[key]?.expressions?.["known_variables"]?.constant_value;
  if (!isList(value)) return undefined;
  const known = value.filter((one) => typeof one === "string");
  // What a configuration in JSON computes within a list, engines print as a constant: as the template that it is.
  return known.some((one) => /[$%]\{/.test(one)) ? undefined : known;
}
