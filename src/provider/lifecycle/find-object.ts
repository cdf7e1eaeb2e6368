import { isNotFound } from "../../client";
import { DiagnosticError, type Call, type Diagnostic, type ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import { explained, explaining, mayBeGone, refuseAfterOutage, STILL_SHOWN } from "./failure";
import type { AnyKind, Declared, ManagedKind, ManagedState, Partly, Readable } from "./object-kind";
import { inAnotherWorkspace, isInWorkspace, SET_WORKSPACE } from "./other-workspace";
import { lookUntil } from "./patience";
import { describe, importLines, shownId, type StoredSubject } from "./subject";
import { hadToShow, isBefore, lastWrite, leftToShow } from "./visibility";

/** What is known of an object before it is looked at. */
interface Known<Found> {
  /** The object as it was read ahead. */
  readonly ahead?: Promise<Found | undefined> | undefined;
  /** When it was last written. */
  readonly writtenAt: string | null;
}

/** What the state remembers of an object. */
export interface Remembered<Found> extends Known<Found> {
  /**
   * Whether the object was read as it was before its last write, as far as anybody can tell: where the dates do not say, any other
   * content than the state's may be that.
   */
  isOld(found: Found): boolean;
}

export function rememberedOf<Found extends Readable, Content extends Declared, State extends ManagedState>(
  kind: ManagedKind<Found, Content, State>,
  state: Partly<State>,
  call: ResourceCall,
): Remembered<Found> {
  const isOld = (found: Found) =>
    isBefore(found.lastUpdatedAt, state.last_updated_at) ??
    kind.differences(kind.contentOf(state, null), found).length > 0;
  return { writtenAt: lastWrite(state, call), isOld };
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
  { writtenAt, isOld }: Remembered<Found>,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  const left = leftToShow(writtenAt, workspace);
  if (left === 0 || !isOld(found)) return found;
  return (await lookAgain(kind, subject, left, workspace, call, isOld)) ?? found;
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
  isOld: (found: Found) => boolean = () => false,
): Promise<Found | undefined> {
  const look = async () => {
    const found = await findObject(kind, subject, workspace, call);
    return found === undefined || isOld(found) ? undefined : found;
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
    return inWorkspace(found, subject, workspace);
  } catch (error) {
    if (!mayBeGone(error)) throw explained(error, "read", subject, workspace);
    if (known !== undefined) {
      if (wasMissing(kind, subject, known.writtenAt, workspace)) return undefined;
      const left = leftToShow(known.writtenAt, workspace);
      if (left > 0) return lookAgain(kind, subject, left, workspace, call);
    }
    await explaining("read", subject, workspace, () => proveGone(kind, subject, error, workspace, call));
    return undefined;
  }
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
  if (listing === undefined || listing.spellingOf(id) !== undefined) return false;
  return hadToShow(writtenAt, listing.age, workspace);
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
  const listed = listing.spellingOf(subject.id);
  if (listed === undefined) return;
  if (!isNotFound(refusal)) throw refusal;
  const said = refusal.message;
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
