import { groupBy } from "../shared/lists";
import { commonPairs, type Pair } from "./common";

/**
 * With more pairs of equal lines, as in long texts with many blank lines, the exact search takes seconds.
 * Texts of up to 1,000 lines stay below.
 */
const MAX_PAIRS = 1_000_000;

/**
 * Returns a longest common subsequence of two lists of lines as pairs of indexes, in order, by the search of
 * Hunt and Szymanski (A Fast Algorithm for Computing Longest Common Subsequences, 1977). Of several longest
 * ones, returns the one whose lines come first. In long and repetitive texts with many differences, returns
 * a shorter common subsequence.
 */
export function commonLines(a: readonly string[], b: readonly string[]): Pair[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  // The common end is not left out here, because the lines of the result would not come first any more.
  const [left, right] = [a.slice(start), b.slice(start)];
  /** The indexes of each line, in descending order. */
  const places = groupBy([...right.keys()].reverse(), (at) => right[at]!);
  const pairs = left.reduce((sum, line) => sum + (places.get(line)?.length ?? 0), 0);
  const found = pairs > MAX_PAIRS ? commonPairs(left, right) : search(left, places);
  return [
    ...Array.from({ length: start }, (_, i): Pair => [i, i]),
    ...found.map(([i, j]): Pair => [i + start, j + start]),
  ];
}

/** A common subsequence, from its last pair backwards. */
interface Chain {
  readonly i: number;
  readonly j: number;
  readonly before: Chain | undefined;
}

function search(a: readonly string[], places: ReadonlyMap<string, readonly number[]>): Pair[] {
  /** At `n`: the common subsequence of `n + 1` lines that ends first in the second text. */
  const best: Chain[] = [];
  for (let i = 0; i < a.length; i += 1) {
    for (const j of places.get(a[i]!) ?? []) {
      const at = firstFrom(best, j);
      if (best[at]?.j !== j) best[at] = { i, j, before: best[at - 1] };
    }
  }
  const pairs: Pair[] = [];
  for (let chain = best.at(-1); chain !== undefined; chain = chain.before) pairs.push([chain.i, chain.j]);
  return pairs.reverse();
}

/** Returns the index of the first chain that ends at `j` or later; the number of chains if there is none. */
function firstFrom(chains: readonly Chain[], j: number): number {
  let [low, high] = [0, chains.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (chains[middle]!.j < j) low = middle + 1;
    else high = middle;
  }
  return low;
}
