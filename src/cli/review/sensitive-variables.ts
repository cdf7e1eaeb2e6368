import { withoutPrompt } from "../../prompt";
import { SHORTEST_SECRET } from "./copies-of-secrets";
import type { Diagnostic, JsonValue } from "./model";
import type { PlanJson } from "./plan-json";
import { decoded, QUOTED } from "./sensitive-warnings";
import { isList, isObject, SENSITIVE } from "./values";

/** Values of other types as text, which a variable has from the environment. Messages are full of these words. */
const NO_SECRETS: ReadonlySet<string> = new Set(["true", "false", "null"]);

/**
 * The diagnostics without the values of sensitive variables. A provider is asked about what the configuration says, which the plan
 * does not hold where `ignore_changes` keeps something else, or where planning the object fails.
 */
export function withoutVariables(diagnostics: readonly Diagnostic[], plan: PlanJson): Diagnostic[] {
  const secrets = secretsOf(plan);
  if (secrets.length === 0) return [...diagnostics];
  // Longer ones first, and the words that stand for one before all, which must stay. No pattern made of them: one can get too large,
  // and the error about it would show them.
  const hidden = [SENSITIVE, ...secrets.sort((a, b) => b.length - a.length)];
  const isSecret = (text: unknown) => typeof text === "string" && secrets.some((one) => text.includes(one));
  const hide = (text: string) => {
    const shown = text.replace(QUOTED, (quoted) => (isSecret(decoded(quoted)) ? SENSITIVE : quoted));
    return hidden.reduce((parts, one) => parts.flatMap((part) => part.split(one)), [shown]).join(SENSITIVE);
  };
  return diagnostics.map((one) => {
    if (hide(one.summary) === one.summary && hide(one.detail) === one.detail) return one;
    // A piece of a prompt may hold it in another spelling, too.
    const shown = withoutPrompt(one);
    return { ...shown, summary: hide(shown.summary), detail: hide(shown.detail) };
  });
}

/** As they are, and as they stand within a literal of JSON. */
function secretsOf({ variables = {}, configuration }: PlanJson): string[] {
  const declared = Object.entries(configuration?.root_module?.variables ?? {});
  const texts = declared.flatMap(([name, { sensitive }]) =>
    sensitive === true ? [...textsIn(variables[name]?.value), ...textsInEnvironment(name)] : [],
  );
  const spellings = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return [...new Set(spellings)];
}

/** No plan holds what an ephemeral variable is given. A list or a map may be JSON, or else an expression with literals of text. */
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
