import { Aspects, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { CredentialsCheck } from "./credentials";
import { OutreachProvider as GeneratedProvider, type OutreachProviderConfig } from "./generated/provider";
import { placeProviderAtSynth } from "./place-at-synth";

/**
 * Manages the clusters and snippets of an Outreach workspace. Every argument can come from an environment variable
 * instead, `OUTREACH_USER_ID` for `userId`, and the credentials should. Synth also writes the provider program into the
 * stack's output, so that Terraform needs no registry to find it.
 */
export class OutreachProvider extends GeneratedProvider {
  constructor(scope: Construct, id: string, config: OutreachProviderConfig = {}) {
    super(scope, id, config);
    placeProviderAtSynth(TerraformStack.of(this));
    Aspects.of(this).add(new CredentialsCheck(this));
  }
}
