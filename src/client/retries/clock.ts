import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";

/** Time and chance, so that tests can say what they are. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

const { timeOrigin } = performance;

export const systemClock: Clock = {
  // Monotonic: setting the machine's clock must not stretch a wait.
  now: () => timeOrigin + performance.now(),
  sleep: async (ms, signal) => {
    // Many calls may wait on one signal; Node would warn of a leak from the eleventh on.
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
