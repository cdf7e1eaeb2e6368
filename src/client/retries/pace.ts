import type { Clock } from "./clock";
import { ConcurrencyLimit } from "./concurrency";
import { PERIOD_MS, RateLimit } from "./rate-limit";

const MAX_REMEMBERED = 2_000;
const MAX_PAUSE_MS = 500;

/** Limits how often requests start: to the configured rate, and below the rate that the server accepts. */
export class Pace {
  readonly #configuredMs: number;
  readonly #clock: Clock;
  readonly #queue = new ConcurrencyLimit(1);
  #nextStart = Number.NEGATIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;
  /** The end of the last pause that a server has asked for. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #limit: RateLimit | undefined;
  /** Refusals since the last accepted request. Those of requests that ran together count as one. */
  #refusedInRow = 0;
  /** When the responses to the latest accepted requests arrived. All times are in ms of the clock. */
  readonly #acceptedAt: number[] = [];

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

  /** Waits for the next start, and returns its time. Only the first waiting request has a fixed time: the interval may change. */
  async wait(signal?: AbortSignal, goesFirst = false): Promise<number> {
    await this.#queue.acquire(signal, goesFirst);
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
      return start;
    } finally {
      this.#queue.release();
    }
  }

  /** Reports whether no refusal has changed the pace since a request was started. */
  permits(startedAt: number): boolean {
    return startedAt >= this.#slowedAt;
  }

  /** Returns how long the last pause that the server has asked for was between two moments, in milliseconds. */
  pausedMs(since: number, until: number): number {
    return Math.min(until, this.#pausedUntil) - Math.max(since, this.#slowedAt);
  }

  /** Records a request that the server did not refuse for the rate. */
  recordAccepted(sentAt: number): void {
    // A request that was sent before the last slowdown says nothing about the time since.
    if (sentAt >= this.#slowedAt) this.#refusedInRow = 0;
    this.#acceptedAt.push(this.#clock.now());
    if (this.#acceptedAt.length > MAX_REMEMBERED) this.#acceptedAt.splice(0, MAX_REMEMBERED / 2);
    this.#limit?.recordAccepted(sentAt);
  }

  /** Records a request that the server refused for the rate. All requests wait as long as it asks for. */
  recordRefused(sentAt: number, retryAfterMs = 0): void {
    const now = this.#clock.now();
    // A request that was sent before the last slowdown says nothing new, and its wait began then.
    const isNew = sentAt >= this.#slowedAt;
    if (isNew) this.#slowedAt = now;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#slowedAt + retryAfterMs);
    this.#nextStart = Math.max(this.#nextStart, this.#pausedUntil);
    if (!isNew) return;
    if (this.#firstAcceptedAt(now) !== undefined && this.#refusedInRow === 0) {
      this.#limit = new RateLimit({ sentAt, at: now }, this.#acceptedAt, this.#limit);
    }
    // A server that accepts nothing is no matter of the rate. The error comes as early as without a pace.
    if (this.#limit === undefined) return;
    if (retryAfterMs === 0) this.#nextStart = Math.max(this.#nextStart, now + this.#pauseMs(now));
    this.#refusedInRow += 1;
    this.#limit.hold(this.#nextStart, retryAfterMs > 0 || this.#refusedInRow > 1);
  }

  /** Ends the slowdown, because the refusals have another cause than the rate. */
  forgetLimit(): void {
    this.#limit = undefined;
    this.#refusedInRow = 0;
  }

  /** Reports whether a request was sent below the known limit. Its refusal then contradicts this limit. */
  isBelowLimit(sentAt: number): boolean {
    return this.permits(sentAt) && this.#limit?.isHeld(this.#clock.now()) === true;
  }

  /** Returns how long no request starts after a refusal without Retry-After. */
  #pauseMs(now: number): number {
    const doubling = Math.min(MAX_PAUSE_MS, this.#intervalMs(now) * 2 ** this.#refusedInRow);
    const first = this.#firstAcceptedAt(now);
    // After a second refusal, the server probably accepts nothing until a second after the first accepted one.
    if (this.#refusedInRow !== 1 || first === undefined) return doubling;
    return Math.max(doubling, first + PERIOD_MS - now);
  }

  /** Returns when the first response of the last second to an accepted request arrived. */
  #firstAcceptedAt(now: number): number | undefined {
    return this.#acceptedAt.find((at) => at > now - PERIOD_MS);
  }

  #recordStart(at: number): void {
    this.#nextStart = at + this.#intervalMs(at);
  }

  /** Returns the time between two starts. */
  #intervalMs(now: number): number {
    return Math.max(this.#configuredMs, this.#limit?.intervalMs(now) ?? 0);
  }
}
