import { parseJson } from "../../../shared/json";
import { MIN_SECRET_LENGTH } from "../../../shared/secrets";
import type { Diagnostic } from "../../engine/diagnostics";
import type { PlanJson } from "../../engine/plan-json";
import { isList, isObject, type JsonValue } from "../../shared/json";
import { SENSITIVE } from "../model/visible-value";

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
