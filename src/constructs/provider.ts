import {
  type ISynthesisSession,
  Lazy,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from "cdktf";
import type { Construct } from "constructs";
import { join } from "node:path";
import { placeProvider } from "../placing/place-provider";
import { findProviderPackage } from "../placing/provider-package";
import { recordSynth } from "../placing/records";
import { groupBy } from "../util/lists";
import { warnOfCredentials } from "./credentials";
import { OutreachProvider as GeneratedProvider, type OutreachProviderConfig } from "./generated/provider";
import { promptFiles, recordPrompts } from "./prompt-record";
import {
  checkAtSynth,
  countDeclared,
  errorsOfLostOverrides,
  isMovedAway,
  providersOf,
  registerProvider,
  resourcesIn,
  warnOnce,
  writtenArguments,
} from "./stack";
import { resolveAtSynth } from "./text";

/**
 * Manages the clusters and snippets of an Outreach workspace. Every argument except `alias` can come from an
 * environment variable, such as `OUTREACH_USER_ID` for `userId`. Credentials should come from environment
 * variables.
 *
 * Synth also writes the provider program into the stack's output, so that Terraform needs no registry. Synth
 * counts the declared objects, so that a plan may prefetch them; `readAhead: false` turns the count off.
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
      const stack = TerraformStack.of(this);
      // Only the first provider of a stack runs the checks of the stack.
      if (providersOf(stack)[0] !== this) return errorsOfNumbers(this);
      return [...errorsOfNumbers(this), ...errorsOfLostOverrides(stack), ...errorsOfAddresses(stack)];
    });
  }

  /**
   * Objects are counted during synth, when the stack has all its resources. The result is no CDKTF number
   * token: CDKTF would keep the whole app in memory for such a token.
   */
  #countAtSynth(type: string): number {
    const count = Lazy.anyValue({
      produce: () => (this.readAhead === false ? undefined : countDeclared(this, type)),
    });
    return count as unknown as number;
  }
}

const CUSTOM_SYNTHESIS = Symbol.for("cdktf/customSynthesis");

function placeProviderAtSynth(provider: OutreachProvider): void {
  const onSynthesize = ({ manifest, outdir }: ISynthesisSession) => {
    const stack = TerraformStack.of(provider);
    // CDKTF also calls this function for outer stacks. If only an outer stack is synthesized, the provider's
    // stack has no folder.
    const folder = manifest.stacks[stack.node.id]?.workingDirectory;
    if (folder === undefined) return;
    const withNode = process.env.CDKTF_OUTREACH_NODE?.split(",").filter((platform) => platform !== "");
    placeProvider(findProviderPackage(), join(outdir, folder), withNode);
    if (providersOf(stack)[0] !== provider) return;
    recordPrompts(stack, join(outdir, folder));
    recordSynth(join(outdir, folder), [...promptFiles.keys()]);
  };
  Object.defineProperty(provider, CUSTOM_SYNTHESIS, { value: { onSynthesize } });
}

/** In JSON, NaN would become null, which means the default. */
function errorsOfNumbers(provider: TerraformProvider): string[] {
  return Object.entries(writtenArguments(provider)).flatMap(([argument, written]) => {
    const value = resolveAtSynth(provider, written);
    if (typeof value !== "number" || Number.isFinite(value)) return [];
    return `${argument} is ${value}. Set it to a number, or leave it out for the default.`;
  });
}

/** CDKTF merges two resources with the same address, so Terraform would delete the object of one of them. */
function errorsOfAddresses(stack: TerraformStack): string[] {
  const written = resourcesIn(stack).filter((resource) => !isMovedAway(resource));
  const addressOf = (one: TerraformResource) => `${one.terraformResourceType}.${one.friendlyUniqueId}`;
  return [...groupBy(written, addressOf)].flatMap(([address, [first, ...others]]) =>
    others.map(
      ({ node }) =>
        `${first.node.path} and ${node.path} are both ${address}, so synth would write only one of them. Give each ` +
        "resource its own id in overrideLogicalId.",
    ),
  );
}

function warnOfSharedWorkspace(provider: OutreachProvider): void {
  const sharing = providersOf(TerraformStack.of(provider)).filter(
    (one) => writtenArguments(one)["workspace_id"] === undefined,
  );
  const [first] = sharing;
  if (first === undefined || first === provider || !sharing.includes(provider)) return;
  warnOnce(
    provider,
    `workspaceId is set neither here nor in ${first.node.path}, so both manage the workspace of OUTREACH_WORKSPACE_ID. ` +
      "On the provider that has an alias, set workspaceId to a sensitive TerraformVariable.",
  );
}
