export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new Error("There is no median of nothing.");
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/**
 * The ratio of each round. Both runs of a round meet the same weather, so these vary less than ratios of
 * medians.
 */
export function ratios<T>(ours: readonly T[], other: readonly T[], of: (measure: T) => number): number[] {
  return ours.map((measure, round) => of(measure) / of(other[round]!));
}

type Contenders<T> = Readonly<Record<string, () => Promise<T>>>;

/**
 * Lets all contenders run once per round, in turns, so that whatever else the machine does meets them alike.
 */
export async function inRounds<T, C extends Contenders<T>>(
  rounds: number,
  contenders: C & Contenders<T>,
): Promise<Record<keyof C, T[]>> {
  const names = Object.keys(contenders);
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]]));
  for (let round = 0; round < rounds; round++) {
    // The last one comes first next time, so that none always runs after the same other one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name]!.push(await contenders[name]!());
    }
  }
  return results as Record<keyof C, T[]>;
}
