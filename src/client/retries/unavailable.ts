/** A server that has accepted no request for this long is unavailable, and does not limit the rate. */
const SERVING_MS = 2_000;
/** One faulty server of ten behind an address seldom causes so many responses with 503 in a row. */
const IN_A_ROW = 3;
/** More responses with 503 below a known limit show that the rate is not their cause. */
const MAX_CONTRADICTIONS = 5;

/** The facts of a request that decide what a 503 means. */
export interface Circumstances {
  /** In ms of the clock. */
  readonly now: number;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
  /** True for a call that changes nothing. A server may refuse all writes for another reason than the rate. */
  readonly isRead: boolean;
  /** True if the request was sent below the known limit. */
  readonly isBelowLimit: boolean;
}

/**
 * Decides whether a 503 means that requests come too fast. By default, nginx responds with 503 to too many
 * requests. Any proxy responds with 503 if the server behind it is faulty.
 */
export class UnavailableResponses {
  #acceptedAt = Number.NEGATIVE_INFINITY;
  #inRow = 0;
  #contradictions = 0;
  /** True after enough responses with 503 while the server accepted other requests. */
  #limitsRate = false;

  recordAccepted(now: number): void {
    this.#acceptedAt = now;
    this.#inRow = 0;
  }

  /** True if the server responds with 503 to requests that come too fast. */
  get limitsRate(): boolean {
    return this.#limitsRate;
  }

  /** Records a response with 503. Reports whether the rate has caused it. */
  recordUnavailable({ now, attempt, isRead, isBelowLimit }: Circumstances): boolean {
    this.#inRow += 1;
    const isTelling = isRead && (attempt > 1 || this.#inRow >= IN_A_ROW);
    if (now - this.#acceptedAt > SERVING_MS) this.#limitsRate = false;
    else this.#limitsRate ||= isTelling;
    if (!this.#limitsRate || (!isTelling && this.#contradictions > MAX_CONTRADICTIONS)) return false;
    if (!isBelowLimit) this.#contradictions /= 2;
    else if (this.#inRow === 1) this.#contradictions += 1;
    return true;
  }
}
