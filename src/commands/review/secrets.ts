import { MIN_SECRET_LENGTH } from "../../util/secrets";
import type { PlanJson, PlannedChange, PlannedResource } from "../../estate/engine/plan-json";
import { canonical, isList, isObject, type JsonValue, parseJson } from "../../util/json";
import { objectKey, withoutKeys } from "./model/objects";
import { afterOf, beforeOf, partOf, type Side, unionOfMarks } from "../../estate/engine/plan-sides";
import type { Diagnostic } from "../../estate/engine/diagnostics";
import { SENSITIVE } from "./model/attribute-changes";

/** Returns the plan with marks at all sensitive places, also at places that engines leave unmarked. */
export function withMarks(plan: PlanJson): PlanJson {
  const changes = withMarksOnRemoved(plan.resource_changes ?? []);
  const drifts = withMarksOnDrift(plan.resource_drift ?? [], changes);
  const withCopies = (one: PlannedResource) => ({ ...one, change: withMarksOnCopies(one.change) });
  return { ...plan, resource_changes: changes.map(withCopies), resource_drift: drifts.map(withCopies) };
}

/** Marks a removed object like other objects of its resource, because a failed delete loses the marks. */
function withMarksOnRemoved(resources: readonly PlannedResource[]): PlannedResource[] {
  const marks = new Map<string, JsonValue>();
  for (const { address, change } of resources) {
    const resource = withoutKeys(address);
    marks.set(resource, unionOfMarks(marks.get(resource), marksOf(change)));
  }
  return resources.map((one) => {
    if ((one.change.after ?? null) !== null) return one;
    const before_sensitive = unionOfMarks(one.change.before_sensitive, marks.get(withoutKeys(one.address)));
    return { ...one, change: { ...one.change, before_sensitive } };
  });
}

/** Marks drift like the object's change, because engines mark drift by the prior state, which may be old. */
function withMarksOnDrift(
  drifts: readonly PlannedResource[],
  changes: readonly PlannedResource[],
): PlannedResource[] {
  const marks = new Map(changes.map((resource) => [objectKey(resource), marksOf(resource.change)]));
  return drifts.map((drift) => {
    const ofChange = marks.get(objectKey(drift));
    const before_sensitive = unionOfMarks(drift.change.before_sensitive, ofChange);
    const after_sensitive = unionOfMarks(drift.change.after_sensitive, ofChange);
    return { ...drift, change: { ...drift.change, before_sensitive, after_sensitive } };
  });
}

function marksOf({ before_sensitive, after_sensitive }: PlannedChange): JsonValue {
  return unionOfMarks(before_sensitive, after_sensitive);
}

/** Marks copies of sensitive values: terraform_data copies its sensitive `input` to an unmarked `output`. */
function withMarksOnCopies(change: PlannedChange): PlannedChange {
  const [before, after] = [beforeOf(change), afterOf(change)];
  const secrets = new Set([before, after].flatMap(secretsIn));
  if (secrets.size === 0) return change;
  // Keeps a mark that only one side has, so that a value that becomes sensitive counts as changed.
  const sensitive = unionOfMarks(before.sensitive, after.sensitive);
  const marksOf = (side: Side) => unionOfMarks(side.sensitive, copiesIn({ ...side, sensitive }, secrets));
  return { ...change, before_sensitive: marksOf(before), after_sensitive: marksOf(after) };
}

function secretsIn(side: Side): string[] {
  const { value, sensitive } = side;
  if (sensitive === true) return isDistinctive(value) ? [canonical(value)] : [];
  if (isList(value)) return value.flatMap((_, i) => secretsIn(partOf(side, i)));
  return isObject(value) ? Object.keys(value).flatMap((key) => secretsIn(partOf(side, key))) : [];
}

function isDistinctive(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || typeof value === "boolean") return false;
  return (typeof value === "object" ? canonical(value) : String(value)).length >= MIN_SECRET_LENGTH;
}

/** Returns marks for the unmarked places whose value equals one of the secrets. */
function copiesIn(side: Side, secrets: ReadonlySet<string>): JsonValue {
  const { value, sensitive } = side;
  if (sensitive === true) return false;
  if (secrets.has(canonical(value))) return true;
  if (isList(value)) return value.map((_, i) => copiesIn(partOf(side, i), secrets));
  if (!isObject(value)) return false;
  return Object.fromEntries(Object.keys(value).map((key) => [key, copiesIn(partOf(side, key), secrets)]));
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Texts that are never hidden: booleans and null, which occur as words in many diagnostics. */
const NO_SECRETS: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** Hides the values of sensitive variables, which engines and other providers may quote in diagnostics. */
export function withoutVariables<One extends Diagnostic & { readonly reason?: string }>(
  diagnostics: readonly One[],
  plan: PlanJson,
): One[] {
  const secrets = secretsOfVariables(plan);
  if (secrets.length === 0) return [...diagnostics];
  // First splits at the replacement text, so that no secret such as "value" changes a part of it. Then splits
  // at the secrets, the longest first. A single regular expression of all secrets could be too large, and its
  // error would quote them.
  const hidden = [SENSITIVE, ...secrets.sort((a, b) => b.length - a.length)];
  const isSecret = (text: unknown) => typeof text === "string" && secrets.some((one) => text.includes(one));
  const hide = (text: string) => {
    const shown = text.replace(QUOTED, (quoted) => (isSecret(parseJson(quoted)?.value) ? SENSITIVE : quoted));
    return hidden.reduce((parts, one) => parts.flatMap((part) => part.split(one)), [shown]).join(SENSITIVE);
  };
  return diagnostics.map((one) => ({
    ...one,
    summary: hide(one.summary),
    detail: hide(one.detail),
    prompt: one.prompt && {
      ...one.prompt,
      what: hide(one.prompt.what),
      advice: hide(one.prompt.advice),
      texts: one.prompt.texts.map(hide),
    },
    ...(one.reason !== undefined && { reason: hide(one.reason) }),
  }));
}

/** Returns the values of sensitive variables: each value unchanged, and also escaped as in JSON. */
function secretsOfVariables({ variables = {}, configuration }: PlanJson): string[] {
  const declared = Object.entries(configuration?.root_module?.variables ?? {});
  const texts = declared.flatMap(([name, { sensitive }]) =>
    sensitive === true ? [...textsIn(variables[name]?.value), ...textsInEnvironment(name)] : [],
  );
  const spellings = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(spellings)];
}

/**
 * Returns the texts in the value of a TF_VAR_ variable, which is JSON, or HCL with quoted strings. The plan
 * does not hold the values of ephemeral variables.
 */
function textsInEnvironment(name: string): string[] {
  const given = process.env[`TF_VAR_${name}`];
  if (given === undefined) return [];
  const json = parseJson(given)?.value;
  const isExpression = json === undefined && /^\s*[[{]/.test(given);
  const parts = isExpression ? (given.match(QUOTED) ?? []).map((quoted) => parseJson(quoted)?.value) : [json];
  return [given, ...(parts as (JsonValue | undefined)[])].flatMap(textsIn);
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === "string")
    return value.length < MIN_SECRET_LENGTH || NO_SECRETS.has(value) ? [] : [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
