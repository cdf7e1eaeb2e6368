import type { ISynthesisSession, TerraformStack } from "cdktf";
import { join } from "node:path";
import { placeProvider } from "./place-provider";
import { findProviderPackage } from "./provider-package";

const prepared = new WeakSet<TerraformStack>();

/**
 * Wraps the stack's synthesizer, which is the one public place that knows the folder Terraform will run in and that
 * both `app.synth()` and `Testing.fullSynth` pass (cdktf.md, section 3). A second provider with an alias changes nothing.
 */
export function placeProviderAtSynth(stack: TerraformStack): void {
  if (prepared.has(stack)) return;
  prepared.add(stack);
  const inner = stack.synthesizer;
  stack.synthesizer = {
    synthesize(session: ISynthesisSession): void {
      inner.synthesize(session);
      const { workingDirectory } = session.manifest.forStack(stack);
      placeProvider(findProviderPackage(), join(session.outdir, workingDirectory));
    },
  };
}
