import type { Clock } from "../../src/client";

/** A clock that stands still while the program works, and then jumps to the end of the next sleep. */
export class VirtualClock implements Clock {
  #now = 0;
  #seed = 1;
  readonly #sleeping: { readonly until: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleeping.push({ until: this.#now + ms, wake }));
  }

  /** The same numbers in every run (mulberry32). */
  random(): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Lets the time pass until the work is done. */
  async passUntil<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    done.catch(() => undefined);
    for (;;) {
      await new Promise(setImmediate);
      if (isDone) return done;
      this.#sleeping.sort((a, b) => a.until - b.until);
      const next = this.#sleeping.shift();
      if (next === undefined) continue;
      this.#now = Math.max(this.#now, next.until);
      next.wake();
    }
  }
}
