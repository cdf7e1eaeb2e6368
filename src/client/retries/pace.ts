import type { Clock } from "./clock";
import { ConcurrencyLimit } from "./concurrency";

/** Servers are assumed to count requests by the second. Even spacing suits other periods, too. */
const PERIOD_MS = 1_000;
const MAX_REMEMBERED = 2_000;
/** Requests start at this fraction of the limit, because they do not arrive exactly as evenly as they start. */
const RATE_FRACTION = 0.95;
/** Fewer accepted requests say little about the limit. */
const MIN_GUESS = 5;
/** A refusal below the known limit shows that the limit is lower, by more than the accepted requests tell. */
const CORRECTION = 0.85;
/** How long the rate stays after a refusal, from the first guess to a limit that was confirmed repeatedly. */
const MIN_HOLD_MS = 2_000;
const CONFIRMED_HOLD_MS = 10_000;
const MAX_HOLD_MS = 40_000;
/** After the hold, the rate grows by the factor 2 in this time, and by 16 in twice this time. */
const DOUBLED_AFTER_MS = 2_000;
const MAX_PAUSE_MS = 500;
/** An interval shorter than this becomes zero. */
const MIN_INTERVAL_MS = 1;

/** The limit of the server, as refusals have shown it. */
interface Limit {
  /** Requests per second that the server accepts. */
  perSecond: number;
  /** Until then, requests start below the limit. After that, the rate grows until the next refusal. */
  heldUntil: number;
  holdMs: number;
  /** True if the refusal showed that an earlier estimate was too high. */
  readonly isCorrection: boolean;
  /** When the refused request was sent. */
  readonly refusedAt: number;
}

/** Limits how often requests start: to the configured rate, and below the rate that the server accepts. */
export class Pace {
  readonly #configuredMs: number;
  readonly #clock: Clock;
  readonly #queue = new ConcurrencyLimit(1);
  #nextStart = Number.NEGATIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #limit: Limit | undefined;
  /** Refusals since the last accepted request. Those of requests that ran together count as one. */
  #refusedInRow = 0;
  /** When the responses to the latest accepted requests arrived. All times are in ms of the clock. */
  #acceptedAt: number[] = [];

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    this.#configuredMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
    this.#clock = clock;
  }

  /** The number of requests per second that the server accepts; undefined as long as it refused none. */
  get limit(): number | undefined {
    return this.#limit?.perSecond;
  }

  /** Starts a request if the pace allows it and no other request waits. Reports whether it did. */
  tryStart(): boolean {
    const now = this.#clock.now();
    if (now < this.#nextStart || !this.#queue.isFree) return false;
    this.#recordStart(now);
    return true;
  }

  /** Waits for the next start. Only the first waiting request has a fixed time: the interval may change. */
  async wait(signal?: AbortSignal): Promise<void> {
    await this.#queue.acquire(signal);
    try {
      let now = this.#clock.now();
      let start = now;
      // A refusal during the wait may extend it.
      while (start < this.#nextStart) {
        start = this.#nextStart;
        await this.#clock.sleep(start - now, signal);
        now = this.#clock.now();
      }
      // A timer that fires late does not delay the next request, too.
      this.#recordStart(Math.min(start, now));
    } finally {
      this.#queue.release();
    }
  }

  /** Records a request that the server did not refuse for the rate. */
  recordAccepted(sentAt: number): void {
    this.#refusedInRow = 0;
    this.#acceptedAt.push(this.#clock.now());
    if (this.#acceptedAt.length > MAX_REMEMBERED) this.#acceptedAt.splice(0, MAX_REMEMBERED / 2);
    // The server accepted this request, too, before it refused the other one.
    if (this.#limit !== undefined && sentAt <= this.#limit.refusedAt) this.#limit.perSecond += 1;
  }

  /** Records a request that the server refused for the rate. All requests wait as long as it asks for. */
  recordRefused(sentAt: number, retryAfterMs = 0): void {
    const now = this.#clock.now();
    this.#nextStart = Math.max(this.#nextStart, now + retryAfterMs);
    // A request that was sent before the last slowdown says nothing new.
    if (sentAt < this.#slowedAt) return;
    this.#slowedAt = now;
    this.#acceptedAt = this.#acceptedAt.filter((at) => at > now - PERIOD_MS);
    if (this.#acceptedAt.length > 0 && this.#refusedInRow === 0) this.#limit = this.#estimate(sentAt, now);
    const limit = this.#limit;
    // A server that accepts nothing is no matter of the rate. The error comes as early as without a pace.
    if (limit === undefined) return;
    this.#nextStart = Math.max(this.#nextStart, now + (retryAfterMs > 0 ? retryAfterMs : this.#pauseMs(now)));
    this.#refusedInRow += 1;
    const isConfirmed = retryAfterMs > 0 || this.#refusedInRow > 1;
    if (isConfirmed && !limit.isCorrection) limit.holdMs = Math.max(limit.holdMs, CONFIRMED_HOLD_MS);
    limit.heldUntil = this.#nextStart + limit.holdMs;
  }

  /** Reports whether a request was sent below the known limit. Its refusal then contradicts this limit. */
  isBelowLimit(sentAt: number): boolean {
    if (this.#limit === undefined) return false;
    return sentAt >= this.#slowedAt && this.#clock.now() < this.#limit.heldUntil;
  }

  /** Estimates the limit from the requests that the server accepted within a second. */
  #estimate(sentAt: number, now: number): Limit {
    const before = this.#limit;
    const isCorrection = before !== undefined && now < before.heldUntil;
    const rate = (isCorrection ? CORRECTION : 1) * (1_000 / this.#intervalMs(now));
    const least = before === undefined ? MIN_GUESS : 1;
    const perSecond = Math.min(Math.max(least, this.#acceptedAt.length), rate);
    const holdMs = before === undefined ? MIN_HOLD_MS : nextHoldMs(before, perSecond, isCorrection);
    return { perSecond, heldUntil: now + holdMs, holdMs, isCorrection, refusedAt: sentAt };
  }

  /** Returns how long no request starts after a refusal without Retry-After. */
  #pauseMs(now: number): number {
    const doubling = Math.min(MAX_PAUSE_MS, this.#intervalMs(now) * 2 ** this.#refusedInRow);
    const [first] = this.#acceptedAt;
    // After a second refusal, the server probably accepts nothing until a second after the first accepted one.
    if (this.#refusedInRow !== 1 || first === undefined) return doubling;
    return Math.max(doubling, first + PERIOD_MS - now);
  }

  #recordStart(at: number): void {
    this.#nextStart = at + this.#intervalMs(at);
  }

  /** Returns the time between two starts. */
  #intervalMs(now: number): number {
    if (this.#limit === undefined) return this.#configuredMs;
    const { perSecond, heldUntil } = this.#limit;
    // The growth begins slowly, so that the next refusal shows the limit precisely.
    const growth = 2 ** ((Math.max(0, now - heldUntil) / DOUBLED_AFTER_MS) ** 2);
    const ms = 1_000 / (RATE_FRACTION * perSecond * growth);
    return Math.max(this.#configuredMs, ms < MIN_INTERVAL_MS ? 0 : ms);
  }
}

/** Returns the next hold: longer each time that a refusal confirms the limit, shorter if it was too high. */
function nextHoldMs(before: Limit, perSecond: number, isCorrection: boolean): number {
  if (perSecond < before.perSecond / 2) return MIN_HOLD_MS;
  return isCorrection ? Math.max(MIN_HOLD_MS, before.holdMs / 2) : Math.min(MAX_HOLD_MS, 2 * before.holdMs);
}
