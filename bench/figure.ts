import type { Report } from "./report";
import type { Stacks } from "./stacks";

export interface Bench {
  readonly quick: boolean;
  /** The value of `--rounds`, else `full` or `quick`. */
  rounds(full: number, quick: number): number;
  readonly stacks: Stacks;
  readonly node: string;
}

export type Figure = (bench: Bench) => Promise<Report>;
