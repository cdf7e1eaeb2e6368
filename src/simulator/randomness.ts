import { createHash } from "node:crypto";

/** Returns the nth member of a named series of random texts, each of 64 hexadecimal digits. */
export type Randomness = (series: string, n: number) => string;

/** Returns the simulator's randomness: with the same seed, the same calls give the same ids and faults. */
export function randomnessOf(seed: string): Randomness {
  return (series, n) =>
    createHash("sha256")
      .update(JSON.stringify([seed, series, n]))
      .digest("hex");
}
