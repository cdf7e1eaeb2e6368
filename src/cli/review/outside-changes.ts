import { withMarksOnCopies } from "./copies-of-secrets";
import { withoutKeys } from "./diagnostics";
import type { JsonValue } from "./model";
import type { PlanJson, PlannedChange, PlannedResource } from "./plan-json";
import { unionOfMasks } from "./values";

/**
 * The resources of a plan, those that go with what was found at the server as the side before. For an object that left the
 * configuration the engine plans with the state from before it looked, and a reviewer would agree to the loss of another
 * text than the one that is lost.
 */
export function asFound({ resource_changes = [], resource_drift = [] }: PlanJson): PlannedResource[] {
  const drifts = new Map(resource_drift.map((drift) => [keyOf(drift), drift.change]));
  return resource_changes.map((resource) => withBefore(resource, drifts.get(keyOf(resource))));
}

/** `drift` is what happened to the same object outside of Terraform; undefined where that is nothing. */
function withBefore(resource: PlannedResource, drift: PlannedChange | undefined): PlannedResource {
  const { change } = resource;
  if (!change.actions.some((action) => action === "delete" || action === "forget")) return resource;
  if (drift?.actions[0] !== "update" || (drift.after ?? null) === null) return resource;
  const before_sensitive = unionOfMasks(change.before_sensitive, drift.after_sensitive);
  return { ...resource, change: { ...change, before: drift.after!, before_sensitive } };
}

/** The plan with what is sensitive hidden where engines forget to mark it, too. */
export function withMarks(plan: PlanJson): PlanJson {
  const changes = withMarksOnWhatGoes(plan.resource_changes ?? []);
  const drifts = withMarksOnDrift(plan.resource_drift ?? [], changes);
  const withCopies = (one: PlannedResource) => ({ ...one, change: withMarksOnCopies(one.change) });
  return { ...plan, resource_changes: changes.map(withCopies), resource_drift: drifts.map(withCopies) };
}

/**
 * After a delete that failed, engines keep the object without the marks that its configuration gave it, and the next plan shows its
 * values. So what is sensitive in any object of a resource is hidden in every object of it that goes.
 */
function withMarksOnWhatGoes(resources: readonly PlannedResource[]): PlannedResource[] {
  const goes = ({ change }: PlannedResource) => (change.after ?? null) === null;
  const masks = new Map<string, JsonValue>();
  for (const { address, change } of resources) {
    const resource = withoutKeys(address);
    masks.set(resource, unionOfMasks(masks.get(resource), marksOf(change)));
  }
  return resources.map((one) => {
    if (!goes(one)) return one;
    const before_sensitive = unionOfMasks(one.change.before_sensitive, masks.get(withoutKeys(one.address)));
    return { ...one, change: { ...one.change, before_sensitive } };
  });
}

/**
 * The drift with what is sensitive in an object hidden there, too. Engines mark drift by the state alone, which does not have what
 * the configuration has made sensitive since.
 */
function withMarksOnDrift(
  drifts: readonly PlannedResource[],
  changes: readonly PlannedResource[],
): PlannedResource[] {
  const masks = new Map(changes.map((resource) => [keyOf(resource), marksOf(resource.change)]));
  return drifts.map((drift) => {
    const mask = masks.get(keyOf(drift));
    const before_sensitive = unionOfMasks(drift.change.before_sensitive, mask);
    const after_sensitive = unionOfMasks(drift.change.after_sensitive, mask);
    return { ...drift, change: { ...drift.change, before_sensitive, after_sensitive } };
  });
}

/** The same for the same object in the changes and in the drift of a plan. */
function keyOf({ address, deposed }: PlannedResource): string {
  return JSON.stringify([address, deposed]);
}

function marksOf({ before_sensitive, after_sensitive }: PlannedChange): JsonValue {
  return unionOfMasks(before_sensitive, after_sensitive);
}
