import { abortListeners } from "../connection/exchange";

/** Calls beyond the limit wait in order of arrival, but `goesFirst` puts a call first. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#free = max;
  }

  get isFree(): boolean {
    return this.#free > 0;
  }

  tryAcquire(): boolean {
    if (!this.isFree) return false;
    this.#free -= 1;
    return true;
  }

  acquire(signal?: AbortSignal, goesFirst = false): Promise<void> {
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
      this.#waiting[goesFirst ? "unshift" : "push"](start);
      if (signal !== undefined) abortListeners(signal).add(leave);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
