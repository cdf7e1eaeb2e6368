import { listenersOf } from "../connection/abort-listeners";
import type { Clock } from "./clock";

/** At most so many calls at a time; the others wait in the order they came. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#free = max;
  }

  get isFree(): boolean {
    return this.#free > 0;
  }

  /** Takes a slot if one is free. */
  take(): boolean {
    if (!this.isFree) return false;
    this.#free -= 1;
    return true;
  }

  /** Waits for a slot and takes it. Rejects with the signal's reason. */
  acquire(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      if (this.take()) return resolve();
      const start = () => {
        if (signal !== undefined) listenersOf(signal).delete(leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(start);
      if (signal !== undefined) listenersOf(signal).add(leave);
    });
  }

  /** Gives a slot back. It passes straight to the next in line, so that a newcomer cannot take it in between. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

/** What was let through within this time tells how much the server lets through. */
const WINDOW_MS = 2_000;
const MOST_REMEMBERED = 1_000;
/** A first burst tells less. */
const SHORTEST_WINDOW_MS = 500;
/** Below what was let through, so that what waits is not turned away again. */
const CAUTION = 0.8;
/** In so long without a refusal the interval is halved. */
const HALVED_AFTER_MS = 2_000;
const SLOWEST_MS = 2_000;
/** From here on there is no pace but the configured one. */
const FASTEST_MS = 5;

/**
 * Starts requests evenly: at most so many per second, without a number as fast as they come. Where a server turns some of
 * them away, at about the rate that it lets through: the document shows no limit, so it has to be found. Where it lets
 * nothing through, waiting between requests would only make the same end come later.
 */
export class Pace {
  readonly #configuredMs: number;
  readonly #clock: Clock;
  readonly #line = new ConcurrencyLimit(1);
  #intervalMs: number;
  #nextStart = Number.NEGATIVE_INFINITY;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #changedAt = 0;
  #began: number | undefined;
  /** When requests were let through lately. */
  #letThrough: number[] = [];

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    this.#configuredMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
    this.#intervalMs = this.#configuredMs;
    this.#clock = clock;
  }

  /** Starts now if nothing has to wait, and nobody waits. */
  start(): boolean {
    const now = this.#clock.now();
    if (now < this.#nextStart || !this.#line.isFree) return false;
    this.#nextStart = Math.max(this.#nextStart, now + this.#intervalMs);
    return true;
  }

  /**
   * Waits for the next start. Only the first in line has a time for it, the others get theirs when it has started: the
   * interval may have become shorter by then.
   */
  async wait(signal?: AbortSignal): Promise<void> {
    await this.#line.acquire(signal);
    try {
      const now = this.#clock.now();
      const start = Math.max(now, this.#nextStart);
      if (start > now) await this.#clock.sleep(start - now, signal);
      this.#nextStart = Math.max(this.#nextStart, start + this.#intervalMs);
    } finally {
      this.#line.release();
    }
  }

  noteLetThrough(): void {
    const now = this.#clock.now();
    this.#began ??= now;
    this.#letThrough.push(now);
    if (this.#letThrough.length > MOST_REMEMBERED) this.#letThrough.shift();
    this.#setInterval(this.#intervalMs * 0.5 ** ((now - this.#changedAt) / HALVED_AFTER_MS), now);
  }

  /** The server has turned a request away. One that was sent before the last slowing says nothing about the pace since. */
  noteTurnedAway(sentAt: number): void {
    const now = this.#clock.now();
    this.#letThrough = this.#letThrough.filter((at) => at > now - WINDOW_MS);
    if (sentAt < this.#slowedAt || this.#letThrough.length === 0) return;
    this.#slowedAt = now;
    const windowMs = Math.min(WINDOW_MS, Math.max(SHORTEST_WINDOW_MS, now - (this.#began ?? now)));
    this.#setInterval(Math.min(SLOWEST_MS, windowMs / (CAUTION * this.#letThrough.length)), now);
    this.#nextStart = Math.max(this.#nextStart, now + this.#intervalMs);
  }

  #setInterval(ms: number, now: number): void {
    this.#changedAt = now;
    this.#intervalMs = Math.max(this.#configuredMs, ms < FASTEST_MS ? 0 : ms);
  }
}
