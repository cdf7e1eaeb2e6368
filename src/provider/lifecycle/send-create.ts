import {
  isAmbiguous,
  isCancelled,
  isOutage,
  isRateLimited,
  isRejected,
  isWrongAddress,
  MAX_RETRY_AFTER_MS,
  OutreachError,
} from "../../client";
import type { Readable } from "../../objects/found";
import { pause } from "../run/polling";
import { describe, importLines, ProviderError, shownId } from "../phrases/subject";
import { sameNamedBefore, warnOfDuplicates } from "./duplicates";
import { findLostCreate, warnOfLaterDate, withLaterError, type LostCreate } from "./find-lost-create";
import type { Creation } from "./lost-create-candidates";
import { untilVisibleMs } from "./visibility";

/** Largest number of attempts of a create, if their results are ambiguous and no object becomes visible. */
const MAX_CREATES = 3;

/** Largest age of a shared list, in milliseconds. Creates that wait for the same rate limit share lists. */
const SHARED_MS = 1_000;

/** The object that a create has made. */
export interface Created {
  readonly id: string;
  /** After a retry: the objects that had the name before. The first attempt may still create an object. */
  readonly sameNamed: readonly string[] | undefined;
}

/** Sends a create until its object exists, and looks for the object before each retry. Returns the object. */
export async function sendCreate(creation: Creation): Promise<Created> {
  const { kind, content, run, call } = creation;
  const sent: Sent = { ambiguous: 0, rateLimited: 0 };
  let lost: OutreachError | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const isRetry = lost !== undefined;
    try {
      const options = { signal: call.signal, attemptsBefore: sent.rateLimited };
      const id = await kind.create(run.client, content, options);
      const createdAt = performance.now();
      takeNew(creation, id);
      run.memory(kind).lag.recordCreated(id);
      if (!isRetry) return { id, sameNamed: undefined };
      return {
        id,
        sameNamed: await warnOfDuplicates(creation, id, Math.max(lookedAt, createdAt - SHARED_MS)),
      };
    } catch (error) {
      if (!(error instanceof OutreachError)) throw error;
      const lostAt = performance.now();
      const failedAt = run.client.serverTime();
      lost = errorToReport(error, lost);
      if (lost === undefined) throw error;
      // An outage is reported only if this create fails. If its object is found, no error is shown.
      const giveUp = (failure: unknown): never => {
        if (isOutage(error)) run.failures.reportOutage(error);
        throw failure;
      };
      const retry = retryAfter(error, sent, () => untilVisibleMs(creation, error));
      const found = await findMade(creation, { lost, lostAt }, retry).catch(giveUp);
      if (found !== undefined) {
        warnOfLaterDate(creation, found, failedAt);
        return { id: found.id, sameNamed: isRetry ? sameNamedBefore(creation) : undefined };
      }
      if (retry === undefined) return giveUp(lost);
      lookedAt = performance.now();
    }
  }
}

/** How many attempts of a create had each of these results so far. */
interface Sent {
  ambiguous: number;
  rateLimited: number;
}

/** When to retry a create. It is retried only if no list shows its object by then. */
interface Retry {
  readonly afterMs: number;
  /** True if the server refused the create with a 429. Until `afterMs` the server would also refuse lists. */
  readonly isRateLimited: boolean;
  /** How long lists may lack the object, in milliseconds since the failure. Other refusals change it. */
  readonly untilVisibleMs: () => number;
}

/** Counts a failed create. Returns undefined if it must not be retried. After a 429, the client decides. */
function retryAfter(error: OutreachError, sent: Sent, untilVisibleMs: () => number): Retry | undefined {
  const { repeatAfterMs, retryAfterMs = 0 } = error;
  if (isRateLimited(error) || repeatAfterMs !== undefined) {
    sent.rateLimited += 1;
    return repeatAfterMs === undefined
      ? undefined
      : { afterMs: repeatAfterMs, isRateLimited: true, untilVisibleMs };
  }
  sent.ambiguous += 1;
  const mayRetry =
    sent.ambiguous < MAX_CREATES &&
    !wouldFailAgain(error) &&
    !reportsSuccess(error) &&
    retryAfterMs <= MAX_RETRY_AFTER_MS;
  return mayRetry ? { afterMs: retryAfterMs, isRateLimited: false, untilVisibleMs } : undefined;
}

/** Reports whether a retry would fail in the same way. The object may exist nevertheless. */
function wouldFailAgain(error: OutreachError): boolean {
  return !isAmbiguous(error) || isRejected(error) || isWrongAddress(error);
}

/** Reports whether the response is a 2xx without the new id. Every retry could then make another object. */
function reportsSuccess({ status = 0 }: OutreachError): boolean {
  return status >= 200 && status < 300;
}

/** Returns the error to report if no list shows an object; undefined if the create made none. */
function errorToReport(error: OutreachError, lost: OutreachError | undefined): OutreachError | undefined {
  if (lost === undefined || !wouldFailAgain(error)) return isAmbiguous(error) ? error : undefined;
  // A stop ended the retry before it was sent. A rejection may be due to the object of the first attempt.
  return isCancelled(error)
    ? lost
    : withLaterError(lost, "The create was retried, and the retry was rejected.", error);
}

/** Looks for the object of a failed create, and looks again when the create may be retried. */
async function findMade(
  creation: Creation,
  loss: LostCreate,
  retry: Retry | undefined,
): Promise<Readable | undefined> {
  const { run, call } = creation;
  const elapsed = () => performance.now() - loss.lostAt;
  if (retry === undefined) return findLostCreate(creation, loss, run.settings.visibilityTimeoutMs);
  if (!retry.isRateLimited) {
    const found = await findLostCreate(creation, loss, retry.untilVisibleMs);
    if (found !== undefined || elapsed() >= retry.afterMs) return found;
  }
  await pause(retry.afterMs - elapsed(), call.signal);
  if (!retry.isRateLimited) return findLostCreate(creation, { ...loss, lostAt: performance.now() }, 0);
  const waited = elapsed();
  return findLostCreate(creation, loss, () => Math.max(0, retry.untilVisibleMs() - waited));
}

/** Rejects an id that existed before the create, because two resources must never manage one object. */
function takeNew({ kind, run, before }: Creation, id: string): void {
  if (run.memory(kind).ownership.takeCreated(id, before.has(id))) return;
  throw new ProviderError(
    `${describe({ type: kind.type })}: the API responded to a create with the id of an existing object (${shownId(id)})`,
    "Two resources must not manage one object. If you want to manage it and no resource does, import it; else declare another name.\n" +
      importLines(kind.type, [id]),
  );
}
