import type { ConfiguredProvider, PlanJson, PlannedResource } from "../../engine/plan-json";
import { configuredResource } from "./declared-attributes";

/** Returns the provider configuration of a resource; undefined if the resource has left the configuration. */
export function configuredProvider(
  resource: PlannedResource,
  plan: PlanJson,
): ConfiguredProvider | undefined {
  const key = configuredResource(resource, plan)?.provider_config_key ?? "";
  return plan.configuration?.provider_config?.[key];
}

/** Returns the address of a provider configuration as diagnostics have it: `provider["…/outreach"].eu`. */
export function providerAddress({
  full_name = "",
  alias,
  module_address: module,
}: ConfiguredProvider): string {
  const provider = `provider[${JSON.stringify(full_name)}]`;
  return [...(module === undefined ? [] : [module]), provider, ...(alias === undefined ? [] : [alias])].join(
    ".",
  );
}
