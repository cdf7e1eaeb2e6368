/** Returns the name that differs least from the wanted name; undefined for an empty list. */
export function closest(wanted: string, names: readonly string[]): string | undefined {
  const from = characters(wanted);
  let best: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const to = characters(name);
    // The number of steps is at least the difference in length. This rules out most names.
    if (Math.abs(from.length - to.length) >= least) continue;
    const steps = editDistance(from, to);
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** Returns the characters of a name without case and separators, so that `firstName` equals `first_name`. */
function characters(name: string): string[] {
  return Array.from(name.toLowerCase().replace(/[_.-]/g, ""));
}

/** Returns the edit distance. Every insertion, deletion, replacement or swap of neighbours counts as 1. */
function editDistance(from: readonly string[], to: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwap) row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length]!;
}
