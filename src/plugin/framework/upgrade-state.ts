import { isCurrent, objectType, type Schema } from "../schema";
import { decodeJson, ValueError, type ObjectValue } from "../values";
import type { Resource } from "./definitions";
import { DiagnosticError } from "./diagnostics";
import { complete } from "./reconcile";

/**
 * Converts a stored state to the current schema: drops attributes that the schema lacks, and sets those that
 * the state lacks to null. Terraform calls this for every resource on every run.
 */
export function upgradeState(
  resource: Resource<unknown>,
  { typeName: type, version }: { readonly typeName: string; readonly version: number },
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
