import type { Call } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import type { AnyKind } from "../run/object-kind";

/** One object that is gone proves little; several and none that is there do. */
const ENOUGH_TO_WARN = 2;

/** How many objects of a kind this run has looked for so far, by what came of it. */
export class Sightings {
  underWay = 0;
  found = 0;
  gone = 0;
}

/**
 * Looks for an object of the state: `look` returns undefined where it is gone, which draws a warning where that holds for every object
 * of the kind. `outcome` says what becomes of those. The last look under way warns: one that is still to end may find its object.
 */
export async function counted<Found>(
  kind: AnyKind,
  outcome: string,
  workspace: Workspace,
  call: Call,
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const sightings = workspace.sightings(kind);
  sightings.underWay += 1;
  try {
    const found = await look();
    if (found !== undefined) sightings.found += 1;
    else if (!call.signal.aborted) sightings.gone += 1;
    if (found === undefined && sightings.underWay === 1) warnOfNone(kind, outcome, workspace, call);
    return found;
  } finally {
    sightings.underWay -= 1;
  }
}

/**
 * A server may answer credentials that it does not know, or a workspace that nobody has, as if there were nothing; and another
 * workspace or deployment has other objects.
 */
function warnOfNone(kind: AnyKind, outcome: string, workspace: Workspace, call: Call): void {
  const { found, gone } = workspace.sightings(kind);
  const { newest } = workspace.inventory(kind);
  if (found > 0 || gone < ENOUGH_TO_WARN || newest === undefined || newest.isEmpty) return;
  if (!workspace.isFirstToTell(kind.type)) return;
  call.diagnostics.warn(
    `The API lists other ${kind.type}, but none of the ${gone} that this run has looked for, so these count as gone`,
    `${outcome} Unless all of them were deleted outside, check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and base_url (OUTREACH_BASE_URL).`,
  );
}
