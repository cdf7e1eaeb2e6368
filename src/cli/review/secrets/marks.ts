import type { PlanJson, PlannedChange, PlannedResource } from "../../engine/plan-json";
import { canonical, isList, isObject, type JsonValue } from "../../shared/json";
import { objectKey, withoutKeys } from "../model/addresses";
import { afterOf, beforeOf, partOf, type Side, unionOfMasks } from "../model/sides";

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
  const masks = new Map(changes.map((resource) => [objectKey(resource), marksOf(resource.change)]));
  return drifts.map((drift) => {
    const mask = masks.get(objectKey(drift));
    const before_sensitive = unionOfMasks(drift.change.before_sensitive, mask);
    const after_sensitive = unionOfMasks(drift.change.after_sensitive, mask);
    return { ...drift, change: { ...drift.change, before_sensitive, after_sensitive } };
  });
}

function marksOf({ before_sensitive, after_sensitive }: PlannedChange): JsonValue {
  return unionOfMasks(before_sensitive, after_sensitive);
}

/** Shorter ones stand in other places by chance. */
export const SHORTEST_SECRET = 4;

/**
 * The change with what is sensitive hidden where the object holds it a second time: providers copy what they are given into what
 * they fill in, as terraform_data does from `input` to `output`, and engines mark only what was given.
 */
function withMarksOnCopies(change: PlannedChange): PlannedChange {
  const [before, after] = [beforeOf(change), afterOf(change)];
  const secrets = new Set([before, after].flatMap(secretsIn));
  if (secrets.size === 0) return change;
  // What is marked on one side stays as it is on the other: that it becomes sensitive, or no longer is, is a change of its own.
  const sensitive = unionOfMasks(before.sensitive, after.sensitive);
  const marksOf = (side: Side) => unionOfMasks(side.sensitive, copiesIn({ ...side, sensitive }, secrets));
  return { ...change, before_sensitive: marksOf(before), after_sensitive: marksOf(after) };
}

function secretsIn(side: Side): string[] {
  const { value, sensitive } = side;
  if (value === undefined || value === null) return [];
  if (sensitive === true) return isDistinctive(value) ? [canonical(value)] : [];
  if (isList(value)) return value.flatMap((_, i) => secretsIn(partOf(side, i)));
  return isObject(value) ? Object.keys(value).flatMap((key) => secretsIn(partOf(side, key))) : [];
}

function isDistinctive(value: JsonValue): boolean {
  if (typeof value === "boolean") return false;
  return (typeof value === "object" ? canonical(value) : String(value)).length >= SHORTEST_SECRET;
}

/** A mask of the places that hold one of the secrets and are not sensitive themselves. */
function copiesIn(side: Side, secrets: ReadonlySet<string>): JsonValue {
  const { value, sensitive } = side;
  if (value === undefined || value === null || sensitive === true) return false;
  if (secrets.has(canonical(value))) return true;
  if (isList(value)) return value.map((_, i) => copiesIn(partOf(side, i), secrets));
  if (!isObject(value)) return false;
  return Object.fromEntries(Object.keys(value).map((key) => [key, copiesIn(partOf(side, key), secrets)]));
}
