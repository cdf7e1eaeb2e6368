import {
  isAmbiguous,
  isDenied,
  isMaybeMissing,
  isRefusal,
  isRejected,
  isRetryable,
  OutreachError,
} from "../../client";
import type { Readable } from "../../objects/found";
import { leftToShow } from "../../objects/visibility-window";
import type { ResourceCall } from "../../plugin/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { withGrace } from "../run/grace-after-stop";
import { beginWrite, explaining } from "../run/reporting";
import { STILL_SHOWN } from "../phrases/failure";
import { describe, ProviderError, type StoredSubject } from "../phrases/subject";
import { claim } from "./claims";
import { confirmDeleted, notProven, pollUntilConsistent } from "./gone";
import { findShown, lookAgain, readOnce, rememberedOf, type Remembered } from "./find-object";
import { countingSearches, warnOfEmptyList } from "./all-missing";
import { refuseLostEdit } from "./outside-edits";
import { plannedToDelete } from "./plan";
import { restrictWrite } from "./restrict";
import { refuseChanged } from "./update";
import { windowOf } from "./visibility";

const FORGOTTEN = "Nothing was deleted, and these objects are removed from the state.";

/**
 * Deletes an object, or finds it deleted, and confirms it. Throws if it has changed since the plan. `allow`
 * may throw to prevent the delete; it returns the number of linked mailboxes, null if the API reports none.
 */
export async function deleteManaged<State extends ManagedState>(
  context: HookContext<ResourceCall, State>,
  prior: Partly<State>,
  allow?: (found: Readable) => Promise<number | null>,
): Promise<void> {
  const { kind, run, call } = context;
  const subject = claim(context, prior);
  const { ownership } = run.memory(kind);
  if (ownership.isAdopted(subject.id)) return warnOfAdopted(subject, call);
  const operation: Operation<ResourceCall> = { kind, subject, run, call };
  const planned = plannedToDelete(context, prior);
  const remembered = rememberedOf(operation, prior);
  beginWrite("delete", operation);
  const found = await countingSearches(operation, FORGOTTEN, () => findShown(operation, remembered));
  if (found === undefined) {
    warnOfEmptyList(operation, FORGOTTEN);
  } else {
    // This may be the last object of its kind, so an empty list afterwards is no reason to warn.
    run.failures.markReported(kind.type);
    refuseChanged(operation, planned, found);
    refuseLostEdit(operation);
    const linked = await allow?.(found);
    const before = kind.toState(found, run.settings.workspaceId, prior);
    restrictWrite(operation, { action: "delete", id: subject.id, before, after: null, linked });
  }
  // The read may have taken long, and Terraform may have asked to stop meanwhile.
  beginWrite("delete", operation);
  if (found !== undefined) {
    await explaining("delete", operation, () => sendDelete(operation, remembered));
  }
  ownership.recordDeleted(subject.id);
  run.memory(kind).lag.recordDeleted(subject.id);
}

/** Warns of an object that this apply has adopted, such as the old object of a create_before_destroy. */
function warnOfAdopted(subject: StoredSubject, call: ResourceCall): void {
  call.diagnostics.warn(
    `${describe(subject)} has just been adopted and is not deleted`,
    'In this apply, existing_name = "adopt" assigned the object to a resource whose name the plan did not know. This delete only removes the old entry from the state. Nothing needs to be done.',
  );
}

async function sendDelete(operation: Operation, { writtenAt }: Remembered): Promise<void> {
  const { kind, subject, run, call } = operation;
  let failure: unknown;
  try {
    await kind.delete(run.client, subject.id, { signal: call.signal });
  } catch (error) {
    if (!isAmbiguous(error) && !isRefusal(error)) throw error;
    failure = error;
  }
  const looking = { ...operation, call: { ...call, signal: withGrace(call.signal) } };
  const isAccepted = failure === undefined;
  const deleted = await pollUntilConsistent(
    () => isDeleted(looking, isAccepted),
    mayShowLater(failure) ? run.settings.visibilityTimeoutMs : 0,
    call.signal,
  );
  if (deleted === undefined) throw failure ?? stillVisible(subject);
  const left = leftToShow(writtenAt, windowOf(run));
  if (isAccepted || left === 0) return;
  // The delete may have reached a replica that lacks the object.
  const shown = await lookAgain(looking, left);
  if (shown !== undefined || looking.call.signal.aborted) throw failure;
}

/** Reports whether the delete may still become visible. False after a refusal or retries of the client. */
function mayShowLater(failure: unknown): boolean {
  const isRefused = (isRejected(failure) || isDenied(failure)) && !isAmbiguous(failure);
  return !isRefused && !isRetryable(failure);
}

/** Returns true if a list confirms the delete. After an accepted delete, a "not found" is enough. */
async function isDeleted(operation: Operation, isAccepted: boolean): Promise<true | undefined> {
  const { kind, subject, run, call } = operation;
  const { found, refusal } = await readOnce(operation, subject.id);
  if (found !== undefined) return undefined;
  if (!isAccepted) {
    await confirmDeleted(operation, refusal);
    return true;
  }
  if (refusal instanceof OutreachError && refusal.code === "OUTREACH_NOT_FOUND") return true;
  if (!isMaybeMissing(refusal)) return undefined;
  const listing = await run.memory(kind).inventory.fresh(call.signal);
  if (listing.doubt?.isPartial === true) throw notProven(subject, listing.doubt, refusal.message);
  return listing.spellingOf(subject.id) === undefined ? true : undefined;
}

function stillVisible(subject: StoredSubject): ProviderError {
  return new ProviderError(
    `${describe(subject)} is still visible after its delete`,
    `The API accepted the delete, but still shows the object. The object stays in the state. ${STILL_SHOWN}`,
  );
}
