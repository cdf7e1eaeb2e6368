import { withoutPrompt } from "../../../prompt";
import type { Diagnostic } from "../../engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../engine/plan-json";
import { isList, isObject, type JsonValue } from "../../shared/json";
import { withoutKeys } from "../model/addresses";
import { declaredAttributes, isOwnType } from "../model/declared-attributes";
import { afterOf, beforeOf, hasMark, partOf, SENSITIVE } from "../model/sides";
import { SHORTEST_SECRET } from "./marks";

/** A quoted name: the provider writes it as a string of JSON. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/**
 * Returns the diagnostics without sensitive names, values and pieces of prompts. A provider does not know
 * what is sensitive, so its warnings may quote it.
 */
export function withoutSecrets(
  diagnostics: readonly Diagnostic[],
  { resource_changes = [], resource_drift = [] }: PlanJson,
): Diagnostic[] {
  const own = [...resource_changes, ...resource_drift].filter(({ type }) => isOwnType(type));
  const names = new Set(own.flatMap((resource) => secretValuesOf(resource, "name")));
  const attributesOf = sensitiveAttributes(own);
  const hide = (text: string) =>
    text.replace(QUOTED, (quoted) => (names.has(decoded(quoted)) ? SENSITIVE : quoted));
  return diagnostics.map((one) => {
    const attributes = attributesOf.get(one.address ?? TYPE.exec(one.summary)?.[0] ?? "");
    const shown = attributes === undefined ? one : withoutValues(one, attributes);
    return names.size === 0 ? shown : { ...shown, summary: hide(shown.summary), detail: hide(shown.detail) };
  });
}

/** For an object that left the configuration, engines give no address. */
const TYPE = /^\w+/;

/** Returns the sensitive attributes by address, by address without keys, and by type. */
function sensitiveAttributes(resources: readonly PlannedResource[]): Map<string, Set<string>> {
  const attributesOf = new Map<string, Set<string>>();
  for (const resource of resources) {
    const sensitive = [...declaredAttributes(resource.type)!].filter(
      (attribute) => secretValuesOf(resource, attribute).length > 0,
    );
    for (const key of [resource.address, withoutKeys(resource.address), resource.type])
      attributesOf.set(key, new Set([...(attributesOf.get(key) ?? []), ...sensitive]));
  }
  return attributesOf;
}

/** In a warning about a change, the provider starts each line with the attribute. */
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

/** Returns the values of an attribute on both sides if it is sensitive on one. */
function secretValuesOf({ change }: PlannedResource, attribute: string): unknown[] {
  const sides = [beforeOf(change), afterOf(change)].map((side) => partOf(side, attribute));
  if (!sides.some(({ sensitive }) => hasMark(sensitive))) return [];
  return sides.map(({ value }) => value).filter((value) => typeof value === "string");
}

/** Returns undefined if the text between two quotes is no string of JSON. */
function decoded(quoted: string): unknown {
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}

/** Values of other types as text, as the environment holds them. Diagnostics are full of these words. */
const NO_SECRETS: ReadonlySet<string> = new Set(["true", "false", "null"]);

/**
 * Returns the diagnostics without the values of sensitive variables. A provider validates configured values
 * that the plan lacks: because of `ignore_changes`, or because planning the object failed.
 */
export function withoutVariables(diagnostics: readonly Diagnostic[], plan: PlanJson): Diagnostic[] {
  const secrets = secretsOfVariables(plan);
  if (secrets.length === 0) return [...diagnostics];
  // Longer secrets first, after the words that replace them, which must stay. A regular expression made of
  // secrets could get too large, and its error would show them.
  const hidden = [SENSITIVE, ...secrets.sort((a, b) => b.length - a.length)];
  const isSecret = (text: unknown) => typeof text === "string" && secrets.some((one) => text.includes(one));
  const hide = (text: string) => {
    const shown = text.replace(QUOTED, (quoted) => (isSecret(decoded(quoted)) ? SENSITIVE : quoted));
    return hidden.reduce((parts, one) => parts.flatMap((part) => part.split(one)), [shown]).join(SENSITIVE);
  };
  return diagnostics.map((one) => {
    if (hide(one.summary) === one.summary && hide(one.detail) === one.detail) return one;
    // A piece of a prompt may spell the secret differently.
    const shown = withoutPrompt(one);
    return { ...shown, summary: hide(shown.summary), detail: hide(shown.detail) };
  });
}

/** Returns the values as they are and as they are escaped in JSON. */
function secretsOfVariables({ variables = {}, configuration }: PlanJson): string[] {
  const declared = Object.entries(configuration?.root_module?.variables ?? {});
  const texts = declared.flatMap(([name, { sensitive }]) =>
    sensitive === true ? [...textsIn(variables[name]?.value), ...textsInEnvironment(name)] : [],
  );
  const spellings = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(spellings)];
}

/**
 * No plan holds the value of an ephemeral variable. The environment gives a list or a map as JSON, or as an
 * HCL expression with quoted strings.
 */
function textsInEnvironment(name: string): string[] {
  const given = process.env[`TF_VAR_${name}`];
  if (given === undefined) return [];
  const json = decoded(given);
  const isExpression = json === undefined && /^\s*[[{]/.test(given);
  const parts = isExpression ? (given.match(QUOTED) ?? []).map(decoded) : [json];
  return [given, ...(parts as (JsonValue | undefined)[])].flatMap(textsIn);
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === "string")
    return value.length >= SHORTEST_SECRET && !NO_SECRETS.has(value) ? [value] : [];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
