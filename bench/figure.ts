import type { Report } from "./report";
import type { Stacks } from "./stacks";

/** What a figure is measured with. */
export interface Bench {
  readonly quick: boolean;
  /** How often to repeat: what `--rounds` says, else the number for this kind of run. */
  rounds(full: number, quick: number): number;
  readonly stacks: Stacks;
  /** The Node.js that runs the provider. */
  readonly node: string;
}

export type Figure = (bench: Bench) => Promise<Report>;
