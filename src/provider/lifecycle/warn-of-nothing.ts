import type { Call } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import type { AnyKind } from "../run/object-kind";

/**
 * A server may answer credentials that it does not know, or a workspace that nobody has, as if there were nothing. `outcome` says
 * what becomes of what counts as gone.
 */
export function warnOfNothing(kind: AnyKind, outcome: string, workspace: Workspace, call: Call): void {
  if (!workspace.inventory(kind).wasEmpty || !workspace.isFirstToTell(kind.type)) return;
  call.diagnostics.warn(
    `The API lists no ${kind.type} at all, so those of the state count as gone`,
    `${outcome} Unless all of them were deleted outside, check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and base_url (OUTREACH_BASE_URL).`,
  );
}
