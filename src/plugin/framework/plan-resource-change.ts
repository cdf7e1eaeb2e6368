import { listAttributes, objectType, type Attributes } from "../schema";
import { unknown, valuesEqual, type ObjectValue, type Value } from "../values";
import type { HookArguments } from "./call";
import type { Resource } from "./definitions";

interface PlanRequest {
  /** Null for a create, also for the one of a replacement. */
  readonly prior: ObjectValue | null;
  /** Terraform's proposed new state: the configuration merged into the prior state. Null for a destroy. */
  readonly proposed: ObjectValue | null;
}

/**
 * Plans one resource instance (terraform-protocol.md, section 4): computed values if anything changes, then
 * the resource's `plan` hook. Returns the planned state: null for a destroy, `prior` itself when nothing
 * changes.
 */
export async function planResourceChange<C>(
  resource: Resource<C>,
  { prior, proposed }: PlanRequest,
  { provider, call }: HookArguments<C>,
): Promise<ObjectValue | null> {
  if (proposed === null) {
    if (prior !== null) await resource.planDestroy?.(prior, provider, call);
    return null;
  }
  const { schema } = resource;
  const changes = prior === null || !valuesEqual(objectType(schema), proposed, prior);
  const planned = changes ? withComputed(schema.attributes, prior, proposed) : proposed;
  const decided = await resource.plan?.({ prior, planned, changes }, provider, call);
  if (!changes && Object.keys(decided ?? {}).length === 0) return prior;
  return { ...planned, ...(decided as ObjectValue | undefined) };
}

/**
 * Returns the proposed state with the planned values of the computed attributes: the kept ones, else unknown.
 * Their proposed values are ignored: under `ignore_changes` Terraform sends those of the state as configured.
 */
function withComputed(attributes: Attributes, prior: ObjectValue | null, proposed: ObjectValue): ObjectValue {
  const planned: Record<string, Value> = { ...proposed };
  for (const { name, attribute } of listAttributes(attributes)) {
    if (attribute.mode !== "computed") continue;
    // Null: an attribute that the provider version of the last apply did not have.
    const known = attribute.options.plan === undefined ? null : (prior?.[name] ?? null);
    planned[name] = known ?? unknown;
  }
  return planned;
}
