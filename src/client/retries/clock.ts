import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";

export interface Clock {
  now(): number;
  /** When the signal fires, rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}

const { timeOrigin } = performance;

export const systemClock: Clock = {
  // The clock is monotonic, so that a change of the machine's clock cannot extend a wait.
  now: () => timeOrigin + performance.now(),
  sleep: async (ms, signal) => {
    // Many calls share one signal. Node would otherwise warn of a leak at the eleventh listener of a signal.
    if (signal !== undefined) setMaxListeners(0, signal);
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
  random: () => Math.random(),
};

/** The latest possible HTTP date: its year has four digits (RFC 9110, 5.6.7). */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

/** The estimated time is never later than the true time of the servers. */
export class ServerClock {
  #largestOffset = Number.NEGATIVE_INFINITY;
  #smallestOffset = Number.POSITIVE_INFINITY;
  #last: string | undefined;

  /** `now` is this machine's time when the response arrived. */
  record(date: string | undefined, now: number): void {
    // A later response with the same date gives a worse estimate, so only the first counts.
    if (date === undefined || date === this.#last) return;
    const serverTime = Date.parse(date);
    if (!(serverTime >= 0 && serverTime <= LATEST)) return;
    this.#last = date;
    this.#largestOffset = Math.max(this.#largestOffset, serverTime - now);
    this.#smallestOffset = Math.min(this.#smallestOffset, serverTime - now);
  }

  time(now: number): number | undefined {
    return this.#last === undefined ? undefined : now + this.#largestOffset;
  }

  earliestTime(now: number): number | undefined {
    return this.#last === undefined ? undefined : now + this.#smallestOffset;
  }
}
