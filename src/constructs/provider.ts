import { Lazy } from "cdktf";
import type { Construct } from "constructs";
import { checkAtSynth } from "./synth-checks";
import { CredentialsCheck } from "./credentials";
import { countDeclared } from "./stack";
import { OutreachProvider as GeneratedProvider, type OutreachProviderConfig } from "./generated/provider";
import { errorsOfOverridesInHcl } from "./provider-checks";
import { errorsOfNumbers } from "./provider-checks";
import { placeProviderAtSynth } from "./place-at-synth";
import { registerProvider } from "./stack";
import { warnOfSameNames } from "./same-names";
import { warnOfSharedWorkspace } from "./provider-checks";

/**
 * Manages the clusters and snippets of an Outreach workspace. Every argument but `alias` can come from an
 * environment variable instead, such as `OUTREACH_USER_ID` for `userId`; credentials should. Synth also
 * writes the provider program into the stack's output, so that Terraform needs no registry, and counts the
 * declared objects, so that a plan may prefetch them (`readAhead: false` turns that off).
 *
 * Synth warns of credentials in the code, of resources of one name, and of providers that share the workspace
 * of the environment. It fails for a number that is `NaN` or infinite, for half of a character, and for
 * overrides of the stack that CDKTF leaves out of HCL. Throws in an app of another fork of CDKTF.
 */
export class OutreachProvider extends GeneratedProvider {
  constructor(scope: Construct, id: string, config: OutreachProviderConfig = {}) {
    super(scope, id, config);
    this.declaredClusters ??= this.#countAtSynth("outreach_cluster");
    this.declaredSnippets ??= this.#countAtSynth("outreach_snippet");
    registerProvider(this);
    placeProviderAtSynth(this);
    const credentials = new CredentialsCheck(this, this.rawOverrides);
    checkAtSynth(this, this.rawOverrides, () => {
      credentials.run();
      warnOfSharedWorkspace(this);
      warnOfSameNames(this);
    });
    this.node.addValidation({ validate: () => [...errorsOfNumbers(this), ...errorsOfOverridesInHcl(this)] });
  }

  /**
   * Counts at synth, when all resources are in the stack. The value is not one of CDKTF's number tokens:
   * CDKTF keeps their values, and with them the whole app, until the process ends.
   */
  #countAtSynth(type: string): number {
    const count = Lazy.anyValue({
      produce: () => (this.readAhead === false ? undefined : countDeclared(this, type)),
    });
    return count as unknown as number;
  }
}
