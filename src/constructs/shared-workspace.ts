import { TerraformStack } from "cdktf";
import type { OutreachProvider } from "./generated/provider";
import { providersOf } from "./providers";
import { warnOnce } from "./warn-once";
import { writtenArguments } from "./written-arguments";

/** At synth: two providers of a stack that take their workspace from the environment, which holds one. */
export function warnOfSharedWorkspace(provider: OutreachProvider): void {
  const first = providersOf(TerraformStack.of(provider)).find(leavesOutWorkspace);
  if (first === undefined || first === provider || !leavesOutWorkspace(provider)) return;
  warnOnce(
    provider,
    `workspaceId is set neither here nor in ${first.node.path}, so both manage the workspace of OUTREACH_WORKSPACE_ID. ` +
      "Set it for the one with an alias, to a sensitive TerraformVariable.",
  );
}

/** Overrides count as set. */
function leavesOutWorkspace(provider: OutreachProvider): boolean {
  return writtenArguments(provider)["workspace_id"] === undefined;
}
