/** A server that has accepted no request for this long is unavailable, and does not limit the rate. */
const SERVING_MS = 2_000;
/** One faulty server of ten behind an address seldom causes so many responses with 503 in a row. */
const IN_A_ROW = 3;
/** Such a row is the sign of a limit if the server has also refused a read within this time. */
const CLOSE_MS = 1_000;
/** More responses with 503 below a known limit show that the rate is not their cause. */
const MAX_CONTRADICTIONS = 5;
/** Each accepted request weakens the contradictions by so much: below the limit, few requests are refused by chance. */
const FORGIVEN = 1 / 200;

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

/** Decides whether a 503 means that requests come too fast, as from nginx, or that a server is faulty. */
export class UnavailableResponses {
  #acceptedAt = Number.NEGATIVE_INFINITY;
  #inRow = 0;
  /** When the last row of responses with 503 ended, and when the last read got one. In ms of the clock. */
  #rowAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #contradictions = 0;
  /** How often responses with 503 below the limit have shown that the rate is not their cause. */
  #refutations = 0;
  /** True after enough responses with 503 while the server accepted other requests. */
  #limitsRate = false;

  recordAccepted(now: number): void {
    this.#acceptedAt = now;
    this.#inRow = 0;
    this.#contradictions = Math.max(0, this.#contradictions - FORGIVEN);
  }

  /** True if the server responds with 503 to requests that come too fast. */
  get limitsRate(): boolean {
    return this.#limitsRate;
  }

  /** Records a response with 503. "refuted": it shows that the rate was not the cause of earlier ones. */
  recordUnavailable(circumstances: Circumstances): "rate" | "refuted" | "other" {
    const { now, isBelowLimit } = circumstances;
    this.#inRow += 1;
    const isTelling = this.#isTelling(circumstances);
    if (now - this.#acceptedAt > SERVING_MS) this.#limitsRate = false;
    else this.#limitsRate ||= isTelling;
    if (!this.#limitsRate) return "other";
    if (!isBelowLimit) this.#contradictions /= 2;
    else if (this.#inRow === 1) this.#contradictions += 1;
    if (this.#contradictions <= MAX_CONTRADICTIONS) return "rate";
    this.#contradictions = 0;
    this.#refutations += 1;
    this.#limitsRate = false;
    return "refuted";
  }

  /** Reports whether a response with 503 suggests a limit. After a refutation, only a longer row does. */
  #isTelling({ now, attempt, isRead }: Circumstances): boolean {
    if (isRead) this.#readAt = now;
    if (this.#inRow >= IN_A_ROW * 2 ** this.#refutations) this.#rowAt = now;
    if (isRead && attempt > 1 && this.#refutations === 0) return true;
    return now - this.#rowAt <= CLOSE_MS && now - this.#readAt <= CLOSE_MS;
  }
}
