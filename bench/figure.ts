import type { Report } from "./report";
import type { Stacks } from "./stacks";

/** The settings and the stacks for the measurement of a figure. */
export interface Bench {
  readonly quick: boolean;
  /** Returns the number of rounds: the value of `--rounds`, else the number for a full or a quick run. */
  rounds(full: number, quick: number): number;
  readonly stacks: Stacks;
  /** The Node.js that runs the provider. */
  readonly node: string;
}

export type Figure = (bench: Bench) => Promise<Report>;
