import { TerraformStack, type TerraformVariable } from "cdktf";
import type { IConstruct } from "constructs";
import type { OutreachProvider } from "./generated/provider";
import { warnOnce } from "./synth-checks";
import { textToTerraform } from "./text";
import { REFERENCE, resolveAtSynth, textAtSynth } from "./text-at-synth";

const CREDENTIALS = {
  userId: "user_id",
  workspaceId: "workspace_id",
  authorizationToken: "authorization_token",
} as const;

/** The names in Terraform, for overrides. */
const ARGUMENTS = { ...CREDENTIALS, baseUrl: "base_url" } as const;

type Property = keyof typeof ARGUMENTS;

/** A user name or password in a URL without its references. */
const USER_INFO = /^\w+:\/\/:?[^:@/?#][^/?#]*@/;

/** `Fn.sensitive` of a text: Terraform does not show it, but the output holds it. */
const SENSITIVE_TEXT = /\bsensitive\("((?:[^"\\]|\\.)*)"\)/;

/** Warns at synth of credentials that the output will hold. */
export class CredentialsCheck {
  readonly #provider: OutreachProvider;
  readonly #overrides: Readonly<Record<string, unknown>>;

  constructor(provider: OutreachProvider, overrides: Readonly<Record<string, unknown>>) {
    this.#provider = provider;
    this.#overrides = overrides;
  }

  run(): void {
    for (const credential of Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[]) {
      const variable = variableWithDefault(this.#provider, this.#written(credential));
      if (this.#literal(credential) !== "" || this.#isSensitiveText(credential)) {
        this.#warn(credential, "plain text", this.#adviceOn(credential));
      } else if (variable !== undefined) {
        const advice = `Leave that default out and set the environment variable TF_VAR_${variable}.`;
        this.#warn(credential, `the default of the TerraformVariable ${variable}`, advice);
      }
    }
    if (USER_INFO.test(this.#literal("baseUrl"))) {
      this.#warn("baseUrl", "a user name or password", "Leave that out: the provider refuses it.");
    }
  }

  /** Returns what synth writes of a property, without the references in it. */
  #literal(property: Property): string {
    const literal = textAtSynth(this.#provider, this.#value(property))?.replaceAll(REFERENCE, "") ?? "";
    // An override may hold Terraform expressions; in a property they would be text.
    return this.#isOverridden(property) ? withoutExpressions(literal) : literal;
  }

  #isSensitiveText(property: Property): boolean {
    const written = String(this.#written(property));
    return withoutExpressions(SENSITIVE_TEXT.exec(written)?.[1] ?? "") !== "";
  }

  /** Returns what synth writes of a property with its references, or any expression of an override. */
  #written(property: Property): unknown {
    const value = this.#isOverridden(property)
      ? this.#value(property)
      : textToTerraform(this.#provider[property], this.#provider, property);
    return resolveAtSynth(this.#provider, value);
  }

  #value(property: Property): unknown {
    return this.#isOverridden(property) ? this.#overrides[ARGUMENTS[property]] : this.#provider[property];
  }

  #isOverridden(property: Property): boolean {
    return ARGUMENTS[property] in this.#overrides;
  }

  #adviceOn(credential: keyof typeof CREDENTIALS): string {
    const variable = `OUTREACH_${CREDENTIALS[credential].toUpperCase()}`;
    if (this.#provider.alias === undefined) {
      return `Leave it out and set the environment variable ${variable}, or use a sensitive TerraformVariable, whose value a saved plan holds.`;
    }
    return (
      "Use a sensitive TerraformVariable, whose value a saved plan holds, and set TF_VAR_ with its name in the environment: " +
      `${variable} would apply to every provider that leaves ${credential} out.`
    );
  }

  #warn(property: Property, what: string, advice: string): void {
    warnOnce(
      this.#provider,
      `${property} holds ${what}, so synth writes it to cdk.tf.json where everyone with the output can read it. ${advice}`,
    );
  }
}

/** Removes the inner braces first: expressions nest. */
function withoutExpressions(text: string): string {
  const rest = text.replace(/\$?\{[^{}]*\}/g, "");
  return rest === text ? text : withoutExpressions(rest);
}

const REFERENCE_TO_VARIABLE = /\$\{var\.([\w-]+)\}/g;

/** Returns the name of a Terraform variable in what synth writes if its default is a text; else undefined. */
function variableWithDefault(scope: IConstruct, written: unknown): string | undefined {
  const names = Array.from(String(written).matchAll(REFERENCE_TO_VARIABLE), ([, name]) => name);
  if (names.length === 0) return undefined;
  return TerraformStack.of(scope)
    .node.findAll()
    .filter(isVariable)
    .filter((variable) => (textAtSynth(scope, variable.default) ?? "") !== "")
    .map(({ friendlyUniqueId }) => friendlyUniqueId)
    .find((name) => names.includes(name));
}

/** Checks the shape: a variable of another copy of cdktf is of another class. */
function isVariable(construct: IConstruct): construct is TerraformVariable {
  return "default" in construct && "nullable" in construct;
}
