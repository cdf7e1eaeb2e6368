import { applyResourceChange as apply, PrivateState, type ProviderRuntime } from "../framework";
import type { ApplyResourceChangeRequest, ApplyResourceChangeResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attempt } from "./attempt";
import { findResource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { objectFromWire, objectToWire } from "./wire-value";

export async function applyResourceChange<C>(
  runtime: ProviderRuntime<C>,
  request: ApplyResourceChangeRequest,
  cancelled: AbortSignal,
): Promise<Outgoing<ApplyResourceChangeResponse>> {
  const privateState = PrivateState.decode(request.plannedPrivate);
  const call = runtime.resourceCall(cancelled, privateState);
  const newState = await attempt(call.diagnostics, "apply", async () => {
    const resource = findResource(runtime, request.typeName);
    const change = {
      prior: objectFromWire(resource.schema, request.priorState),
      planned: objectFromWire(resource.schema, request.plannedState),
    };
    const state = await runtime.write(() => apply(resource, change, runtime.configured, call));
    return objectToWire(resource.schema, state);
  });
  return {
    // Only what failed before any hook ran has no state of its own: nothing has changed then.
    newState: newState ?? request.priorState,
    private: privateState.encode(),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}
