export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new Error("An empty list has no median.");
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/**
 * Both runs of a round have the same load on the machine, so ratios of rounds vary less than ratios of
 * medians.
 */
export function ratios<T>(ours: readonly T[], other: readonly T[], of: (measure: T) => number): number[] {
  return ours.map((measure, round) => of(measure) / of(other[round]!));
}

type Contenders<T> = Readonly<Record<string, () => Promise<T>>>;

/** Runs all contenders in turns, so that other load on the machine affects them equally. */
export async function inRounds<T, C extends Contenders<T>>(
  rounds: number,
  contenders: C & Contenders<T>,
): Promise<Record<keyof C, T[]>> {
  const names = Object.keys(contenders);
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]]));
  for (let round = 0; round < rounds; round++) {
    // Each round reverses the order, so that no contender always runs after the same contender.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      results[name]!.push(await contenders[name]!());
    }
  }
  return results as Record<keyof C, T[]>;
}
