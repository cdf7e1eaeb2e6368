import { abortListeners } from "../connection/abort-listeners";
import type { Clock } from "./clock";

/** Limits the number of concurrent calls. Further calls wait in the order of their arrival. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#free = max;
  }

  get isFree(): boolean {
    return this.#free > 0;
  }

  /** Takes a slot if one is free, and reports whether it did. */
  tryAcquire(): boolean {
    if (!this.isFree) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for a slot and takes it. Rejects with the signal's reason when the signal fires. */
  acquire(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      if (this.tryAcquire()) return resolve();
      const start = () => {
        if (signal !== undefined) abortListeners(signal).delete(leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(start);
      if (signal !== undefined) abortListeners(signal).add(leave);
    });
  }

  /** Passes the slot to the first waiting call, or frees it. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

/** The rate that the server accepts is estimated from the number of accepted requests in this period. */
const WINDOW_MS = 2_000;
const MOST_REMEMBERED = 1_000;
/** At the start, the period has at least this length, because a first burst would give too high a rate. */
const SHORTEST_WINDOW_MS = 500;
/** After a rate-limited response, requests start at this fraction of the rate that the server accepts. */
const RATE_FRACTION = 0.8;
/** The interval between requests is halved each time this period passes without a rate-limited response. */
const HALVED_AFTER_MS = 2_000;
const LONGEST_INTERVAL_MS = 2_000;
/** An interval shorter than this becomes zero. */
const SHORTEST_INTERVAL_MS = 5;

/** Limits how often requests start: to the configured rate, and below the rate that the server accepts. */
export class Pace {
  readonly #configuredMs: number;
  readonly #clock: Clock;
  readonly #queue = new ConcurrencyLimit(1);
  #intervalMs: number;
  #nextStart = Number.NEGATIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #changedAt = 0;
  #firstAcceptedAt: number | undefined;
  /** The times at which the server accepted the latest requests, in ms since 1970. */
  #acceptedAt: number[] = [];

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    this.#configuredMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
    this.#intervalMs = this.#configuredMs;
    this.#clock = clock;
  }

  /** Starts a request if the pace allows it and no other request waits. Reports whether it did. */
  tryStart(): boolean {
    const now = this.#clock.now();
    if (now < this.#nextStart || !this.#queue.isFree) return false;
    this.#nextStart = Math.max(this.#nextStart, now + this.#intervalMs);
    return true;
  }

  /** Waits for the next start. Only the first waiting request has a fixed time: the interval may change. */
  async wait(signal?: AbortSignal): Promise<void> {
    await this.#queue.acquire(signal);
    try {
      const now = this.#clock.now();
      const start = Math.max(now, this.#nextStart);
      if (start > now) await this.#clock.sleep(start - now, signal);
      this.#nextStart = Math.max(this.#nextStart, start + this.#intervalMs);
    } finally {
      this.#queue.release();
    }
  }

  recordAccepted(): void {
    const now = this.#clock.now();
    this.#firstAcceptedAt ??= now;
    this.#acceptedAt.push(now);
    if (this.#acceptedAt.length > MOST_REMEMBERED) this.#acceptedAt.shift();
    this.#setInterval(this.#intervalMs * 0.5 ** ((now - this.#changedAt) / HALVED_AFTER_MS), now);
  }

  /** Records a rate-limited request. A request that was sent before the last slowdown changes nothing. */
  recordRefused(sentAt: number): void {
    const now = this.#clock.now();
    this.#acceptedAt = this.#acceptedAt.filter((at) => at > now - WINDOW_MS);
    if (sentAt < this.#slowedAt || this.#acceptedAt.length === 0) return;
    this.#slowedAt = now;
    const windowMs = Math.min(WINDOW_MS, Math.max(SHORTEST_WINDOW_MS, now - (this.#firstAcceptedAt ?? now)));
    this.#setInterval(
      Math.min(LONGEST_INTERVAL_MS, windowMs / (RATE_FRACTION * this.#acceptedAt.length)),
      now,
    );
    this.#nextStart = Math.max(this.#nextStart, now + this.#intervalMs);
  }

  #setInterval(ms: number, now: number): void {
    this.#changedAt = now;
    this.#intervalMs = Math.max(this.#configuredMs, ms < SHORTEST_INTERVAL_MS ? 0 : ms);
  }
}
