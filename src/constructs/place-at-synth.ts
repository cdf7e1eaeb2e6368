import { type ISynthesisSession, type TerraformProvider, TerraformStack } from "cdktf";
import { join } from "node:path";
import { findProviderPackage, placeProvider } from "../install";
import { recordPrompts } from "./prompt-record";

/** Where cdktf looks for what a construct of any kind writes into its stack's folder, as its own assets do. */
const CUSTOM_SYNTHESIS = Symbol.for("cdktf/customSynthesis");

/**
 * Both `app.synth()` and `Testing.fullSynth` call it when all aspects have been visited, so that a provider which an
 * aspect makes is placed too (cdktf.md, section 3). A second provider with an alias finds everything in its place.
 */
export function placeProviderAtSynth(provider: TerraformProvider): void {
  const onSynthesize = ({ manifest, outdir }: ISynthesisSession) => {
    const stack = TerraformStack.of(provider);
    // Called for the stacks around this one too, and those may be all that is synthesized.
    const folder = manifest.stacks[stack.node.id]?.workingDirectory;
    if (folder === undefined) return;
    placeProvider(findProviderPackage(), join(outdir, folder));
    recordPrompts(stack, join(outdir, folder));
  };
  Object.defineProperty(provider, CUSTOM_SYNTHESIS, { value: { onSynthesize } });
}
