import { listAttributes, objectType, type Attributes } from "../schema";
import { mayHoldNumber, valuesEqual, type ObjectValue } from "../values";
import { unchanged, type Resource, type ResourceCall } from "./definitions";
import { afterRead, complete, completeState, type HookResult } from "./reconcile";
import {
  diagnosticsToWire,
  foundToWire,
  type Handler,
  objectFromWire,
  objectToWire,
  privateToWire,
  stateFromWire,
  type SyncHandler,
} from "./wire-value";

/** If the read fails, the state stays unchanged. */
export const readResource: Handler<"ReadResource"> = async (
  runtime,
  { typeName, currentState, private: stored },
  context,
) => {
  const call = runtime.resourceCall(context, stored);
  const newState = await call.diagnostics.attempt("read", async () => {
    const resource = runtime.resource(typeName);
    const state = stateFromWire(resource.schema, currentState);
    const found = state === null ? null : await foundBy(resource, state, runtime.configured, call);
    // Without this line, Terraform passes the deleted object's private state to the plan of the next create.
    if (found === null) call.private.clear();
    const type = objectType(resource.schema);
    // An unchanged state is returned as it was received, unless its type has numbers: these must be text.
    return found === state && !mayHoldNumber(type) ? currentState : foundToWire(type, found);
  });
  return {
    newState: newState ?? currentState,
    private: privateToWire(call, "read", stored),
    diagnostics: diagnosticsToWire(call.diagnostics.all),
  };
};

/** Returns the state to save: null when the object does not exist, `state` itself when nothing has changed. */
async function foundBy<C>(
  resource: Resource<C>,
  state: ObjectValue,
  provider: C,
  call: ResourceCall,
): Promise<ObjectValue | null> {
  const read = await resource.read(state, provider, call);
  if (read === null) return null;
  if (read === unchanged) return state;
  const { schema } = resource;
  if (isSame(schema.attributes, state, read)) return state;
  const found = afterRead(schema.attributes, state, completeState(schema, read));
  return valuesEqual(objectType(schema), state, found) ? state : found;
}

/** Reports whether a result certainly equals the state. This is the normal case. It needs no new object. */
function isSame(attributes: Attributes, state: ObjectValue, result: HookResult): boolean {
  return listAttributes(attributes).every(({ name, attribute }) => {
    const known = state[name]!;
    const isComplete = known !== null || attribute.nullable;
    return isComplete && valuesEqual(attribute.of.type, known, result[name] ?? null);
  });
}

/** Terraform calls this only when the whole configuration is known. */
export const readDataSource: Handler<"ReadDataSource"> = async (runtime, request, context) => {
  const call = runtime.call(context);
  const state = await call.diagnostics.attempt("read", async () => {
    const dataSource = runtime.dataSource(request.typeName);
    const config = objectFromWire(dataSource.schema, request.config) ?? {};
    const found = await dataSource.read(config, runtime.configured, call);
    return foundToWire(objectType(dataSource.schema), completeState(dataSource.schema, found));
  });
  return { state, diagnostics: diagnosticsToWire(call.diagnostics.all) };
};

/**
 * Returns the state of an imported object, with only the values that its import id contains. Terraform then
 * reads the object, and reports an error if it does not exist.
 */
export const importResourceState: Handler<"ImportResourceState"> = async (
  runtime,
  { typeName, id },
  context,
) => {
  const nothingYet = new Uint8Array();
  const call = runtime.resourceCall(context, nothingYet);
  const state = await call.diagnostics.attempt("import", async () => {
    const resource = runtime.resource(typeName);
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
