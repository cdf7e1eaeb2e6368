import { unchanged, type ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { repeatedFailure, saidBefore } from "../wording/failure";
import { findObject, rememberedOf, shown } from "./find-object";
import { noteSeen } from "./identity";
import { isImported, noteRead } from "./claims";
import type { Declared, ManagedKind, ManagedState, Partly, Readable } from "../run/object-kind";
import { tellOfLateTwins, wasSentAgain } from "./duplicates";
import { counted } from "./sightings";
import { warnOfNothing } from "./warn-of-nothing";

const PLANNED = "An apply creates them anew, or forgets them where they are to be deleted.";

/**
 * Reads a managed object: null where it is provably gone, `unchanged` where the run fails for a reason that the error of
 * another resource tells already, or was stopped before that was certain. What an import has begun is never `unchanged`: it has
 * nothing but an id, and Terraform would write a configuration without a name from it.
 */
export async function refreshObject<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  managed: Partly<State>,
  workspace: Workspace,
  call: ResourceCall,
): Promise<Found | null | typeof unchanged> {
  // Not wrapped in `unlessSaidBefore`: every resource of every plan comes this way.
  try {
    const subject = noteRead(kind, managed, workspace);
    if (workspace.isFailing) throw repeatedFailure("read", subject);
    // No read gets far without all settings, so the first one tells for all which of them are not known yet.
    if (!workspace.isKnown) workspace.reportFailure();
    const ahead = workspace.readAhead(kind).take(subject.id);
    const remembered = { ...rememberedOf(kind, subject, managed, workspace, call), ahead };
    const look = () => findObject(kind, subject, workspace, call, remembered);
    const found = isImported(managed) ? await look() : await counted(kind, PLANNED, workspace, call, look);
    if (found === undefined) {
      if (call.signal.aborted && !isImported(managed)) return unchanged;
      warnOfNothing(kind, PLANNED, workspace, call);
      return null;
    }
    noteSeen(workspace, call);
    if (wasSentAgain(call)) await tellOfLateTwins(kind, found, workspace, call);
    if (found.lastUpdatedAt !== null && found.lastUpdatedAt === managed.last_updated_at) return found;
    // What the configuration has undone since the last write would look like what is there.
    return await shown(kind, subject, found, remembered, workspace, call);
  } catch (error) {
    if (isImported(managed)) throw error;
    return saidBefore(error, unchanged, workspace);
  }
}
