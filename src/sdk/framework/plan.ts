import { listAttributes, objectType, type Attributes } from "../schema";
import { unknown, valuesEqual, type ObjectValue, type Value } from "../values";
import type { Resource, ResourceCall } from "./definitions";
import {
  areSameBytes,
  diagnosticsToWire,
  type Handler,
  objectFromWire,
  objectToWire,
  privateToWire,
  stateFromWire,
} from "./wire-value";

/** Plans one resource instance (terraform-protocol.md, section 4). */
export const planResourceChange: Handler<"PlanResourceChange"> = async (runtime, request, context) => {
  const call = runtime.resourceCall(context, request.priorPrivate);
  const plannedState = await call.diagnostics.attempt("plan", async () => {
    const resource = runtime.resource(request.typeName);
    const { schema } = resource;
    const { priorState, proposedNewState } = request;
    const prior = stateFromWire(schema, priorState);
    // Null for a destroy. Otherwise the configuration merged into the prior state.
    const proposed = areSameBytes(priorState, proposedNewState)
      ? prior
      : objectFromWire(schema, proposedNewState);
    if (proposed === null) {
      if (prior !== null) await resource.modifyDestroyPlan?.(prior, runtime.configured, call);
      return objectToWire(schema, null);
    }
    const planned = await plannedFrom(resource, { prior, proposed }, runtime.configured, call);
    return planned === prior ? priorState : objectToWire(schema, planned);
  });
  return {
    plannedState,
    plannedPrivate: privateToWire(call, "plan", request.priorPrivate),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
};

/** Returns the planned state: `prior` itself when nothing changes. `prior` is null for a create. */
async function plannedFrom<C>(
  resource: Resource<C>,
  { prior, proposed }: { readonly prior: ObjectValue | null; readonly proposed: ObjectValue },
  provider: C,
  call: ResourceCall,
): Promise<ObjectValue> {
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
