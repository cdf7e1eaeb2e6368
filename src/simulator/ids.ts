import { createHash } from "node:crypto";
import type { Kind } from "../api";

/**
 * The simulator's randomness, derived from one seed: the same calls give the same ids and faults. Each id is
 * made from a position in the creation order and never repeats.
 */
export class Randomness {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Returns an id of 24 hexadecimal digits. */
  id(kind: Kind, sequence: number): string {
    return this.#digest(kind, sequence).toString("hex").slice(0, 24);
  }

  /** Returns a number from 0 up to 1 for the nth draw of a named series. */
  draw(series: string, n: number): number {
    return this.#digest(series, n).readUIntBE(0, 6) / 2 ** 48;
  }

  #digest(series: string, n: number): Buffer {
    return createHash("sha256")
      .update(JSON.stringify([this.#seed, series, n]))
      .digest();
  }
}
