import { type ISynthesisSession, type TerraformProvider, TerraformStack } from "cdktf";
import { join } from "node:path";
import { findProviderPackage, placeProvider } from "../install";
import { recordPrompts } from "./prompt-record";

/**
 * The property by which cdktf finds constructs that write files into their stack's folder, as its assets do.
 */
const CUSTOM_SYNTHESIS = Symbol.for("cdktf/customSynthesis");

/**
 * Places the provider program in the stack's folder. `app.synth()` and `Testing.fullSynth` call it after all
 * aspects, so that a provider made by an aspect is placed too (cdktf.md, section 3). If a stack has several
 * providers, the first one places it.
 */
export function placeProviderAtSynth(provider: TerraformProvider): void {
  const onSynthesize = ({ manifest, outdir }: ISynthesisSession) => {
    const stack = TerraformStack.of(provider);
    // Also called for enclosing stacks, and these may be the only ones that are synthesized.
    const folder = manifest.stacks[stack.node.id]?.workingDirectory;
    if (folder === undefined) return;
    placeProvider(findProviderPackage(), join(outdir, folder));
    recordPrompts(stack, join(outdir, folder));
  };
  Object.defineProperty(provider, CUSTOM_SYNTHESIS, { value: { onSynthesize } });
}
