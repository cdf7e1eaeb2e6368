import {
  attributePath,
  planResourceChange as plan,
  PrivateState,
  type Cancellation,
  type ProviderRuntime,
} from "../framework";
import type { PlanResourceChangeRequest, PlanResourceChangeResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attempt } from "./attempt";
import { findResource } from "./find";
import { diagnosticsToWire, pathToWire } from "./wire-diagnostics";
import {
  areSameBytes,
  configFromWire,
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
  const call = runtime.resourceCall(cancellation, PrivateState.decode(request.priorPrivate));
  const planned = await attempt(call.diagnostics, "plan", async () => {
    const resource = findResource(runtime, request.typeName);
    const { schema } = resource;
    const { priorState, proposedNewState } = request;
    const prior = stateFromWire(schema, priorState);
    const values = {
      config: configFromWire(schema, request.config),
      prior,
      proposed: areSameBytes(priorState, proposedNewState) ? prior : objectFromWire(schema, proposedNewState),
    };
    const result = await plan(resource, values, { provider: runtime.configured, call });
    return {
      plannedState:
        prior !== null && result.planned === prior ? priorState : objectToWire(schema, result.planned),
      requiresReplace: result.requiresReplace.map((name) => pathToWire(attributePath(name))),
    };
  });
  return {
    ...planned,
    plannedPrivate: privateToWire(call, "plan", request.priorPrivate),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}
