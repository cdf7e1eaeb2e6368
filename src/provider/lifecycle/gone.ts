import type { Doubt } from "../../client";
import { isDenied } from "../../client";
import { absenceOf } from "../../objects/absence";
import { hadToShow } from "../../objects/visibility-window";
import type { Operation } from "../run/operation";
import { pollUntil } from "../run/polling";
import { STILL_SHOWN } from "../wording/failure";
import { describe, importLines, ProviderError, shownId, type StoredSubject } from "../wording/subject";
import { notFoundHere } from "./identity";
import { windowOf } from "./visibility";

/** Confirms by a list that an object is deleted whose read was refused. Throws if the list does not. */
export async function confirmDeleted(
  operation: Operation,
  refusal: unknown,
  elsewhere?: string,
): Promise<void> {
  const { kind, subject, run, call } = operation;
  const listing = await run.memory(kind).inventory.fresh(call.signal);
  const absence = absenceOf(refusal, { id: subject.id, listing, elsewhere });
  const reason = refusal instanceof Error ? refusal.message : String(refusal);
  switch (absence.is) {
    case "deleted":
      return;
    case "elsewhere":
      throw notFoundHere(operation, absence.address);
    case "not proven":
      throw notProven(subject, absence.doubt, reason);
    case "listed":
      throw listedAlthoughRefused(subject, reason);
    case "listed in other case":
      throw listedInOtherCase(subject, absence.id, reason);
    case "refused":
      if (isDenied(refusal)) run.failures.recordResult("read", refusal);
      throw refusal;
  }
}

/** Reports whether the plan's newest list proves a delete. This avoids a fresh list for each object. */
export function wasMissing({ kind, subject, run }: Operation, writtenAt: string | null): boolean {
  const listing = run.memory(kind).planListing;
  if (listing === undefined || listing.doubt !== undefined || listing.spellingOf(subject.id) !== undefined)
    return false;
  return hadToShow(writtenAt, listing.age, windowOf(run));
}

/** Polls with `pollUntil`. Throws if, at the end, a list still shows an object that a read does not find. */
export async function pollUntilConsistent<T>(
  look: () => Promise<T | undefined>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  let contradiction: StillListed | undefined;
  const lookOnce = async () => {
    contradiction = undefined;
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof StillListed)) throw error;
      contradiction = error;
      return undefined;
    }
  };
  const found = await pollUntil(lookOnce, timeoutMs, signal);
  if (found === undefined && contradiction !== undefined) throw contradiction;
  return found;
}

/** Thrown if a list shows an object that a read does not find. */
class StillListed extends ProviderError {}

function listedAlthoughRefused(subject: StoredSubject, reason: string): ProviderError {
  return new StillListed(
    `${describe(subject)} is listed, but a read does not find it`,
    `${reason}\n\nAn object in the list does not count as deleted, so its state is kept. ${STILL_SHOWN}`,
  );
}

export function notProven(subject: StoredSubject, doubt: Doubt, reason: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} cannot be read, and the list of the API does not prove that it is deleted`,
    `${reason}\n\nThe list may lack objects: ${doubt.reason}. So the state is kept. ` +
      "Run again later. If you are certain that the object is deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}

function listedInOtherCase(subject: StoredSubject, listed: string, reason: string): ProviderError {
  return new StillListed(
    `${describe(subject)} is listed under an id that differs only in upper and lower case (${shownId(listed)})`,
    `${reason}\n\nBoth ids may belong to the same object, so its state is kept. ` +
      "Remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API) and, if the object in the list is the same, " +
      `import it by the id in the list:\n${importLines(subject.type, [listed])}`,
  );
}
