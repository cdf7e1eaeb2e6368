import { type Attributes, isCurrent, listAttributes, objectType, type Schema } from "../schema";
import { decodeJson, type ObjectValue, type Value, ValueError, valuesEqual } from "../values";
import { type Resource, unchanged } from "./definitions";
import { DiagnosticError } from "./diagnostics";
import { afterRead, complete, completeState, type HookResult } from "./reconcile";
import {
  cacheUpgraded,
  diagnosticsToWire,
  type Handler,
  objectFromWire,
  objectToWire,
  serveResource,
  stateFromWire,
} from "./wire-value";

export const readResource: Handler<"ReadResource"> = async (runtime, request, context) => {
  const { typeName, currentState, private: stored } = request;
  const call = runtime.call(context, stored);
  const { result, memory, diagnostics } = await serveResource(call, "read", async () => {
    const resource = runtime.resource(typeName);
    const { schema } = resource;
    const state = stateFromWire(schema, currentState);
    const read = state === null ? null : await resource.read(state, runtime.configured, call);
    if (state === null || read === null) {
      // Otherwise, Terraform would pass the deleted object's private state to the plan of the next create.
      call.private.clear();
      return objectToWire(schema, null);
    }
    let found = state;
    if (read !== unchanged && !isSame(schema.attributes, state, read)) {
      const merged = afterRead(schema.attributes, state, completeState(schema, read));
      if (!valuesEqual(state, merged)) found = merged;
    }
    // An unchanged state is returned as received, unless its numbers must be encoded again as text.
    const hasNumber = listAttributes(schema.attributes).some(
      ({ attribute }) => attribute.of.type.kind === "number",
    );
    return found === state && !hasNumber ? currentState : objectToWire(schema, found);
  });
  return { newState: result ?? currentState, private: memory, diagnostics };
};

/** Most results equal the state, so this comparison creates no object. */
function isSame(attributes: Attributes, state: ObjectValue, result: HookResult): boolean {
  return listAttributes(attributes).every(({ name, attribute }) => {
    const known = state[name]!;
    const isComplete = known !== null || attribute.nullable;
    return isComplete && valuesEqual(known, (result[name] as Value | undefined) ?? null);
  });
}

export const readDataSource: Handler<"ReadDataSource"> = async (runtime, request, context) => {
  const call = runtime.call(context);
  const state = await call.diagnostics.attempt("read", async () => {
    const dataSource = runtime.dataSource(request.typeName);
    const config = objectFromWire(dataSource.schema, request.config) ?? {};
    const found = await dataSource.read(config, runtime.configured, call);
    return objectToWire(dataSource.schema, completeState(dataSource.schema, found));
  });
  return { state, diagnostics: diagnosticsToWire(call.diagnostics.all) };
};

export const importResourceState: Handler<"ImportResourceState"> = async (runtime, request, context) => {
  const { typeName, id } = request;
  const call = runtime.call(context);
  const { result, memory, diagnostics } = await serveResource(call, "import", async () => {
    const resource = runtime.resource(typeName);
    const { schema } = resource;
    const imported = await resource.import(id, runtime.configured, call);
    return objectToWire(schema, complete(schema.attributes, imported));
  });
  const importedResources = result === undefined ? [] : [{ typeName, state: result, private: memory }];
  return { importedResources, diagnostics };
};

/** Terraform calls UpgradeResourceState for each resource in each run. */
export const upgradeResourceState: Handler<"UpgradeResourceState"> = (
  runtime,
  { typeName, version, rawState },
  context,
) => {
  const { diagnostics } = runtime.call(context);
  const upgradedState = diagnostics.attemptSync("state upgrade", () => {
    const resource = runtime.resource(typeName);
    const { schema } = resource;
    if (rawState === undefined || rawState.json.length === 0) {
      throw DiagnosticError.of(
        `The state of ${typeName} has a form that this provider cannot read`,
        "Terraform 0.11 or older wrote the state. Remove the resource from the state, and import the object again.",
      );
    }
    const state = upgradeState(resource, typeName, version, rawState.json);
    if (runtime.isConfigured) resource.held?.(state, runtime.configured);
    const wire = objectToWire(schema, state);
    // A state from an upgrade hook is not cached, because its values may differ in form from decoded ones.
    if (isCurrent(schema, version)) cacheUpgraded(schema, wire.msgpack, state);
    return wire;
  });
  return { upgradedState, diagnostics: diagnosticsToWire(diagnostics.all) };
};

/** Drops attributes that the schema does not have, and sets missing attributes to null. */
export function upgradeState(
  resource: Resource<unknown>,
  type: string,
  version: number,
  json: Uint8Array,
): ObjectValue {
  const { schema } = resource;
  if (isCurrent(schema, version)) return decodeState(type, schema, json);
  const upgrade = resource.upgrades?.get(version);
  if (upgrade === undefined) {
    throw DiagnosticError.of(
      `The state of ${type} has schema version ${version}, which this provider cannot read`,
      `This provider writes version ${schema.version ?? 0}. ` +
        "Use the version of the provider that wrote the state, or one that can upgrade it.",
    );
  }
  const stored = decodeState(type, { description: "", attributes: upgrade.from }, json);
  return complete(schema.attributes, upgrade.upgrade(stored));
}

function decodeState(type: string, schema: Schema, json: Uint8Array): ObjectValue {
  try {
    const state = decodeJson(objectType(schema), json) as ObjectValue | null;
    // Terraform would take null for a deleted object, and create a duplicate.
    if (state === null) throw new ValueError("an object is required, found null");
    return state;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw DiagnosticError.of(
      `The state of ${type} cannot be read`,
      `${error.message}. A program other than Terraform changed the state. Restore the state from a ` +
        "backup. Or remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API), " +
        "and import the object again.",
    );
  }
}
