import { isCurrent, objectType, type Schema } from "../schema";
import { decodeJson, ValueError, type ObjectValue } from "../values";
import type { Resource } from "./definitions";
import { DiagnosticError } from "./diagnostics";
import { complete } from "./reconcile";
import { cacheUpgraded, diagnosticsToWire, objectToWire, type SyncHandler } from "./wire-value";

/** Returns a stored state in the current schema. Terraform calls this for every resource on every run. */
export const upgradeResourceState: SyncHandler<"UpgradeResourceState"> = (
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
    // An upgrade hook may return values in another form than the decoders, so its state is not cached.
    if (isCurrent(schema, version)) cacheUpgraded(schema, wire.msgpack, state);
    return wire;
  });
  return { upgradedState, diagnostics: diagnosticsToWire(diagnostics.all) };
};

/**
 * Converts a stored state to the current schema: drops attributes that the schema lacks, and sets those that
 * the state lacks to null.
 */
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

/** Decodes a state. Throws DiagnosticError if it does not fit the schema, as after a manual edit. */
function decodeState(type: string, schema: Schema, json: Uint8Array): ObjectValue {
  try {
    const state = decodeJson(objectType(schema), json) as ObjectValue | null;
    // Terraform would read null as a deleted object and create a duplicate.
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
