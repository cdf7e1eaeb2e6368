/** The name that differs least from a wanted one; undefined where there are none. */
export function closest(wanted: string, names: readonly string[]): string | undefined {
  const from = characters(wanted);
  let best: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const to = characters(name);
    // It takes a step for each character that one has more; most names are out of the question by that alone.
    if (Math.abs(from.length - to.length) >= least) continue;
    const steps = editDistance(from, to);
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** Case and separators are what people mix up most: `firstName` is `first_name`. */
function characters(name: string): string[] {
  return Array.from(name.toLowerCase().replace(/[_.-]/g, ""));
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
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
