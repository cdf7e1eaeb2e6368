import { redactorOf } from "../../util/redact";
import type { Sample } from "../../prompts";
import { MIN_SECRET_LENGTH, REDACTED, type Redact } from "../../util/secrets";
import { type PlannedStack, planOf } from "../../estate/engine/plan-stack";
import type { PlanJson, PlannedChange, PlannedResource } from "../../estate/engine/plan-json";
import { canonical, isList, isObject, type JsonValue, parseJson } from "../../util/json";
import { objectKey, withoutKeys } from "./model/objects";
import { afterOf, beforeOf, partOf, type Side, unionOfMarks } from "../../estate/engine/plan-sides";
import type { Diagnostic } from "../../estate/engine/diagnostics";

/** Marks sensitive values that engines leave unmarked. */
export function withMarks(plan: PlanJson): PlanJson {
  const { resource_changes = [], resource_drift = [] } = plan;
  const ofResources = new Map<string, JsonValue>();
  for (const { address, change } of resource_changes) {
    const resource = withoutKeys(address);
    ofResources.set(resource, unionOfMarks(ofResources.get(resource), marksOf(change)));
  }
  const marked = (resource: PlannedResource, marks: JsonValue | undefined): PlannedResource => {
    const { change } = resource;
    const before_sensitive = unionOfMarks(change.before_sensitive, marks);
    const after_sensitive = unionOfMarks(change.after_sensitive, marks);
    return { ...resource, change: withMarksOnCopies({ ...change, before_sensitive, after_sensitive }) };
  };
  // After a failed delete, the marks are lost, so a removed object gets the marks of its resource's other
  // objects.
  const ofRemoved = ({ address, change }: PlannedResource) =>
    (change.after ?? null) === null ? ofResources.get(withoutKeys(address)) : undefined;
  const ofObjects = new Map(
    resource_changes.map((one) => [objectKey(one), unionOfMarks(marksOf(one.change), ofRemoved(one))]),
  );
  return {
    ...plan,
    resource_changes: resource_changes.map((one) => marked(one, ofRemoved(one))),
    // Engines mark drift by the marks of the prior state, which may be outdated.
    resource_drift: resource_drift.map((one) => marked(one, ofObjects.get(objectKey(one)))),
  };
}

function marksOf({ before_sensitive, after_sensitive }: PlannedChange): JsonValue {
  return unionOfMarks(before_sensitive, after_sensitive);
}

/** terraform_data copies its `input` to an unmarked `output`, so copies of sensitive values get marks. */
function withMarksOnCopies(change: PlannedChange): PlannedChange {
  const [before, after] = [beforeOf(change), afterOf(change)];
  const secrets = new Set([before, after].flatMap(secretsIn));
  if (secrets.size === 0) return change;
  // Marks of one side are not copied to the other, so a value that becomes sensitive counts as changed.
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

function copiesIn(side: Side, secrets: ReadonlySet<string>): JsonValue {
  const { value, sensitive } = side;
  if (sensitive === true) return false;
  if (secrets.has(canonical(value))) return true;
  if (isList(value)) return value.map((_, i) => copiesIn(partOf(side, i), secrets));
  if (!isObject(value)) return false;
  return Object.fromEntries(Object.keys(value).map((key) => [key, copiesIn(partOf(side, key), secrets)]));
}

/** Engines and other providers may quote sensitive variables in diagnostics, so their values are redacted. */
export function withoutVariables<One extends Diagnostic & { readonly reason?: string }>(
  diagnostics: readonly One[],
  plan: PlanJson,
): One[] {
  const secrets = secretsOfVariables(plan);
  if (secrets.length === 0) return [...diagnostics];
  const hide = redactorOf(secrets);
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

/** Redacts the values of the plans' sensitive variables in texts of other programs. */
export function redactorOfVariables(stacks: readonly PlannedStack[]): Redact {
  return redactorOf(stacks.map(planOf).flatMap(secretsOfVariables));
}

/** Redacts texts of samples that equal sensitive values of the plans, or contain those of sensitive variables. */
export function redactedSamples(samples: readonly Sample[], stacks: readonly PlannedStack[]): Sample[] {
  if (samples.length === 0) return [];
  const changes = stacks
    .map(planOf)
    .flatMap(({ resource_changes = [], resource_drift = [], output_changes = {} }) => [
      ...[...resource_changes, ...resource_drift].map(({ change }) => change),
      ...Object.values(output_changes),
    ]);
  const equal = new Set(changes.flatMap((one) => [beforeOf(one), afterOf(one)]).flatMap(secretsIn));
  const hide = redactorOfVariables(stacks);
  const shown = (text: string) => (equal.has(canonical(text)) ? REDACTED : hide(text));
  return samples.map(({ name, values }) => {
    const entries = Object.entries(values).map(([variable, value]) => [variable, shown(value)] as const);
    return { name: shown(name), values: Object.fromEntries(entries) };
  });
}

function secretsOfVariables({ variables = {}, configuration }: PlanJson): string[] {
  const declared = Object.entries(configuration?.root_module?.variables ?? {});
  return declared.flatMap(([name, { sensitive }]) =>
    sensitive === true ? [...textsIn(variables[name]?.value), ...textsInEnvironment(name)] : [],
  );
}

/** A TF_VAR_ variable holds text, JSON or HCL. The plan does not contain values of ephemeral variables. */
function textsInEnvironment(name: string): string[] {
  const given = process.env[`TF_VAR_${name}`] ?? "";
  const quoted = given.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return [given, ...quoted.map((one) => parseJson(one)?.value as JsonValue | undefined)].flatMap(textsIn);
}

function textsIn(value: JsonValue | undefined): string[] {
  // Booleans and null are usual words in diagnostics, so they are not redacted.
  if (typeof value === "string")
    return value.length < MIN_SECRET_LENGTH || /^(?:true|false|null)$/.test(value) ? [] : [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
