import { importResourceState as importState, type Cancellation, type ProviderRuntime } from "../framework";
import type {
  ImportResourceStateRequest,
  ImportResourceStateResponse,
  MoveResourceStateRequest,
  MoveResourceStateResponse,
} from "../wire/generated/tfplugin6";
import type { Outgoing } from "../wire/protobuf";
import { findResource } from "./find";
import { diagnosticsToWire, objectToWire, privateToWire } from "./wire-value";

/** Returns the state of an imported object, with only the values that its import id contains. */
export async function importResourceState<C>(
  runtime: ProviderRuntime<C>,
  { typeName, id }: ImportResourceStateRequest,
  cancellation: Cancellation,
): Promise<Outgoing<ImportResourceStateResponse>> {
  const nothingYet = new Uint8Array();
  const call = runtime.resourceCall(cancellation, nothingYet);
  const state = await call.diagnostics.attempt("import", async () => {
    const resource = findResource(runtime, typeName);
    const state = await importState(resource, id, { provider: runtime.configured, call });
    return objectToWire(resource.schema, state);
  });
  return {
    importedResources:
      state === undefined ? [] : [{ typeName, state, private: privateToWire(call, "import", nothingYet) }],
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
}

/** Rejects a move from another resource type. OpenTofu calls this even if no server capability offers it. */
export function moveResourceState<C>(
  _runtime: ProviderRuntime<C>,
  { sourceTypeName, targetTypeName }: MoveResourceStateRequest,
): Outgoing<MoveResourceStateResponse> {
  const detail =
    "This provider cannot move an object to another type. Remove the moved block. Import the object by its id as " +
    `${targetTypeName} with an import block. Add a removed block for the old address, so that the object is kept.`;
  const summary = `${sourceTypeName} cannot become ${targetTypeName}`;
  return { diagnostics: diagnosticsToWire([{ severity: "error", summary, detail }]) };
}
