import { withoutPrompt } from "../../prompt";
import { withoutKeys } from "./diagnostics";
import type { Diagnostic } from "./model";
import { declaredAttributes, isOwnType } from "./own-types";
import type { PlanJson, PlannedResource } from "./plan-json";
import { afterOf, beforeOf } from "./sides";
import { hasMark, partOf, SENSITIVE } from "./values";

/** How the provider writes a name: as a literal of JSON. */
export const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/**
 * The diagnostics without the names, the pieces of prompts and the values that are sensitive: Terraform tells no provider what
 * is, so that its warnings quote them.
 */
export function withoutSecrets(
  diagnostics: readonly Diagnostic[],
  { resource_changes = [], resource_drift = [] }: PlanJson,
): Diagnostic[] {
  const own = [...resource_changes, ...resource_drift].filter(({ type }) => isOwnType(type));
  const names = new Set(own.flatMap((resource) => secretsOf(resource, "name")));
  const attributesOf = sensitiveAttributes(own);
  const hide = (text: string) =>
    text.replace(QUOTED, (quoted) => (names.has(decoded(quoted)) ? SENSITIVE : quoted));
  return diagnostics.map((one) => {
    const attributes = attributesOf.get(one.address ?? TYPE.exec(one.summary)?.[0] ?? "");
    const shown = attributes === undefined ? one : withoutValues(one, attributes);
    return names.size === 0 ? shown : { ...shown, summary: hide(shown.summary), detail: hide(shown.detail) };
  });
}

/** Engines give no address for what is no longer in the configuration. */
const TYPE = /^\w+/;

/** By address, with its keys and without, and by type. */
function sensitiveAttributes(resources: readonly PlannedResource[]): Map<string, Set<string>> {
  const attributesOf = new Map<string, Set<string>>();
  for (const resource of resources) {
    const sensitive = [...declaredAttributes(resource.type)!].filter(
      (attribute) => secretsOf(resource, attribute).length > 0,
    );
    for (const key of [resource.address, withoutKeys(resource.address), resource.type])
      attributesOf.set(key, new Set([...(attributesOf.get(key) ?? []), ...sensitive]));
  }
  return attributesOf;
}

/** Where the provider tells of a change, a line starts with its attribute. */
const ATTRIBUTE = /^\w+(?=: )/;

function withoutValues(diagnostic: Diagnostic, attributes: ReadonlySet<string>): Diagnostic {
  const shown = attributes.has("prompt") ? withoutPrompt(diagnostic) : diagnostic;
  const lines = shown.detail
    .split("\n")
    .map((line) =>
      attributes.has(ATTRIBUTE.exec(line)?.[0] ?? "") ? line.replace(QUOTED, SENSITIVE) : line,
    );
  return { ...shown, detail: lines.join("\n") };
}

/** What an attribute holds on both sides where it is sensitive on one. */
function secretsOf({ change }: PlannedResource, attribute: string): unknown[] {
  const sides = [beforeOf(change), afterOf(change)].map((side) => partOf(side, attribute));
  if (!sides.some(({ sensitive }) => hasMark(sensitive))) return [];
  return sides.map(({ value }) => value).filter((value) => typeof value === "string");
}

/** Undefined where what stands between two quotes is no literal. */
export function decoded(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
