/** Leaves out items whose key is null. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K | null): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group?.push(item) === undefined) groups.set(key, [item]);
  }
  return groups;
}

/** The returned function runs at most `most` tasks at the same time, in the order of the calls. */
export function atMost(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (task) => {
    if (free === 0) await new Promise<void>((wake) => waiting.push(wake));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** After a failure, waits for the running tasks, then throws the first error. */
export async function inParallel<T, R>(items: readonly T[], most: number, task: (item: T) => Promise<R>) {
  const results: R[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await task(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, worker));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return results;
}

/** Compares UTF-16 code units, for `sort`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function onceForEach<K extends object, V extends object>(compute: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    const result = results.get(key) ?? compute(key);
    results.set(key, result);
    return result;
  };
}
