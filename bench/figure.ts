import type { Report } from "./report";
import type { Stacks } from "./stacks";

export interface Bench {
  readonly quick: boolean;
  /** Returns the value of `--rounds`. Without the option, returns `full` or, in a quick run, `quick`. */
  rounds(full: number, quick: number): number;
  readonly stacks: Stacks;
  readonly node: string;
}

export type Figure = (bench: Bench) => Promise<Report>;
