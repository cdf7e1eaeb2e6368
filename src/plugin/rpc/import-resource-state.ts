import { complete } from "../framework";
import { findResource } from "./find";
import type { Handler, SyncHandler } from "./handler";
import { diagnosticsToWire, objectToWire, privateToWire } from "./wire-value";

/**
 * Returns the state of an imported object, with only the values that its import id contains. Terraform then
 * reads the object, and reports an error if it does not exist.
 */
export const importResourceState: Handler<"ImportResourceState"> = async (
  runtime,
  { typeName, id },
  cancellation,
) => {
  const nothingYet = new Uint8Array();
  const call = runtime.resourceCall(cancellation, nothingYet);
  const state = await call.diagnostics.attempt("import", async () => {
    const resource = findResource(runtime, typeName);
    const { schema } = resource;
    const imported = await resource.import(id, runtime.configured, call);
    return objectToWire(schema, complete(schema.attributes, imported));
  });
  return {
    importedResources:
      state === undefined ? [] : [{ typeName, state, private: privateToWire(call, "import", nothingYet) }],
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
};

/** Rejects a move from another resource type. OpenTofu calls this even if no server capability offers it. */
export const moveResourceState: SyncHandler<"MoveResourceState"> = (
  _runtime,
  { sourceTypeName, targetTypeName },
) => {
  const detail =
    "This provider cannot move an object to another type. Remove the moved block. Import the object by its id as " +
    `${targetTypeName} with an import block. Add a removed block for the old address, so that the object is kept.`;
  const summary = `${sourceTypeName} cannot become ${targetTypeName}`;
  return { diagnostics: diagnosticsToWire([{ severity: "error", summary, detail }]) };
};
