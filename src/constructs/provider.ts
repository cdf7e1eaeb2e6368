import { type ISynthesisSession, Lazy, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { join } from "node:path";
import { findProviderPackage, placeProvider } from "../placing";
import { warnOfCredentials } from "./credentials";
import { OutreachProvider as GeneratedProvider, type OutreachProviderConfig } from "./generated/provider";
import { recordPrompts } from "./prompt-record";
import {
  errorsOfAddresses,
  errorsOfNumbers,
  errorsOfStackOverrides,
  warnOfLockedVersion,
  warnOfSharedWorkspace,
  warnOfSameNames,
} from "./provider-checks";
import { countDeclared, providersOf, registerProvider } from "./stack";
import { checkAtSynth } from "./synth-checks";
import { recordSynth } from "./synth-record";

/**
 * Manages the clusters and snippets of an Outreach workspace. Every argument but `alias` can come from an
 * environment variable instead, such as `OUTREACH_USER_ID` for `userId`. Credentials should come from
 * environment variables.
 *
 * Synth also writes the provider program into the stack's output, so that Terraform needs no registry, and
 * counts the declared objects, so that a plan may prefetch them. `readAhead: false` turns the count off.
 *
 * Synth warns of credentials in the code, of resources with the same name, of providers that share the
 * workspace of the environment, and of a version of this package that is not the one in the lock file. Synth fails for a number that is `NaN` or infinite, for half of a character,
 * for two resources with one address, and for overrides of the stack that CDKTF leaves out of HCL. The constructor throws if the app is made with
 * the other fork of CDKTF.
 */
export class OutreachProvider extends GeneratedProvider {
  constructor(scope: Construct, id: string, config: OutreachProviderConfig = {}) {
    super(scope, id, config);
    this.declaredClusters ??= this.#countAtSynth("outreach_cluster");
    this.declaredSnippets ??= this.#countAtSynth("outreach_snippet");
    registerProvider(this);
    placeProviderAtSynth(this);
    checkAtSynth(this, () => {
      warnOfCredentials(this);
      warnOfSharedWorkspace(this);
      warnOfSameNames(this);
      warnOfLockedVersion(this);
      return [...errorsOfNumbers(this), ...errorsOfStackOverrides(this), ...errorsOfAddresses(this)];
    });
  }

  /**
   * Counts at synth, when all resources are in the stack. The value is not one of CDKTF's number tokens,
   * because CDKTF keeps the values of those tokens, and so the whole app, in memory until the process ends.
   */
  #countAtSynth(type: string): number {
    const count = Lazy.anyValue({
      produce: () => (this.readAhead === false ? undefined : countDeclared(this, type)),
    });
    return count as unknown as number;
  }
}

/** The property by which cdktf finds constructs that write files into their stack's folder. */
const CUSTOM_SYNTHESIS = Symbol.for("cdktf/customSynthesis");

/** Places the provider program in the stack's folder after all aspects (docs/design/constructs.md). */
function placeProviderAtSynth(provider: OutreachProvider): void {
  const onSynthesize = ({ manifest, outdir }: ISynthesisSession) => {
    const stack = TerraformStack.of(provider);
    // CDKTF also calls this for the stacks that enclose the provider's stack. If it synthesizes only those,
    // the provider's stack has no folder.
    const folder = manifest.stacks[stack.node.id]?.workingDirectory;
    if (folder === undefined) return;
    const withNode = process.env.CDKTF_OUTREACH_NODE?.split(",").filter((platform) => platform !== "");
    placeProvider(findProviderPackage(), join(outdir, folder), withNode);
    if (providersOf(stack)[0] !== provider) return;
    recordPrompts(stack, join(outdir, folder));
    recordSynth(join(outdir, folder));
  };
  Object.defineProperty(provider, CUSTOM_SYNTHESIS, { value: { onSynthesize } });
}
