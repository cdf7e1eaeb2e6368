import { type Attributes, listAttributes, type PriorOf, type Schema } from "../schema";
import { type ObjectValue, unknown, type Value, ValueError, valuesEqual } from "../values";
import type { Resource, ResourceCall, WriteCall } from "./definitions";
import type { Diagnostics } from "./diagnostics";
import { afterWrite, complete, completeState } from "./reconcile";
import {
  areSameBytes,
  type Handler,
  objectFromWire,
  objectToWire,
  serveResource,
  stateFromWire,
} from "./wire-value";

export const planResourceChange: Handler<"PlanResourceChange"> = async (runtime, request, context) => {
  const { priorState, proposedNewState, priorPrivate } = request;
  const call = runtime.call(context, priorPrivate);
  const { result, memory, diagnostics } = await serveResource(call, "plan", async () => {
    const resource = runtime.resource(request.typeName);
    const { schema } = resource;
    const prior = stateFromWire(schema, priorState);
    // For a destroy, Terraform proposes null. Otherwise, Terraform proposes the configuration, merged into
    // the prior state.
    const proposed = areSameBytes(priorState, proposedNewState)
      ? prior
      : objectFromWire(schema, proposedNewState);
    if (proposed === null) {
      if (prior !== null) await resource.modifyDestroyPlan?.(prior, runtime.configured, call);
      return objectToWire(schema, null);
    }
    const changes = prior === null || !valuesEqual(proposed, prior);
    const planned = changes ? withComputed(schema.attributes, prior, proposed) : proposed;
    const decided = await resource.modifyPlan?.({ prior, planned, changes }, runtime.configured, call);
    if (!changes && Object.keys(decided ?? {}).length === 0) return priorState;
    return objectToWire(schema, { ...planned, ...(decided as ObjectValue | undefined) });
  });
  return { plannedState: result, plannedPrivate: memory, diagnostics };
};

/** Under `ignore_changes`, the proposed values of computed attributes are old, so they are ignored. */
function withComputed(attributes: Attributes, prior: ObjectValue | null, proposed: ObjectValue): ObjectValue {
  const planned: Record<string, Value> = { ...proposed };
  for (const { name, attribute } of listAttributes(attributes)) {
    if (attribute.mode !== "computed") continue;
    // A state from an older version of the provider may lack this attribute.
    const known = attribute.options.useStateForUnknown === true ? (prior?.[name] ?? null) : null;
    planned[name] = known ?? unknown;
  }
  return planned;
}

export const applyResourceChange: Handler<"ApplyResourceChange"> = async (runtime, request, context) => {
  const { plannedPrivate } = request;
  const call = runtime.call(context, plannedPrivate);
  const { result, memory, diagnostics } = await serveResource(call, "apply", async () => {
    const resource = runtime.resource(request.typeName);
    const change = {
      prior: stateFromWire(resource.schema, request.priorState),
      planned: objectFromWire(resource.schema, request.plannedState),
    };
    const state = await runtime.write(() => applyChange(resource, change, runtime.configured, call));
    return savedState(resource.schema, state, call.diagnostics);
  });
  // If there is no new state, the call failed before a hook ran, so nothing has changed.
  return { newState: result ?? request.priorState, private: memory, diagnostics };
};

/**
 * After an error, returns the state that a hook last recorded, or else the prior state. Terraform taints the
 * object of a failed create.
 */
export async function applyChange<C>(
  resource: Resource<C>,
  { prior, planned }: { readonly prior: ObjectValue | null; readonly planned: ObjectValue | null },
  provider: C,
  call: ResourceCall,
): Promise<ObjectValue | null> {
  const { schema } = resource;
  let certain = prior;
  const writeCall: WriteCall<PriorOf<Attributes>> = Object.assign(call, {
    record(state: PriorOf<Attributes>) {
      certain = complete(schema.attributes, state);
    },
  });
  try {
    if (planned === null) {
      if (prior !== null) await resource.delete(prior, provider, call);
      return null;
    }
    const written = await (prior === null
      ? resource.create(planned, provider, writeCall)
      : resource.update({ plan: planned, prior }, provider, writeCall));
    certain = afterWrite(schema.attributes, planned, complete(schema.attributes, written));
    return completeState(schema, certain);
  } catch (error) {
    call.diagnostics.addThrown(error, planned === null ? "delete" : prior === null ? "create" : "update");
    return certain;
  }
}

/** A value that cannot be encoded becomes null, so that the object is no orphan. */
function savedState(
  schema: Schema,
  state: ObjectValue | null,
  diagnostics: Diagnostics,
): ReturnType<typeof objectToWire> {
  try {
    return objectToWire(schema, state);
  } catch (error) {
    const wrong = error instanceof ValueError ? error.attribute : undefined;
    if (state === null || wrong === undefined || state[wrong] === null) throw error;
    diagnostics.addThrown(error, "apply");
    return savedState(schema, { ...state, [wrong]: null }, diagnostics);
  }
}
