import { PrivateState, readResource as read, type Cancellation, type ProviderRuntime } from "../framework";
import { objectType } from "../schema";
import { mayHoldNumber } from "../values";
import type { ReadResourceRequest, ReadResourceResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attempt } from "./attempt";
import { findResource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { foundToWire, privateToWire, stateFromWire } from "./wire-value";

/** Reads a resource. A failed read leaves its state unchanged. */
export async function readResource<C>(
  runtime: ProviderRuntime<C>,
  { typeName, currentState, private: stored }: ReadResourceRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ReadResourceResponse>> {
  const call = runtime.resourceCall(cancellation, PrivateState.decode(stored));
  const newState = await attempt(call.diagnostics, "read", async () => {
    const resource = findResource(runtime, typeName);
    const state = stateFromWire(resource.schema, currentState);
    const found = state === null ? null : await read(resource, state, { provider: runtime.configured, call });
    // Terraform would pass the private state of the deleted object to the plan of the next create.
    if (found === null) call.private.clear();
    const type = objectType(resource.schema);
    // An unchanged state is returned in the received bytes, unless its numbers must become text.
    return found === state && !mayHoldNumber(type) ? currentState : foundToWire(type, found);
  });
  return {
    newState: newState ?? currentState,
    private: privateToWire(call, "read", stored),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}
