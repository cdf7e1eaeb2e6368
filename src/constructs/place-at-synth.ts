import { type ISynthesisSession, type TerraformProvider, TerraformStack } from "cdktf";
import { join } from "node:path";
import { placeProvider } from "./place-provider";
import { findProviderPackage } from "./provider-package";

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
    if (folder !== undefined) place(join(outdir, folder));
  };
  Object.defineProperty(provider, CUSTOM_SYNTHESIS, { value: { onSynthesize } });
}

/** Node's own message of a full disk names no file. */
function place(stackFolder: string): void {
  const provider = findProviderPackage();
  try {
    placeProvider(provider, stackFolder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `cdktf-outreach cannot put its provider into ${stackFolder}: ${reason}. Make sure that there is room and that you may ` +
        "write there, then run synth again.",
      { cause: error },
    );
  }
}
