import { withoutPrompt } from "../../prompt";
import { withoutKeys } from "./diagnostics";
import type { Diagnostic } from "./model";
import { declaredAttributes } from "./own-types";
import type { PlanJson, PlannedResource } from "./plan-json";
import { hasMark, partOf, SENSITIVE } from "./values";

/** How the provider writes a name: as a literal of JSON. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/**
 * The diagnostics without the names and the pieces of prompts that are sensitive: Terraform tells no provider what is, so that
 * its warnings quote them.
 */
export function withoutSecrets(
  diagnostics: readonly Diagnostic[],
  { resource_changes = [], resource_drift = [] }: PlanJson,
): Diagnostic[] {
  const own = [...resource_changes, ...resource_drift].filter(
    ({ type }) => declaredAttributes(type) !== undefined,
  );
  const names = new Set(own.flatMap((resource) => secretsOf(resource, "name")));
  const addresses = new Set(
    own.flatMap((resource) =>
      secretsOf(resource, "prompt").length === 0 ? [] : [resource.address, withoutKeys(resource.address)],
    ),
  );
  const hide = (text: string) =>
    text.replace(QUOTED, (quoted) => (names.has(decoded(quoted)) ? SENSITIVE : quoted));
  return diagnostics.map((one) => {
    const shown = one.address !== null && addresses.has(one.address) ? withoutPrompt(one) : one;
    return names.size === 0 ? shown : { ...shown, summary: hide(shown.summary), detail: hide(shown.detail) };
  });
}

/** What an attribute holds on both sides where it is sensitive on one. */
function secretsOf({ change }: PlannedResource, attribute: string): unknown[] {
  const { before, after, before_sensitive, after_sensitive } = change;
  const sides = [
    { value: before, sensitive: before_sensitive, unknown: undefined },
    { value: after, sensitive: after_sensitive, unknown: undefined },
  ].map((side) => partOf(side, attribute));
  if (!sides.some(({ sensitive }) => hasMark(sensitive))) return [];
  return sides.map(({ value }) => value).filter((value) => typeof value === "string");
}

/** Undefined where what stands between two quotes is no literal. */
function decoded(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
