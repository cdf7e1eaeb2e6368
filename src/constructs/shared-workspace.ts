import { type IAspect, TerraformStack } from "cdktf";
import type { OutreachProvider } from "./generated/provider";
import { providersOf } from "./providers";
import { warnOnce } from "./warn-once";

/** Warns at synth where two providers of a stack take their workspace from the environment, which holds one. */
export class SharedWorkspaceCheck implements IAspect {
  readonly #provider: OutreachProvider;

  constructor(provider: OutreachProvider) {
    this.#provider = provider;
  }

  visit(): void {
    const first = providersOf(TerraformStack.of(this.#provider)).find(leavesOutWorkspace);
    if (first === undefined || first === this.#provider || !leavesOutWorkspace(this.#provider)) return;
    warnOnce(
      this.#provider,
      `workspaceId is set neither here nor in ${first.node.path}, so both manage the workspace of OUTREACH_WORKSPACE_ID. ` +
        "Set it for the one with an alias, to a sensitive TerraformVariable.",
    );
  }
}

/** Overrides count as set. */
function leavesOutWorkspace(provider: OutreachProvider): boolean {
  const { provider: written } = provider.toTerraform() as {
    readonly provider: { readonly outreach: readonly [{ readonly workspace_id?: unknown }] };
  };
  return written.outreach[0].workspace_id === undefined;
}
