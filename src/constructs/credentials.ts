import { type TerraformLocal, TerraformStack, type TerraformVariable } from "cdktf";
import type { IConstruct } from "constructs";
import type { OutreachProvider } from "./generated/provider";
import { isPlainObject, overridesOf, providersOf, warnOnce, writtenArguments } from "./stack";
import { firstOf, resolveAtSynth } from "./text";

const CREDENTIALS = {
  userId: "user_id",
  workspaceId: "workspace_id",
  authorizationToken: "authorization_token",
};

const USER_INFO = /^\w+:\/\/:?[^:@/?#][^/?#]*@/;

export function warnOfCredentials(provider: OutreachProvider): void {
  const stack = TerraformStack.of(provider);
  const override = providersOf(stack)[0] === provider ? overridesOf(stack)["provider"] : undefined;
  const overrides = isPlainObject(override) ? Object.values(override["outreach"] ?? {}) : [];
  const blocks = [writtenArguments(provider), ...overrides.filter(isPlainObject)];
  const named = namedValues(stack);
  const valuesOf = (argument: string) => blocks.map((block) => resolveAtSynth(provider, block[argument]));
  const warn = (property: string, what: string, advice: string) =>
    warnOnce(
      provider,
      `${property} holds ${what}, so synth writes it to cdk.tf.json, where everyone with the output can read it. ${advice}`,
    );
  for (const [property, argument] of Object.entries(CREDENTIALS)) {
    const name = firstOf(valuesOf(argument), (value) => nameWithText(value, named));
    if (name === undefined) continue;
    const [kind, id] = name.split(".");
    if (kind === "var") {
      const advice = `Leave the default out and set the environment variable TF_VAR_${id}.`;
      warn(property, `the default of the TerraformVariable ${id}`, advice);
      continue;
    }
    // All providers share one environment variable, so only the provider without an alias may use it.
    const other = `Leave it out and set the environment variable OUTREACH_${argument.toUpperCase()}, or use`;
    const start = provider.alias === undefined ? other : "Use";
    const what = kind === "local" ? `the text of the TerraformLocal ${id}` : "plain text";
    warn(property, what, `${start} a sensitive TerraformVariable. A saved plan holds the variable's value.`);
  }
  if (valuesOf("base_url").some((url) => USER_INFO.test(withoutExpressions(String(url)))))
    warn("baseUrl", "a user name or password", "Leave both out, because the provider refuses such a URL.");
}

/** Removes the innermost expressions first, because expressions nest. */
function withoutExpressions(template: string): string {
  const rest = template.replace(/(?<![$%])[$%]?\{[^{}]*\}/g, "");
  return rest === template ? template : withoutExpressions(rest);
}

type NamedValues = ReadonlyMap<string, unknown>;

function namedValues(stack: TerraformStack): NamedValues {
  const constructs = stack.node.findAll().filter(isNamed);
  const written = [...constructs.map((one) => one.toTerraform()), overridesOf(stack)] as {
    readonly variable?: Readonly<Record<string, { readonly default?: unknown }>>;
    readonly locals?: Readonly<Record<string, unknown>>;
  }[];
  const values = written.flatMap(({ variable = {}, locals = {} }) => [
    ...Object.entries(variable).map(([name, { default: value }]) => [`var.${name}`, value] as const),
    ...Object.entries(locals).map(([name, value]) => [`local.${name}`, value] as const),
  ]);
  const known = values.filter(([, value]) => value !== undefined);
  return new Map(known.map(([name, value]) => [name, resolveAtSynth(stack, value)]));
}

/** Checks properties, because each copy of cdktf has its own classes. */
function isNamed(construct: IConstruct): construct is TerraformVariable | TerraformLocal {
  return (
    ("default" in construct && "nullable" in construct) ||
    ("expression" in construct && "asStringMap" in construct)
  );
}

const NAMED = /\b((?:var|local)\.[\w-]+)/g;

/**
 * Returns the variable or local, such as `var.user`, that adds a literal text to a value. Returns "" if the
 * value itself contains literal text, and undefined if it contains only expressions.
 */
function nameWithText(value: unknown, named: NamedValues, name = ""): string | undefined {
  if (typeof value === "number") return name;
  if (typeof value !== "string") return undefined;
  if (withoutExpressions(value) !== "") return name;
  return firstOf(value.matchAll(NAMED), ([, other]) => {
    const others = new Map(named);
    // Does not follow a local twice: a local that refers to itself is an error of Terraform.
    others.delete(other!);
    return nameWithText(named.get(other!), others, other);
  });
}
