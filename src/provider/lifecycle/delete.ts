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
import type { ResourceCall } from "../../sdk/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { withGrace } from "../run/polling";
import { beginWrite } from "../run/reporting";
import { STILL_SHOWN } from "../wording/failure";
import { describe, ProviderError } from "../wording/subject";
import { claim } from "./identity";
import {
  confirmDeleted,
  findShown,
  lookAgain,
  notProven,
  pollUntilConsistent,
  readOnce,
  type Remembered,
  rememberedOf,
  searching,
  windowOf,
} from "./find-object";
import { refuseLostEdit } from "./outside-edits";
import { refuseChanged, restrictWrite } from "./permit";
import { plannedToDelete } from "./plan";
import { Done, mayRetry, unlessStopped, write } from "./write";

const FORGOTTEN = "Nothing was deleted, and these objects are removed from the state.";

/**
 * `allow` may throw to prevent the delete. `allow` returns the number of linked mailboxes; null if the API
 * reports no number. A list that `allow` uses must have begun after `since` (`performance.now`).
 */
export async function deleteManaged<State extends ManagedState>(
  context: HookContext<ResourceCall, State>,
  prior: Partly<State>,
  allow?: (found: Readable, since: number) => Promise<number | null>,
): Promise<void> {
  const { kind, run, call } = context;
  const subject = claim(context, prior);
  const { ownership, lag } = run.memory(kind);
  // For example, the create of a replace with create_before_destroy has adopted the object that it replaces.
  if (ownership.isAdopted(subject.id)) {
    return call.diagnostics.warn(
      `${describe(subject)} has just been adopted and is not deleted`,
      'In this apply, existing_name = "adopt" assigned the object to a resource whose name the plan did not know. This delete only removes the old entry from the state. Nothing needs to be done.',
    );
  }
  const operation: Operation<ResourceCall> = { kind, subject, run, call };
  const planned = plannedToDelete(context, prior);
  const remembered = rememberedOf(operation, prior);
  const options = { signal: call.signal, tried: {}, followsLook: true };
  let since = Number.NEGATIVE_INFINITY;
  await write<Readable, void>(operation, {
    doing: "delete",
    async look(again) {
      const find = () => findShown(operation, remembered);
      let found: Readable | undefined;
      since = performance.now();
      if (again === undefined) {
        found = await searching(operation, FORGOTTEN, find);
      } else {
        // A list may still show the object although an earlier attempt deleted it.
        const look = async () => ({ found: await find() });
        found = (await pollUntilConsistent(look, run.settings.visibilityTimeoutMs, call.signal))?.found;
      }
      // An empty list after this delete is no reason for a warning.
      if (found !== undefined) run.failures.markReported(kind.type);
      // After a stop, this call throws: the polling ended early, so a missing object does not prove the
      // delete.
      beginWrite("delete", operation);
      return found ?? new Done(undefined);
    },
    async permit(found) {
      const before = kind.toState(found, run.settings.workspaceId, prior);
      refuseChanged(operation, found, planned);
      refuseLostEdit(operation);
      const linked = await allow?.(found, since);
      restrictWrite(operation, { action: "delete", id: subject.id, before, after: null, linked });
    },
    async send() {
      await kind.delete(run.client, subject.id, options);
      await confirm(operation, remembered, undefined);
    },
    async judge(error) {
      if (await mayRetry(error, call.signal)) return { lost: error };
      const last = unlessStopped(error, call.signal);
      if (!isAmbiguous(last) && !isRefusal(last)) throw last;
      await confirm(operation, remembered, last);
      return new Done(undefined);
    },
  });
  ownership.recordDeleted(subject.id);
  lag.recordDeleted(subject.id);
}

async function confirm(
  operation: Operation,
  { writtenAt }: Remembered,
  failure: OutreachError | undefined,
): Promise<void> {
  const { subject, run, call } = operation;
  const looking = { ...operation, call: { ...call, signal: withGrace(call.signal) } };
  const isAccepted = failure === undefined;
  // If the API refused the delete, or all retries failed, the object will not disappear later.
  const isRefused = (isRejected(failure) || isDenied(failure)) && !isAmbiguous(failure);
  const deleted = await pollUntilConsistent(
    () => isDeleted(looking, isAccepted),
    isRefused || isRetryable(failure) ? 0 : run.settings.visibilityTimeoutMs,
    call.signal,
  );
  if (deleted === undefined) {
    throw (
      failure ??
      new ProviderError(
        `${describe(subject)} is still visible after its delete`,
        `The API accepted the delete, but still shows the object. The object stays in the state. ${STILL_SHOWN}`,
      )
    );
  }
  const left = leftToShow(writtenAt, windowOf(run));
  if (isAccepted || left === 0) return;
  // A replica that does not know the object yet may have answered the delete with "not found".
  const shown = await lookAgain(looking, left);
  if (shown !== undefined || looking.call.signal.aborted) throw failure;
}

/**
 * "Not found" proves an accepted delete. If no delete was accepted, a list must confirm that the object is
 * deleted.
 */
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
