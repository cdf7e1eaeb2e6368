import { listAttributes, objectType, type Attributes } from "../schema";
import { unknown, valuesEqual, type ObjectValue, type Value } from "../values";
import type { HookArguments } from "./call";
import type { Resource } from "./definitions";

interface PlanRequest {
  /** Null for a create, including the create of a replacement. */
  readonly prior: ObjectValue | null;
  /** Terraform's proposed new state: the configuration merged into the prior state. Null for a destroy. */
  readonly proposed: ObjectValue | null;
}

/**
 * Plans one resource instance (terraform-protocol.md, section 4). Returns the planned state: null for a
 * destroy, `prior` itself when nothing changes.
 */
export async function planChange<C>(
  resource: Resource<C>,
  { prior, proposed }: PlanRequest,
  { provider, call }: HookArguments<C>,
): Promise<ObjectValue | null> {
  if (proposed === null) {
    if (prior !== null) await resource.modifyDestroyPlan?.(prior, provider, call);
    return null;
  }
  const { schema } = resource;
  const changes = prior === null || !valuesEqual(objectType(schema), proposed, prior);
  const planned = changes ? withComputed(schema.attributes, prior, proposed) : proposed;
  const decided = await resource.modifyPlan?.({ prior, planned, changes }, provider, call);
  if (!changes && Object.keys(decided ?? {}).length === 0) return prior;
  return { ...planned, ...(decided as ObjectValue | undefined) };
}

/**
 * Returns the proposed state, in which each computed attribute keeps its prior value or becomes unknown. The
 * proposed values of computed attributes are ignored, because with `ignore_changes` Terraform proposes the
 * stored values.
 */
function withComputed(attributes: Attributes, prior: ObjectValue | null, proposed: ObjectValue): ObjectValue {
  const planned: Record<string, Value> = { ...proposed };
  for (const { name, attribute } of listAttributes(attributes)) {
    if (attribute.mode !== "computed") continue;
    // The prior value is null if the state was saved by an older provider version without this attribute.
    const known = attribute.options.useStateForUnknown === true ? (prior?.[name] ?? null) : null;
    planned[name] = known ?? unknown;
  }
  return planned;
}
