import { objectType, type Attributes, type PriorOf } from "../schema";
import { decodeJson, type ObjectValue } from "../values";
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
  if (version === (schema.version ?? 0)) return decodeJson(objectType(schema), json, lenient) as ObjectValue;
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
  const stored = decodeJson(objectType({ description: "", attributes: upgrade.from }), json, lenient);
  return complete(schema.attributes, upgrade.upgrade(stored as PriorOf<Attributes>) as Answer);
}
