import {
  importResourceState as importState,
  PrivateState,
  type Cancellation,
  type ProviderRuntime,
} from "../framework";
import type { ImportResourceStateRequest, ImportResourceStateResponse } from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { attempt } from "./attempt";
import { findResource } from "./find";
import { diagnosticsToWire } from "./wire-diagnostics";
import { privateToWire } from "./wire-private";
import { objectToWire } from "./wire-value";

export async function importResourceState<C>(
  runtime: ProviderRuntime<C>,
  { typeName, id }: ImportResourceStateRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ImportResourceStateResponse>> {
  const nothingYet = new Uint8Array();
  const call = runtime.resourceCall(cancellation, PrivateState.decode(nothingYet));
  const state = await attempt(call.diagnostics, "import", async () => {
    const resource = findResource(runtime, typeName);
    return objectToWire(resource.schema, await importState(typeName, resource, id, runtime.configured, call));
  });
  return {
    importedResources:
      state === undefined ? [] : [{ typeName, state, private: privateToWire(call, "import", nothingYet) }],
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}
