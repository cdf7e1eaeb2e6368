import { TerraformStack, type TerraformVariable } from "cdktf";
import type { IConstruct } from "constructs";
import type { OutreachProvider } from "./generated/provider";
import { writtenArguments } from "./stack";
import { overridesOf, warnOnce } from "./synth-checks";
import { REFERENCE, resolveAtSynth, textAtSynth } from "./text-at-synth";

const CREDENTIALS = ["userId", "workspaceId", "authorizationToken"] as const;

/** The Terraform name of each argument, by property. */
const ARGUMENTS = {
  userId: "user_id",
  workspaceId: "workspace_id",
  authorizationToken: "authorization_token",
  baseUrl: "base_url",
} as const;

type Property = keyof typeof ARGUMENTS;

/** Matches a URL that has a user name or password. Expects a URL without references. */
const USER_INFO = /^\w+:\/\/:?[^:@/?#][^/?#]*@/;

/** Matches `Fn.sensitive` of a literal text: Terraform hides the text, but cdk.tf.json holds it. */
const SENSITIVE_TEXT = /\bsensitive\("((?:[^"\\]|\\.)*)"\)/;

/** Warns at synth of credentials that synth writes to cdk.tf.json as plain text. */
export function warnOfCredentials(provider: OutreachProvider): void {
  const argumentsOf = writtenArguments(provider);
  const warn = (property: Property, what: string, advice: string) =>
    warnOnce(
      provider,
      `${property} holds ${what}, so synth writes it to cdk.tf.json, where everyone with the output can read it. ${advice}`,
    );
  for (const credential of CREDENTIALS) {
    const written = String(resolveAtSynth(provider, argumentsOf[ARGUMENTS[credential]]));
    const sensitive = withoutExpressions(SENSITIVE_TEXT.exec(written)?.[1] ?? "");
    const variable = variableWithDefault(provider, written);
    if (literalOf(provider, credential) !== "" || sensitive !== "") {
      warn(credential, "plain text", adviceOn(provider, credential));
    } else if (variable !== undefined) {
      const advice = `Leave the default out and set the environment variable TF_VAR_${variable}.`;
      warn(credential, `the default of the TerraformVariable ${variable}`, advice);
    }
  }
  if (USER_INFO.test(literalOf(provider, "baseUrl"))) {
    warn("baseUrl", "a user name or password", "Leave both out, because the provider refuses such a URL.");
  }
}

/** Returns the text that synth writes for a property, with references removed. */
function literalOf(provider: OutreachProvider, property: Property): string {
  const overrides = overridesOf(provider);
  const isOverridden = ARGUMENTS[property] in overrides;
  const value = isOverridden ? overrides[ARGUMENTS[property]] : provider[property];
  const literal = textAtSynth(provider, value)?.replaceAll(REFERENCE, "") ?? "";
  // An override may hold Terraform expressions. In a property, the same characters are plain text.
  return isOverridden ? withoutExpressions(literal) : literal;
}

function adviceOn({ alias }: OutreachProvider, credential: Property): string {
  const variable = `OUTREACH_${ARGUMENTS[credential].toUpperCase()}`;
  if (alias === undefined) {
    return `Leave it out and set the environment variable ${variable}, or use a sensitive TerraformVariable. A saved plan holds the variable's value.`;
  }
  return (
    "Use a sensitive TerraformVariable, and set TF_VAR_ with its name in the environment. A saved plan holds the variable's " +
    `value. ${variable} would apply to every provider that leaves ${credential} out.`
  );
}

/** Returns a text without Terraform expressions. They nest, so the innermost ones are removed first. */
function withoutExpressions(text: string): string {
  const rest = text.replace(/\$?\{[^{}]*\}/g, "");
  return rest === text ? text : withoutExpressions(rest);
}

const REFERENCE_TO_VARIABLE = /\$\{var\.([\w-]+)\}/g;

/**
 * Returns the name of a Terraform variable in `written` with a non-empty default; undefined if none has one.
 */
function variableWithDefault(scope: IConstruct, written: string): string | undefined {
  const names = Array.from(written.matchAll(REFERENCE_TO_VARIABLE), ([, name]) => name);
  if (names.length === 0) return undefined;
  return TerraformStack.of(scope)
    .node.findAll()
    .filter(isVariable)
    .filter((variable) => (textAtSynth(scope, variable.default) ?? "") !== "")
    .map(({ friendlyUniqueId }) => friendlyUniqueId)
    .find((name) => names.includes(name));
}

/** Checks the properties, not the class, because each copy of cdktf has its own class of variables. */
function isVariable(construct: IConstruct): construct is TerraformVariable {
  return "default" in construct && "nullable" in construct;
}
