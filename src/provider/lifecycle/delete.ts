import { isAmbiguous, isDenied, isRejected, isRetryable, OutreachError } from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { explaining, isRefusal, mayBeGone, STILL_SHOWN } from "../wording/failure";
import { findShown, lookAgain, lookUntilAgreed, proveGone, type Remembered } from "./find-object";
import type { AnyKind, Declared, ObjectKind, Readable } from "../run/object-kind";
import { withGrace } from "../run/polling";
import { readOnce } from "./read-once";
import { counted } from "./sightings";
import { describe, type StoredSubject } from "../wording/subject";
import { refuseChanged } from "./update";
import { leftToShow } from "./visibility";
import { warnOfNothing } from "./warn-of-nothing";
import { beginWrite } from "./begin-write";

/** What a delete does beside deleting. */
interface PlannedDelete<Found, Content> {
  /** As the plan saw it. */
  readonly before: Content;
  readonly remembered: Remembered<Found>;
  /** Throws where the object must not be deleted as it is now. */
  allow?(found: Found): Promise<void>;
}

const FORGOTTEN = "Nothing was deleted, and the state forgets them.";

/**
 * Deletes an object and makes sure that it is gone; one that was gone already is a success. An object that changed since
 * the plan is left alone.
 */
export async function deleteObject<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  subject: StoredSubject,
  { before, remembered, allow }: PlannedDelete<Found, Content>,
  workspace: Workspace,
  call: Call,
): Promise<void> {
  beginWrite("delete", subject, workspace, call);
  const found = await counted(kind, FORGOTTEN, workspace, call, () =>
    findShown(kind, subject, remembered, workspace, call),
  );
  if (found === undefined) {
    warnOfNothing(kind, FORGOTTEN, workspace, call);
  } else {
    // This may be the last object of its kind: then nothing is wrong with a list that is empty afterwards.
    workspace.noteTold(kind.type);
    refuseChanged(kind, subject, before, found);
    await allow?.(found);
  }
  // Once more: the look may have taken a while, and a stop may have ended it.
  beginWrite("delete", subject, workspace, call);
  if (found !== undefined) {
    await explaining("delete", subject, workspace, () =>
      remove(kind, subject, remembered.writtenAt, workspace, call),
    );
  }
  workspace.ownership(kind).noteDeleted(subject.id);
}

async function remove(
  kind: AnyKind,
  subject: StoredSubject,
  writtenAt: string | null,
  workspace: Workspace,
  call: Call,
): Promise<void> {
  let trouble: unknown;
  try {
    await kind.delete(workspace.client, subject.id, call.signal);
  } catch (error) {
    if (!isAmbiguous(error) && !isRefusal(error)) throw error;
    trouble = error;
  }
  const looking = { ...call, signal: withGrace(call.signal) };
  const gone = await lookUntilAgreed(
    () => isGone(kind, subject, trouble === undefined, workspace, looking),
    mayShowLater(trouble) ? workspace.visibilityTimeoutMs : 0,
    call.signal,
  );
  if (gone === undefined) throw trouble ?? stillThere(subject);
  const left = leftToShow(writtenAt, workspace);
  if (trouble === undefined || left === 0) return;
  // The delete may have met a copy of the data that does not know of the object yet.
  const shown = await lookAgain(kind, subject, left, workspace, looking);
  if (shown !== undefined || looking.signal.aborted) throw trouble;
}

/**
 * Whether an object that still shows may be gone in a while. `trouble` is how its delete ended, undefined where it was accepted. One
 * that found nothing to delete may be the repeat of one that was carried out, while reads and lists lag behind. Not after a refusal,
 * nor where the server is in trouble: that was asked several times already.
 */
function mayShowLater(trouble: unknown): boolean {
  const isRefused = (isRejected(trouble) || isDenied(trouble)) && !isAmbiguous(trouble);
  return !isRefused && !isRetryable(trouble);
}

/**
 * True where a plain "not found" follows a delete that the API accepted; anything else needs a list to prove it, which may lag
 * behind an accepted one.
 */
async function isGone(
  kind: AnyKind,
  subject: StoredSubject,
  accepted: boolean,
  workspace: Workspace,
  call: Call,
): Promise<true | undefined> {
  const { found, refusal } = await readOnce(kind, subject.id, workspace, call);
  if (found !== undefined) return undefined;
  const plain = refusal instanceof OutreachError && refusal.code === "OUTREACH_NOT_FOUND";
  if (accepted && plain) return true;
  if (accepted && !mayBeGone(refusal)) return undefined;
  if (accepted) {
    const listing = await workspace.inventory(kind).fresh(call.signal);
    return listing.spellingOf(subject.id) === undefined ? true : undefined;
  }
  await proveGone(kind, subject, refusal, workspace, call);
  return true;
}

function stillThere(subject: StoredSubject): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)} is still there after its delete`,
    detail: `The API accepted the delete, yet goes on showing the object. It stays in the state. ${STILL_SHOWN}`,
  });
}
