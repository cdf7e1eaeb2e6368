import { setTimeout } from "node:timers/promises";
import type { Time } from "./server";

/** The time of the machine. */
export const systemTime: Time = {
  now: () => performance.now(),
  pause: async (ms, signal) => {
    try {
      await setTimeout(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
