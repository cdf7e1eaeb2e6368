import { isDenied, isMaybeMissing, isNotFound } from "../../client";
import type { Operation } from "../run/operation";
import { pollUntil } from "../run/polling";
import { STILL_SHOWN } from "../wording/failure";
import { describe, importLines, ProviderError, shownId, type StoredSubject } from "../wording/subject";
import { notFoundHere } from "./identity";
import { hadToShow } from "./visibility";

/**
 * Decides by a list that an object whose read was refused is gone; else throws. The document shows no "not
 * found", so only a full list without the object counts, and not where it was last seen `elsewhere`.
 */
export async function confirmDeleted(
  operation: Operation,
  refusal: unknown,
  elsewhere?: string,
): Promise<void> {
  const { kind, subject, run, call } = operation;
  const listing = await run.memory(kind).inventory.fresh(call.signal);
  const listed = listing.spellingOf(subject.id);
  const reason = refusal instanceof Error ? refusal.message : String(refusal);
  if (listed === undefined && isMaybeMissing(refusal)) {
    if (elsewhere !== undefined) throw notFoundHere(operation, elsewhere);
    if (!listing.isExplicit) throw notProven(subject, reason);
    return;
  }
  if (isDenied(refusal)) run.verdict.recordRead(refusal);
  if (listed === undefined || !isNotFound(refusal)) throw refusal;
  throw listed === subject.id
    ? listedAlthoughRefused(subject, reason)
    : listedInOtherCase(subject, listed, reason);
}

/** Reports whether the plan's newest list proves a delete: fresh lists for many would take minutes. */
export function wasMissing({ kind, subject, run }: Operation, writtenAt: string | null): boolean {
  const listing = run.memory(kind).planListing;
  if (listing === undefined || !listing.isExplicit || listing.spellingOf(subject.id) !== undefined)
    return false;
  return hadToShow(writtenAt, listing.age, run);
}

/** Polls as `pollUntil` does, also while a list and a read contradict each other; throws if they still do. */
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

/** A list shows an object that a read does not find. */
class StillListed extends ProviderError {}

function listedAlthoughRefused(subject: StoredSubject, reason: string): ProviderError {
  return new StillListed(
    `${describe(subject)} is listed, but the API responds as if it did not exist`,
    `${reason}\n\nOnly an object that is not listed counts as gone, so its state is kept. ${STILL_SHOWN}`,
  );
}

function notProven(subject: StoredSubject, reason: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} cannot be read, and no list proves that it is gone`,
    `${reason}\n\nThe response to the list has no array of objects. The API may leave out an empty array, but this may also have another reason, so the state is kept. ` +
      "Run again in a while. If you are certain that the object is deleted, remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}

function listedInOtherCase(subject: StoredSubject, listed: string, reason: string): ProviderError {
  return new StillListed(
    `${describe(subject)} is listed with its id in other upper and lower case (${shownId(listed)})`,
    `${reason}\n\nAn id that differs only in upper and lower case may be of the same object, so its state is kept. ` +
      "Remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API) and, where it is the same object, " +
      `import it by the id of the list:\n${importLines(subject.type, [listed])}`,
  );
}
