import { isNotFound } from "../../client";
import { DiagnosticError, unchanged, type Call, type ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import { explained, explaining, mayBeGone, refuseAfterOutage, saidBefore } from "./failure";
import { noteRead, type Managed } from "./managed";
import type { AnyKind, ManagedState, Partly, Readable } from "./object-kind";
import { inAnotherWorkspace, isInWorkspace, SET_WORKSPACE } from "./other-workspace";
import { lookUntil } from "./patience";
import { tellOfLateTwins, wasSentAgain } from "./sent-again";
import { describe, type StoredSubject } from "./subject";
import { hadToShow, isBefore, lastWrite, leftToShow } from "./visibility";

/**
 * Reads a managed object: null where it is provably gone, `unchanged` where the run fails for a reason that the error of
 * another resource tells already, or was stopped before that was certain.
 */
export async function refreshObject<Found extends Readable>(
  kind: AnyKind<Found>,
  managed: Managed & Pick<Partly<ManagedState>, "last_updated_at" | "created_at">,
  workspace: Workspace,
  call: ResourceCall,
): Promise<Found | null | typeof unchanged> {
  // Not wrapped in `unlessSaidBefore`: every resource of every plan comes this way.
  try {
    const subject = noteRead(kind, managed, workspace);
    if (workspace.failing) return unchanged;
    const ahead = workspace.readAhead(kind).take(subject.id);
    const writtenAt = lastWrite(managed, call);
    const found =
      (await findObject(kind, subject, workspace, call, { ahead, writtenAt })) ??
      (await findLate(kind, subject, writtenAt, workspace, call));
    if (found === undefined) {
      if (call.signal.aborted) return unchanged;
      warnOfNothing(kind, workspace, call);
      return null;
    }
    if (wasSentAgain(call)) await tellOfLateTwins(kind, found, workspace, call);
    if (found.lastUpdatedAt === managed.last_updated_at) return found;
    // From before the last write, which does not show yet: what the configuration has undone since would look like what is there.
    const isOld = ({ lastUpdatedAt }: Readable) => isBefore(lastUpdatedAt, managed.last_updated_at);
    if (!isOld(found)) return found;
    return (await findLate(kind, subject, writtenAt, workspace, call, isOld)) ?? found;
  } catch (error) {
    return saidBefore(error, unchanged);
  }
}

/**
 * Looks again for an object that is provably gone, or was read as it was before its last write, for as long as that write may
 * take to show; undefined where it does not show. A stop ends that wait, not the doubt.
 */
export async function findLate<Found extends Readable>(
  kind: AnyKind<Found>,
  subject: StoredSubject,
  writtenAt: string | null,
  workspace: Workspace,
  call: Call,
  isOld: (found: Found) => boolean = () => false,
): Promise<Found | undefined> {
  const left = leftToShow(writtenAt, workspace);
  if (left === 0) return undefined;
  const look = async () => {
    const found = await findObject(kind, subject, workspace, call);
    return found === undefined || isOld(found) ? undefined : found;
  };
  return lookUntil(look, left, call.signal);
}

/** What is known of an object before it is read. */
interface Known<Found> {
  /** The object as it was read ahead. */
  readonly ahead: Promise<Found | undefined> | undefined;
  /** When it was last written. */
  readonly writtenAt: string | null;
}

/** A server may answer credentials that it does not know, or a workspace that nobody has, as if there were nothing. */
function warnOfNothing(kind: AnyKind, workspace: Workspace, call: Call): void {
  if (workspace.inventory(kind).newest?.isEmpty !== true || !workspace.isFirstToTell(kind.type)) return;
  call.diagnostics.warn(
    `The API lists no ${kind.type} at all, so those of the state count as gone`,
    "They are planned anew, or forgotten where they are to be deleted. " +
      "Unless all of them were deleted outside, check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and base_url (OUTREACH_BASE_URL) before you apply.",
  );
}

/** Reads an object; undefined where it is provably gone. A plan may find the proof in an earlier list. */
export async function findObject<Found extends Readable>(
  kind: AnyKind<Found>,
  subject: StoredSubject,
  workspace: Workspace,
  call: Call,
  known?: Known<Found>,
): Promise<Found | undefined> {
  refuseAfterOutage("read", subject, workspace);
  try {
    const found =
      (await known?.ahead) ?? (await kind.get(workspace.client, subject.id, { signal: call.signal }));
    return inWorkspace(found, subject, workspace);
  } catch (error) {
    if (!mayBeGone(error)) throw explained(error, "read", subject, workspace);
    if (known !== undefined && wasMissing(kind, subject, known.writtenAt, workspace)) return undefined;
    await explaining("read", subject, workspace, () => proveGone(kind, subject, error, workspace, call));
    return undefined;
  }
}

/**
 * Whether the newest list has no such object, and began when its last write had to show. Together with a refused read
 * that is as much proof as a list behind it, and a list for each of many that were deleted outside takes minutes. Where
 * the list has it, it may have been deleted since.
 */
function wasMissing(
  kind: AnyKind,
  { id }: StoredSubject,
  writtenAt: string | null,
  workspace: Workspace,
): boolean {
  const listing = workspace.newestListing(kind);
  return listing !== undefined && !listing.has(id) && hadToShow(writtenAt, listing.age, workspace);
}

/**
 * The document does not show what "not found" looks like, and a resource that leaves the state is forgotten for good:
 * only a full list without the object counts as proof. Without it the refusal stands.
 */
export async function proveGone(
  kind: AnyKind,
  subject: StoredSubject,
  refusal: unknown,
  workspace: Workspace,
  call: Call,
): Promise<void> {
  const listing = await workspace.inventory(kind).fresh(call.signal);
  if (!listing.has(subject.id)) return;
  if (!isNotFound(refusal)) throw refusal;
  throw new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)} is listed, but the API answers as if it did not exist`,
    detail: `${refusal.message}\n\nOnly an object that is not listed counts as gone, so its state is kept. Run again in a while; if it stays, ask the operator of the platform.`,
  });
}

function inWorkspace<Found extends Readable>(
  found: Found,
  subject: StoredSubject,
  workspace: Workspace,
): Found {
  if (isInWorkspace(found, workspace)) return found;
  throw new DiagnosticError({
    severity: "error",
    summary: inAnotherWorkspace(subject),
    detail: `The API answered with another workspace id. ${SET_WORKSPACE}`,
  });
}
