export type Pair = readonly [number, number];

/**
 * The search takes quadratic time. If texts have more edits than this, only their common start and end are
 * found.
 */
const MAX_EDITS = 1_500;

/**
 * Returns a longest common subsequence as ordered pairs of indexes, by Myers' greedy search (An O(ND)
 * Difference Algorithm, 1986). If there are more than `mostEdits` edits, returns only the pairs of the common
 * start and end.
 */
export function commonPairs(a: readonly string[], b: readonly string[], mostEdits = MAX_EDITS): Pair[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = search(a.slice(start, a.length - tail), b.slice(start, b.length - tail), mostEdits);
  return [
    ...Array.from({ length: start }, (_, i): Pair => [i, i]),
    ...middle.map(([i, j]): Pair => [i + start, j + start]),
    ...Array.from({ length: tail }, (_, i): Pair => [a.length - tail + i, b.length - tail + i]),
  ];
}

function search(a: readonly string[], b: readonly string[], mostEdits: number): Pair[] {
  if (a.length === 0 || b.length === 0) return [];
  const most = Math.min(a.length + b.length, mostEdits);
  /** For each diagonal (x - y): the largest index in `a` that a path with this number of edits can reach. */
  const furthest = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    // The next step reads only the diagonals from -edits - 1 to edits + 1.
    history.push(furthest.slice(most + 1 - edits - 1, most + 1 + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = isDown(diagonal, edits, furthest, most + 1);
      let x = down ? furthest[most + 2 + diagonal]! : furthest[most + diagonal]! + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[most + 1 + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return retrace(history, a.length, b.length);
    }
  }
  return [];
}

function isDown(diagonal: number, edits: number, furthest: Int32Array, centre: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && furthest[centre + diagonal - 1]! < furthest[centre + diagonal + 1]!;
}

function retrace(history: readonly Int32Array[], aLength: number, bLength: number): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [aLength, bLength];
  for (let edits = history.length - 1; edits >= 0; edits -= 1) {
    const furthest = history[edits]!;
    const centre = edits + 1;
    const diagonal = x - y;
    const from = isDown(diagonal, edits, furthest, centre) ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = edits === 0 ? [0, 0] : [furthest[centre + from]!, furthest[centre + from]! - from];
    while (x > fromX && y > fromY) pairs.push([(x -= 1), (y -= 1)]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}
