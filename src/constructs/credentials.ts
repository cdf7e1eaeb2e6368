import { Annotations, type IAspect } from "cdktf";
import type { OutreachProvider } from "./generated/provider";
import { REFERENCE, textAtSynth } from "./text-at-synth";

const CREDENTIALS = {
  userId: "user_id",
  workspaceId: "workspace_id",
  authorizationToken: "authorization_token",
} as const;

/** As Terraform spells what may be overridden. */
const ARGUMENTS = { ...CREDENTIALS, baseUrl: "base_url" } as const;

type Property = keyof typeof ARGUMENTS;

/** A user name or a password, where references have been taken out. */
const USER_INFO = /^\w+:\/\/:?[^:@/?#][^/?#]*@/;

/** Warns at synth, when every property has its final value, of credentials that will stand in the output. */
export class CredentialsCheck implements IAspect {
  readonly #provider: OutreachProvider;
  readonly #overrides: Readonly<Record<string, unknown>>;
  readonly #warned = new Set<Property>();

  constructor(provider: OutreachProvider, overrides: Readonly<Record<string, unknown>>) {
    this.#provider = provider;
    this.#overrides = overrides;
  }

  visit(): void {
    for (const credential of Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[]) {
      if (this.#literal(credential) === "") continue;
      const variable = `OUTREACH_${CREDENTIALS[credential].toUpperCase()}`;
      this.#warn(
        credential,
        "plain text",
        `Leave it out and set the environment variable ${variable}, or use a sensitive TerraformVariable, whose value a saved plan holds.`,
      );
    }
    if (USER_INFO.test(this.#literal("baseUrl"))) {
      this.#warn("baseUrl", "a user name or password", "Leave that out: the provider refuses it.");
    }
  }

  /** What synth writes of a property, without the references in it. */
  #literal(property: Property): string {
    const argument = ARGUMENTS[property];
    const isOverridden = argument in this.#overrides;
    const text = isOverridden ? this.#overrides[argument] : this.#provider[property];
    const literal = textAtSynth(this.#provider, text)?.replaceAll(REFERENCE, "") ?? "";
    // An override may hold expressions of Terraform; in a property they would be text.
    return isOverridden ? withoutExpressions(literal) : literal;
  }

  #warn(property: Property, what: string, advice: string): void {
    // An aspect is visited at every synth; one warning is enough.
    if (this.#warned.has(property)) return;
    this.#warned.add(property);
    Annotations.of(this.#provider).addWarning(
      `${property} holds ${what}, so synth writes it to cdk.tf.json where everyone with the output can read it. ${advice}`,
    );
  }
}

/** Braces stand within braces, so those inside go first. */
function withoutExpressions(text: string): string {
  const rest = text.replace(/\$?\{[^{}]*\}/g, "");
  return rest === text ? text : withoutExpressions(rest);
}
