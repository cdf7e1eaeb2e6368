import { type Doubt, isDenied, isMaybeMissing, isRefusal } from "../../client";
import { absenceOf, areAllMissing } from "../../objects/absence";
import type { Readable } from "../../objects/found";
import { type Identity, seenElsewhere } from "../../objects/identity";
import { SEEN_AT, WRITTEN } from "../../objects/private-state";
import {
  hadToShow,
  isStale,
  lastWrite,
  leftToShow,
  type VisibilityWindow,
} from "../../objects/visibility-window";
import type { HookCall, ResourceCall } from "../../sdk/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { pollUntil } from "../run/polling";
import { explained, explaining, refuseAfterOutage } from "../run/reporting";
import type { Run } from "../run/run";
import { ABOUT_RUN } from "../run/review-run";
import { STILL_SHOWN } from "../wording/failure";
import { describe, ProviderError, shownId, type StoredSubject } from "../wording/subject";
import { inWorkspace, notFoundHere, refuseOther } from "./identity";

export interface Remembered extends Identity {
  /** When the object was last written. Undefined if the caller already waits until the write is visible. */
  readonly writtenAt: string | null | undefined;
  readonly ahead?: Promise<Readable | undefined> | undefined;
  /** Reports whether `found` shows the object as it was before its last write. */
  isOld(found: Readable): boolean;
}

export function rememberedOf(operation: Operation<ResourceCall>, state: Partly<ManagedState>): Remembered {
  const { kind, run, call } = operation;
  const hasContent = (found: Readable) => kind.differences(kind.contentOf(state, null), found).length === 0;
  return {
    createdAt: state.created_at,
    elsewhere: seenElsewhere(call.private.get(SEEN_AT), run.settings.address),
    hasContent,
    writtenAt: lastWrite(state, call.private.get(WRITTEN)),
    isOld: (found) => isStale(found, state.last_updated_at, hasContent),
  };
}

export async function findShown(operation: Operation, remembered: Remembered): Promise<Readable | undefined> {
  const found = await findObject(operation, remembered);
  return found && shown(operation, remembered, found);
}

/** Waits until the object's last write is visible. After the timeout, returns the last read. */
export async function shown(
  operation: Operation,
  remembered: Remembered,
  found: Readable,
): Promise<Readable> {
  const left = leftToShow(remembered.writtenAt, windowOf(operation.run));
  if (left === 0 || !remembered.isOld(found)) return found;
  let last = found;
  const isOld = (one: Readable) => remembered.isOld((last = one));
  return (await lookAgain(operation, left, { ...remembered, isOld })) ?? last;
}

export async function lookAgain(
  operation: Operation,
  timeoutMs: number,
  remembered?: Remembered,
): Promise<Readable | undefined> {
  const awaited = remembered && { ...remembered, ahead: undefined, writtenAt: undefined };
  const look = async () => {
    const found = await findObject(operation, awaited);
    return found === undefined || awaited?.isOld(found) === true ? undefined : found;
  };
  return pollUntilConsistent(look, timeoutMs, operation.call.signal);
}

/**
 * Returns undefined if a list confirms that the object is deleted. While the last write may be invisible, an
 * object that is not found does not count as deleted.
 */
export async function findObject(
  operation: Operation,
  remembered?: Remembered,
): Promise<Readable | undefined> {
  const { kind, subject, run, call } = operation;
  const { ahead, elsewhere, writtenAt } = remembered ?? {};
  refuseAfterOutage("read", operation);
  try {
    const found = (await ahead) ?? (await kind.get(run.client, subject.id, { signal: call.signal }));
    run.failures.recordResult("read", undefined);
    if (remembered !== undefined) refuseOther(operation, remembered, found);
    return inWorkspace(found, run, subject);
  } catch (error) {
    if (!isRefusal(error)) throw explained(error, "read", operation);
    if (isMaybeMissing(error) && writtenAt !== undefined && elsewhere === undefined) {
      if (wasMissing(operation, writtenAt)) return undefined;
      const left = leftToShow(writtenAt, windowOf(run));
      if (left > 0) return lookAgain(operation, left, remembered);
    }
    await explaining("read", operation, () => confirmDeleted(operation, error, elsewhere));
    return undefined;
  }
}

/** Returns the `refusal` if the object may be deleted, and throws other errors. */
export async function readOnce(
  { kind, run, call }: HookContext<HookCall>,
  id: string,
): Promise<{ readonly found?: Readable; readonly refusal?: unknown }> {
  try {
    return { found: await kind.get(run.client, id, { signal: call.signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error };
  }
}

export async function confirmDeleted(
  operation: Operation,
  refusal: unknown,
  elsewhere?: string,
): Promise<void> {
  const { kind, subject, run, call } = operation;
  const listing = await run.memory(kind).inventory.fresh(call.signal);
  const absence = absenceOf(refusal, subject.id, listing, elsewhere);
  const reason = refusal instanceof Error ? refusal.message : String(refusal);
  switch (absence.is) {
    case "deleted":
      return;
    case "elsewhere":
      throw notFoundHere(operation, absence.address);
    case "not proven":
      throw notProven(subject, absence.doubt, reason);
    case "listed":
      throw new StillListed(
        `${describe(subject)} is listed${absence.id === subject.id ? "" : ` as ${shownId(absence.id)}`}, but a read does not find it`,
        `${reason}\n\nAn object in the list does not count as deleted, even if its id differs in upper and lower case, so its state is kept. ${STILL_SHOWN}`,
      );
    case "refused":
      if (isDenied(refusal)) run.failures.recordResult("read", refusal);
      throw refusal;
  }
}

/** If the plan's newest list proves the delete, no further list is needed. */
function wasMissing({ kind, subject, run }: Operation, writtenAt: string | null): boolean {
  const listing = run.memory(kind).planListing;
  const isProof = listing?.doubt === undefined && listing?.spellingOf(subject.id) === undefined;
  return listing !== undefined && isProof && hadToShow(writtenAt, listing.age, windowOf(run));
}

/** Like `pollUntil`, but throws if the last list still shows an object that a read does not find. */
export async function pollUntilConsistent<T>(
  look: () => Promise<T | undefined>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  let contradiction: unknown;
  const lookOnce = async () => {
    contradiction = undefined;
    return look().catch((error: unknown) => {
      if (!(error instanceof StillListed)) throw error;
      contradiction = error;
      return undefined;
    });
  };
  const found = await pollUntil(lookOnce, timeoutMs, signal);
  if (found === undefined && contradiction !== undefined) throw contradiction;
  return found;
}

class StillListed extends ProviderError {}

export function notProven(subject: StoredSubject, doubt: Doubt, reason: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} cannot be read, and the list of the API does not prove that it is deleted`,
    `${reason}\n\nThe list may lack objects: ${doubt.reason}. So the state is kept. ` +
      "Run again later. If you are certain that the object is deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}

/**
 * Warns once in a run if the list has none of the objects that the run looked for, because a server may treat
 * wrong credentials as an empty workspace. `outcome` says what happens to the objects of the state.
 */
export async function searching(
  { kind, run, call }: Operation,
  outcome: string,
  look: () => Promise<Readable | undefined>,
): Promise<Readable | undefined> {
  const { searches, inventory } = run.memory(kind);
  searches.underWay += 1;
  let found: Readable | undefined;
  try {
    found = await look();
  } finally {
    searches.underWay -= 1;
  }
  if (found !== undefined) searches.found += 1;
  if (found !== undefined || call.signal.aborted) return found;
  searches.deleted += 1;
  // Another search may still be running and may find an object.
  const isNone = searches.underWay === 0 && areAllMissing(searches, inventory.newest);
  if ((!isNone && !inventory.wasEmpty) || !run.failures.isFirstReport(kind.type)) return found;
  call.diagnostics.add({
    severity: "warning",
    summary: isNone
      ? `The API lists other ${kind.type}, but none of the ${searches.deleted} that this run looked for, so these count as deleted`
      : `The API lists no ${kind.type} at all, so those in the state count as deleted`,
    detail: `${outcome} Unless all of them were deleted outside of Terraform, check user_id (OUTREACH_USER_ID), workspace_id (OUTREACH_WORKSPACE_ID) and base_url (OUTREACH_BASE_URL).`,
    code: ABOUT_RUN,
  });
  return found;
}

/** Milliseconds since 1970, by the slowest known server clock or else by this machine's clock. */
export function timeNow({ client }: Run): number {
  return client.earliestServerTime() ?? Date.now();
}

export function windowOf(run: Run): VisibilityWindow {
  return { now: timeNow(run), timeoutMs: run.settings.visibilityTimeoutMs };
}
