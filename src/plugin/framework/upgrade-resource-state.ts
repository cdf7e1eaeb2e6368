import { objectType, type Attributes, type PriorOf } from "../schema";
import { decodeJson, ValueError, type ObjectValue, type Type } from "../values";
import type { Resource } from "./definitions";
import { DiagnosticError } from "./diagnostics";
import { complete, type Answer } from "./reconcile";

/**
 * A stored state in the current schema. Terraform asks this for every resource on every run, also at equal version.
 * Attributes that are no longer, or not yet, in the schema are dropped or null.
 */
export function upgradeResourceState(
  type: string,
  resource: Resource<unknown>,
  version: number,
  json: Uint8Array,
): ObjectValue {
  const { schema } = resource;
  const lenient = { ignoreUnknownAttributes: true, missingAsNull: true };
  const decode = (form: Type) => decodeJson(form, json, lenient) as ObjectValue;
  if (version === (schema.version ?? 0)) return readable(type, () => decode(objectType(schema)));
  const upgrade = resource.upgrades?.get(version);
  if (upgrade === undefined) {
    throw new DiagnosticError({
      severity: "error",
      summary: `The state of ${type} has schema version ${version}, which this provider cannot read`,
      detail:
        `This provider writes version ${schema.version ?? 0}. ` +
        "Use the version of the provider that wrote the state, or one that can upgrade it.",
    });
  }
  const from = objectType({ description: "", attributes: upgrade.from });
  const stored = readable(type, () => decode(from));
  return complete(schema.attributes, upgrade.upgrade(stored as PriorOf<Attributes>) as Answer);
}

/** Only what somebody has written into the state by hand has another form than its schema. */
function readable<T>(type: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new DiagnosticError({
      severity: "error",
      summary: `The state of ${type} cannot be read`,
      detail:
        `${error.message}. It was changed by something else than Terraform. Restore it from a backup, ` +
        "or remove the resource from it (terraform state rm ADDRESS, which deletes nothing at the API) and import the object again.",
    });
  }
}
