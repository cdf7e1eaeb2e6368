import type { Result } from "./report";
import type { StackMeasure } from "./stack";
import { median } from "./statistics";

export function cpuTime(figure: string, what: string, runs: readonly StackMeasure[], count: number): Result {
  const samples = runs.map(({ provider }) => (provider.cpuSeconds * 1000) / count);
  return { figure, what, value: median(samples), unit: "s", samples };
}

export function peakMemory(figure: string, what: string, runs: readonly StackMeasure[]): Result {
  const samples = runs.map(({ provider }) => provider.peakMiB);
  return { figure, what, value: Math.max(...samples), unit: "MiB", samples };
}
