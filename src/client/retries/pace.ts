import type { Failure } from "../errors/outreach-error";
import type { Clock } from "./clock";
import { ConcurrencyLimit } from "./concurrency";

/** A Retry-After of more than two minutes fails the call. Two minutes are enough for a quota per minute. */
export const MAX_RETRY_AFTER_MS = 120_000;

/** These statuses mean that the server is unavailable for all calls. A 500 may concern only one object. */
export const UNAVAILABLE: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Returns true if the failure shows that the server handles requests. */
export function isServed({ code, status }: Pick<Failure, "code" | "status">): boolean {
  return status !== undefined && !UNAVAILABLE.has(status) && code !== "OUTREACH_RATE_LIMITED";
}

/** Servers are assumed to count requests per second. Even spacing also suits other periods. */
const PERIOD_MS = 1_000;
/** Only this part of the learned limit is used, because requests do not arrive as evenly as they start. */
const RATE_FRACTION = 0.95;
/** A refusal below the learned limit reduces the limit to this fraction. */
const CORRECTION = 0.85;
/** The first estimate is at least so high, because fewer accepted requests say little about the limit. */
const MIN_GUESS = 5;
const HOLD_MS = 12_000;
/** When the rate grows again, it doubles within this time. */
const DOUBLING_MS = 4_000;
/** Longest pause of all calls after a refusal without Retry-After. */
const MAX_PAUSE_MS = 500;
/** Fewer refusals than this may have other causes than a rate limit. */
const TELLING_REFUSALS = 5;
const MAX_REMEMBERED = 2_000;

interface Sent {
  readonly sentAt: number;
  readonly attempt: number;
  readonly isRead: boolean;
}

type Refused = Pick<Failure, "code" | "status">;

/**
 * Limits how often requests start: to the configured rate, and to a rate learned from refusals
 * (docs/design/client.md). All times are in ms of the clock.
 */
export class Pace {
  readonly #configuredMs: number;
  readonly #queue = new ConcurrencyLimit(1);
  readonly #unavailable = new Unavailable();
  #nextStart = Number.NEGATIVE_INFINITY;
  /**
   * When the last slowdown began. If a refused request was sent before the last slowdown, it causes no new
   * slowdown.
   */
  #slowedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  readonly #acceptedAt: number[] = [];
  #refusals = 0;
  #hasRefusedRead = false;
  /** Slowdowns since the last accepted request. Refusals of concurrent requests cause one slowdown. */
  #refusedInRow = 0;
  /** Requests per second; undefined until the server refuses one. */
  #limit: number | undefined;
  #firstUntil = Number.NEGATIVE_INFINITY;
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(
    requestsPerSecond: number | undefined,
    readonly clock: Clock,
  ) {
    this.#configuredMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
  }

  tryStart(): boolean {
    const now = this.clock.now();
    if (now < this.#nextStart || !this.#queue.isFree) return false;
    this.#nextStart = now + this.#intervalMs(now);
    return true;
  }

  async wait(signal?: AbortSignal, goesFirst = false): Promise<number> {
    await this.#queue.acquire(signal, goesFirst);
    try {
      let now = this.clock.now();
      let start = now;
      while (start < this.#nextStart) {
        start = this.#nextStart;
        await this.clock.sleep(start - now, signal);
        now = this.clock.now();
      }
      // If the timer fires late, the next request still starts on time.
      const begun = Math.min(start, now);
      this.#nextStart = begun + this.#intervalMs(begun);
      return start;
    } finally {
      this.#queue.release();
    }
  }

  permits(startedAt: number): boolean {
    return startedAt >= this.#slowedAt;
  }

  /** How many ms between `since` and `until` the server asked all calls to pause. */
  pausedMs(since: number, until: number): number {
    return Math.min(until, this.#pausedUntil) - Math.max(since, this.#slowedAt);
  }

  get isLearned(): boolean {
    return this.#limit !== undefined;
  }

  /** A gateway may refuse a single write, so one refused write proves no rate limit. */
  get limitsRate(): boolean {
    return this.#hasRefusedRead || this.#refusals >= TELLING_REFUSALS;
  }

  /** A server may limit the rate with 503. */
  isForRate(failure: Refused): boolean {
    return failure.code === "OUTREACH_RATE_LIMITED" || (isPlain503(failure) && this.#unavailable.limitsRate);
  }

  /** A `requestsPerSecond` that the server would not refuse; undefined if no limit is certain. */
  get advisedRate(): number | undefined {
    if (this.#limit === undefined || this.#refusals < TELLING_REFUSALS) return undefined;
    const rate = RATE_FRACTION * this.#limit;
    return rate >= 2 ? Math.floor(rate) : Math.max(0.1, Math.floor(10 * rate) / 10);
  }

  recordAccepted(sentAt: number): void {
    const now = this.clock.now();
    if (this.permits(sentAt)) this.#refusedInRow = 0;
    // The first estimate counts requests accepted before the first refusal, but many responses arrive after
    // it.
    else if (this.#limit !== undefined && now < this.#firstUntil) this.#limit += 1;
    this.#acceptedAt.push(now);
    if (this.#acceptedAt.length > MAX_REMEMBERED) this.#acceptedAt.splice(0, MAX_REMEMBERED / 2);
    this.#unavailable.recordAccepted(now);
  }

  recordFailed(failure: Refused & Pick<Failure, "retryAfterMs">, sent: Sent): void {
    const { sentAt, isRead } = sent;
    if (isServed(failure)) this.recordAccepted(sentAt);
    const now = this.clock.now();
    const isBelowLimit = this.permits(sentAt) && this.#limit !== undefined && now < this.#heldUntil;
    if (isPlain503(failure) && this.#unavailable.recordFailed(now, sent, isBelowLimit))
      this.#limit = undefined;
    if (!this.isForRate(failure)) return;
    this.#refusals += 1;
    this.#hasRefusedRead ||= isRead;
    // After a longer Retry-After, the call fails, and other calls should not wait that long.
    const { retryAfterMs = 0 } = failure;
    this.#slowDown(now, sentAt, retryAfterMs > MAX_RETRY_AFTER_MS ? 0 : retryAfterMs);
  }

  #slowDown(now: number, sentAt: number, retryAfterMs: number): void {
    const isNew = this.permits(sentAt);
    if (isNew) this.#slowedAt = now;
    // If the request was sent before the last slowdown, the wait counts from the start of that slowdown.
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#slowedAt + retryAfterMs);
    this.#nextStart = Math.max(this.#nextStart, this.#pausedUntil);
    if (!isNew) return;
    const accepted = this.#acceptedSince(now - PERIOD_MS);
    if (accepted > 0 && this.#refusedInRow === 0) this.#limit = this.#learned(now, accepted);
    // A server that accepted nothing does not limit the rate.
    if (this.#limit === undefined) return;
    const pauseMs = Math.min(MAX_PAUSE_MS, this.#intervalMs(now) * 2 ** this.#refusedInRow);
    if (retryAfterMs === 0) this.#nextStart = Math.max(this.#nextStart, now + pauseMs);
    this.#refusedInRow += 1;
    this.#heldUntil = this.#nextStart + HOLD_MS;
  }

  #learned(now: number, accepted: number): number {
    if (this.#limit === undefined) {
      this.#firstUntil = now + PERIOD_MS;
      return Math.max(MIN_GUESS, accepted);
    }
    if (now < this.#heldUntil) return CORRECTION * this.#limit;
    // A server that credits unused requests accepts more of them in the first second than later.
    const seconds = 1 + (now - this.#heldUntil) / PERIOD_MS;
    return Math.min(accepted, Math.max(this.#limit, this.#acceptedSince(this.#heldUntil) / seconds));
  }

  #acceptedSince(since: number): number {
    return this.#acceptedAt.filter((at) => at > since).length;
  }

  /** Milliseconds between two starts. */
  #intervalMs(now: number): number {
    if (this.#limit === undefined) return this.#configuredMs;
    const growth = 2 ** ((Math.max(0, now - this.#heldUntil) / DOUBLING_MS) ** 2);
    const learnedMs = 1_000 / (RATE_FRACTION * this.#limit * growth);
    return Math.max(this.#configuredMs, learnedMs < 1 ? 0 : learnedMs);
  }
}

function isPlain503({ code, status }: Refused): boolean {
  return status === 503 && code !== "OUTREACH_RATE_LIMITED";
}

/** A server that accepted no request for this long is unavailable, so its 503 is no rate limit. */
const SERVING_MS = 2_000;
/** If one of ten servers behind an address is faulty, this many 503 in a row are rare. */
const IN_A_ROW = 3;
/** If more 503 arrive while the rate is below the learned limit, the rate is not the cause. */
const MAX_CONTRADICTIONS = 5;

/** Decides whether a 503 is a rate limit, as from nginx, or the error of a faulty server. */
class Unavailable {
  limitsRate = false;
  #isFaulty = false;
  #acceptedAt = Number.NEGATIVE_INFINITY;
  #inRow = 0;
  /** Times of the last complete row of 503 responses, and of the last 503 for a read. */
  #rowAt = Number.NEGATIVE_INFINITY;
  #readAt = Number.NEGATIVE_INFINITY;
  #contradictions = 0;

  recordAccepted(now: number): void {
    this.#acceptedAt = now;
    this.#inRow = 0;
  }

  recordFailed(now: number, { attempt, isRead }: Sent, isBelowLimit: boolean): boolean {
    this.#inRow += 1;
    if (this.#inRow >= IN_A_ROW) this.#rowAt = now;
    if (isRead) this.#readAt = now;
    // A server may refuse all writes for other reasons than the rate, so only a refused read is a sign of a
    // rate limit.
    const isSign = (isRead && attempt > 1) || now - Math.min(this.#rowAt, this.#readAt) <= PERIOD_MS;
    if (now - this.#acceptedAt > SERVING_MS) this.limitsRate = false;
    else if (isSign && !this.#isFaulty) this.limitsRate = true;
    if (!this.limitsRate) return false;
    if (!isBelowLimit) this.#contradictions /= 2;
    else if (this.#inRow === 1) this.#contradictions += 1;
    if (this.#contradictions <= MAX_CONTRADICTIONS) return false;
    this.#isFaulty = true;
    this.limitsRate = false;
    return true;
  }
}
