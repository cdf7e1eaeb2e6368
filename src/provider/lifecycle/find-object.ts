import { isDenied, isNotFound } from "../../client";
import { DiagnosticError, type Call, type Diagnostic, type ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { explained, explaining, isRefusal, mayBeGone, refuseAfterOutage, STILL_SHOWN } from "../wording/failure";
import { notFoundHere, refuseOther, seenElsewhere } from "./identity";
import type { AnyKind, Declared, ManagedKind, ManagedState, Partly, Readable } from "../run/object-kind";
import { inAnotherWorkspace, isInWorkspace, SET_WORKSPACE } from "./other-workspace";
import { lookUntil } from "../run/polling";
import { describe, importLines, shownId, type StoredSubject } from "../wording/subject";
import { hadToShow, isBefore, lastWrite, leftToShow } from "./visibility";

/** Which object the state means. */
interface Meant<Found> {
  /** The address of the API where it was last seen, if not the configured one: only there could it be found gone. */
  readonly elsewhere: string | undefined;
  /** Throws where another object has its id now. */
  refuseOther(found: Found): void;
}

/** What is known of an object before it is looked at. */
interface Known<Found> extends Meant<Found> {
  /** The object as it was read ahead. */
  readonly ahead?: Promise<Found | undefined> | undefined;
  /** When it was last written; undefined where it does not matter, because somebody waits for that already. */
  readonly writtenAt: string | null | undefined;
}

/** What the state remembers of an object. */
export interface Remembered<Found> extends Known<Found> {
  readonly writtenAt: string | null;
  /**
   * Whether the object was read as it was before its last write, as far as anybody can tell: where the dates do not say, any other
   * content than the state's may be that.
   */
  isOld(found: Found): boolean;
}

export function rememberedOf<Found extends Readable, Content extends Declared, State extends ManagedState>(
  kind: ManagedKind<Found, Content, State>,
  subject: StoredSubject,
  state: Partly<State>,
  workspace: Workspace,
  call: ResourceCall,
): Remembered<Found> {
  const hasContent = (found: Found) => kind.differences(kind.contentOf(state, null), found).length === 0;
  const isOld = (found: Found) => isBefore(found.lastUpdatedAt, state.last_updated_at) ?? !hasContent(found);
  const elsewhere = seenElsewhere(workspace, call);
  const identity = { createdAt: state.created_at, elsewhere };
  return {
    writtenAt: lastWrite(state, call),
    isOld,
    elsewhere,
    refuseOther: (found) => refuseOther(subject, identity, found, () => hasContent(found), workspace),
  };
}

/** Looks for an object before it is written: undefined where it is provably gone. */
export async function findShown<Found extends Readable>(
  kind: AnyKind<Found>,
  subject: StoredSubject,
  remembered: Remembered<Found>,
  workspace: Workspace,
  call: Call,
): Promise<Found | undefined> {
  const found = await findObject(kind, subject, workspace, call, remembered);
  return found && shown(kind, subject, found, remembered, workspace, call);
}

/** The object as it is once its last write shows, or as it was found where that takes too long. */
export async function shown<Found extends Readable>(
  kind: AnyKind<Found>,
  subject: StoredSubject,
  found: Found,
  remembered: Remembered<Found>,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  const left = leftToShow(remembered.writtenAt, workspace);
  if (left === 0 || !remembered.isOld(found)) return found;
  return (await lookAgain(kind, subject, left, workspace, call, remembered)) ?? found;
}

/**
 * Looks for so many milliseconds for an object that seems to be gone, or was read as it was before its last write: a run right
 * after that may meet a copy of the data that does not know of it yet. Undefined where it does not show; throws where
 * it is not gone either. A stop ends the wait, not the doubt.
 */
export async function lookAgain<Found extends Readable>(
  kind: AnyKind<Found>,
  subject: StoredSubject,
  timeoutMs: number,
  workspace: Workspace,
  call: Call,
  known?: Meant<Found> & Partial<Pick<Remembered<Found>, "isOld">>,
): Promise<Found | undefined> {
  const meant = known && { elsewhere: known.elsewhere, refuseOther: known.refuseOther, writtenAt: undefined };
  const look = async () => {
    const found = await findObject(kind, subject, workspace, call, meant);
    return found === undefined || known?.isOld?.(found) === true ? undefined : found;
  };
  return lookUntilAgreed(look, timeoutMs, call.signal);
}

/** `lookUntil` that also waits while a list and a read contradict each other. Throws where the last look met that. */
export async function lookUntilAgreed<T>(
  look: () => Promise<T | undefined>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  let listed: unknown;
  const lookOnce = async () => {
    listed = undefined;
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof StillListed)) throw error;
      listed = error;
      return undefined;
    }
  };
  const found = await lookUntil(lookOnce, timeoutMs, signal);
  if (found === undefined && listed !== undefined) throw listed;
  return found;
}

/**
 * Reads an object; undefined where it is provably gone. With what is known of it, a plan may find the proof in an earlier list,
 * and nothing counts as proof before its last write had to show.
 */
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
    workspace.noteReadEnded(undefined);
    known?.refuseOther(found);
    return inWorkspace(found, subject, workspace);
  } catch (error) {
    if (!isRefusal(error)) throw explained(error, "read", subject, workspace);
    if (mayBeGone(error) && known?.writtenAt !== undefined && known.elsewhere === undefined) {
      if (wasMissing(kind, subject, known.writtenAt, workspace)) return undefined;
      const left = leftToShow(known.writtenAt, workspace);
      if (left > 0) return lookAgain(kind, subject, left, workspace, call, known);
    }
    await explaining("read", subject, workspace, () =>
      proveGone(kind, subject, error, workspace, call, known?.elsewhere),
    );
    return undefined;
  }
}

/** A full list for a look at one object. */
export function listFor(kind: AnyKind, subject: StoredSubject, workspace: Workspace, call: Call) {
  return explaining("read", subject, workspace, () => workspace.inventory(kind).fresh(call.signal));
}

/**
 * Whether the newest list has no such object, and began when its last write had to show. Together with a refused read
 * that is as much proof as a list made after the read, and a list for each of many that were deleted outside takes minutes. Where
 * the list has it, it may have been deleted since.
 */
function wasMissing(
  kind: AnyKind,
  { id }: StoredSubject,
  writtenAt: string | null,
  workspace: Workspace,
): boolean {
  const listing = workspace.newestListing(kind);
  if (listing === undefined || !listing.isExplicit || listing.spellingOf(id) !== undefined) return false;
  return hadToShow(writtenAt, listing.age, workspace);
}

/**
 * The document does not show what "not found" looks like, and a resource that leaves the state is forgotten for good:
 * only a full list without the object counts as proof, of the deployment where it was last seen (`elsewhere`: not this one). Without it
 * the refusal stands.
 */
export async function proveGone(
  kind: AnyKind,
  subject: StoredSubject,
  refusal: unknown,
  workspace: Workspace,
  call: Call,
  elsewhere?: string,
): Promise<void> {
  const listing = await workspace.inventory(kind).fresh(call.signal);
  const listed = listing.spellingOf(subject.id);
  const said = refusal instanceof Error ? refusal.message : String(refusal);
  if (listed === undefined && mayBeGone(refusal)) {
    if (elsewhere !== undefined) throw notFoundHere(subject, elsewhere, workspace);
    if (!listing.isExplicit) throw new DiagnosticError(notProven(subject, said));
    return;
  }
  if (isDenied(refusal)) workspace.noteReadEnded(refusal);
  if (listed === undefined || !isNotFound(refusal)) throw refusal;
  throw new StillListed(
    listed === subject.id
      ? listedAlthoughRefused(subject, said)
      : listedInOtherLetters(subject, listed, said),
  );
}

/** The list and the read of an object contradict each other. */
class StillListed extends DiagnosticError {}

function listedAlthoughRefused(subject: StoredSubject, said: string): Diagnostic {
  return {
    severity: "error",
    summary: `${describe(subject)} is listed, but the API answers as if it did not exist`,
    detail: `${said}\n\nOnly an object that is not listed counts as gone, so its state is kept. ${STILL_SHOWN}`,
  };
}

function notProven(subject: StoredSubject, said: string): Diagnostic {
  return {
    severity: "error",
    summary: `${describe(subject)} cannot be read, and no list proves that it is gone`,
    detail:
      `${said}\n\nThe API answers the list without an array of objects, as if it left out an empty one. That may have another reason, so the state is kept. ` +
      "Run again in a while. If the object is surely deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  };
}

function listedInOtherLetters(subject: StoredSubject, listed: string, said: string): Diagnostic {
  return {
    severity: "error",
    summary: `${describe(subject)} is listed with its id in other upper and lower case (${shownId(listed)})`,
    detail:
      `${said}\n\nAn id that differs only in upper and lower case may be of the same object, so its state is kept. ` +
      "Remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API) and, where it is the same object, " +
      `import it by the id of the list:\n${importLines(subject.type, [listed])}`,
  };
}

/** Throws where an answer is about another workspace. */
export function inWorkspace<Found extends Readable>(
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
