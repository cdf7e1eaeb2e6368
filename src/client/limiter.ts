import { type Clock } from "./clock";

/** At most so many calls at a time; the others wait in the order they came. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#free = max;
  }

  /** Waits for a slot and takes it; the answer gives it back. Rejects with the signal's reason. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await this.#turn(signal);
    }
    return () => this.#release();
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** A slot passes straight to the next in line, so that a newcomer cannot take it in between. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}

/** Starts requests evenly, at most so many per second; without a number it does nothing. */
export class Pace {
  readonly #intervalMs: number;
  readonly #clock: Clock;
  #nextStart = Number.NEGATIVE_INFINITY;

  constructor(requestsPerSecond: number | undefined, clock: Clock) {
    this.#intervalMs = requestsPerSecond === undefined ? 0 : 1_000 / requestsPerSecond;
    this.#clock = clock;
  }

  async wait(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + this.#intervalMs;
    if (start > now) {
      await this.#clock.sleep(start - now, signal);
    }
  }
}
