import { Annotations, type IAspect, Token } from "cdktf";
import type { OutreachProvider } from "./generated/provider";

/** Where each credential belongs instead. */
const VARIABLES = {
  userId: "OUTREACH_USER_ID",
  workspaceId: "OUTREACH_WORKSPACE_ID",
  authorizationToken: "OUTREACH_AUTHORIZATION_TOKEN",
} as const;

type Credential = keyof typeof VARIABLES;

/** Warns at synth, when every property has its final value, of credentials that will stand in the output. */
export class CredentialsCheck implements IAspect {
  readonly #provider: OutreachProvider;
  readonly #warned = new Set<Credential>();

  constructor(provider: OutreachProvider) {
    this.#provider = provider;
  }

  visit(): void {
    for (const credential of Object.keys(VARIABLES) as Credential[]) {
      const value = this.#provider[credential];
      // An aspect is visited at every synth; one warning is enough.
      if (value === undefined || Token.isUnresolved(value) || this.#warned.has(credential)) continue;
      this.#warned.add(credential);
      Annotations.of(this.#provider).addWarning(
        `${credential} is a plain string, so synth writes it to cdk.tf.json where everyone with the output can read it. ` +
          `Leave it out and set the environment variable ${VARIABLES[credential]}, or use a sensitive TerraformVariable, whose value a saved plan holds.`,
      );
    }
  }
}
