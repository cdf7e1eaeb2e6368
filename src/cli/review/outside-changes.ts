import type { PlanJson, PlannedChange, PlannedResource } from "./plan-json";
import { unionOfMasks } from "./values";

/** What happened to the same object outside of Terraform; undefined where that is nothing. */
function driftOfSame({ address, deposed }: PlannedResource, plan: PlanJson): PlannedChange | undefined {
  return plan.resource_drift?.find((drift) => drift.address === address && drift.deposed === deposed)?.change;
}

/**
 * The resource with what was found at the server as the side before, where it goes. For an object that left the
 * configuration the engine plans with the state from before it looked, and a reviewer would agree to the loss of another
 * text than the one that is lost.
 */
export function asFound(resource: PlannedResource, plan: PlanJson): PlannedResource {
  const { change } = resource;
  if (!change.actions.some((action) => action === "delete" || action === "forget")) return resource;
  const drift = driftOfSame(resource, plan);
  if (drift?.actions[0] !== "update" || (drift.after ?? null) === null) return resource;
  const before_sensitive = unionOfMasks(change.before_sensitive, drift.after_sensitive);
  return { ...resource, change: { ...change, before: drift.after!, before_sensitive } };
}
