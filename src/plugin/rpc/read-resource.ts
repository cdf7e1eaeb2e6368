import { PrivateState, readResource as read, type Cancellation, type ProviderRuntime } from "../framework";
import type { ReadResourceRequest, ReadResourceResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attempt } from "./attempt";
import { findResource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { privateToWire } from "./wire-private";
import { readToWire, stateFromWire } from "./wire-value";

export async function readResource<C>(
  runtime: ProviderRuntime<C>,
  { typeName, currentState, private: stored }: ReadResourceRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ReadResourceResponse>> {
  const call = runtime.resourceCall(cancellation, PrivateState.decode(stored));
  const newState = await attempt(call.diagnostics, "read", async () => {
    const resource = findResource(runtime, typeName);
    const state = stateFromWire(resource.schema, currentState);
    const found = state === null ? null : await read(resource, state, runtime.configured, call);
    // Terraform would hand the memory of what is gone to the plan of the create that follows.
    if (found === null) call.private.clear();
    return readToWire(resource.schema, found, state, currentState);
  });
  return {
    // A read that failed changes nothing.
    newState: newState ?? currentState,
    private: privateToWire(call, "read", stored),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}
