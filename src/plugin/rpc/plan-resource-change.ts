import { planChange, type Cancellation, type ProviderRuntime } from "../framework";
import type { PlanResourceChangeRequest, PlanResourceChangeResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findResource } from "./find";
import {
  areSameBytes,
  diagnosticsToWire,
  objectFromWire,
  objectToWire,
  privateToWire,
  stateFromWire,
} from "./wire-value";

/** Plans the change of a resource. */
export async function planResourceChange<C>(
  runtime: ProviderRuntime<C>,
  request: PlanResourceChangeRequest,
  cancellation: Cancellation,
): Promise<Outgoing<PlanResourceChangeResponse>> {
  const call = runtime.resourceCall(cancellation, request.priorPrivate);
  const plannedState = await call.diagnostics.attempt("plan", async () => {
    const resource = findResource(runtime, request.typeName);
    const { schema } = resource;
    const { priorState, proposedNewState } = request;
    const prior = stateFromWire(schema, priorState);
    const proposed = areSameBytes(priorState, proposedNewState)
      ? prior
      : objectFromWire(schema, proposedNewState);
    const planned = await planChange(resource, { prior, proposed }, { provider: runtime.configured, call });
    return prior !== null && planned === prior ? priorState : objectToWire(schema, planned);
  });
  return {
    plannedState,
    plannedPrivate: privateToWire(call, "plan", request.priorPrivate),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}
