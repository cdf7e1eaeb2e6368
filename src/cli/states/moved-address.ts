/**
 * Returns the address that an object has after the next apply. Follows `moves`, which maps the earlier
 * address of each `moved` block to the later one. The engine moves nothing to an address that an object of
 * the state has; `occupied` contains these addresses.
 */
export function movedAddress(
  address: string,
  moves: ReadonlyMap<string, string>,
  occupied: ReadonlySet<string>,
): string {
  let current = address;
  // A configuration with a circle of moves is invalid; each move is followed at most once.
  for (let left = moves.size; left > 0; left -= 1) {
    const next = oneMove(current, moves);
    if (next === undefined || occupied.has(next)) return current;
    current = next;
  }
  return current;
}

/** Returns what `movedAddress` returns, as the configuration has it: without the key of an instance. */
export function declaredAddress(
  address: string,
  moves: ReadonlyMap<string, string>,
  occupied: ReadonlySet<string>,
): string {
  // A key that is a text may contain brackets.
  return movedAddress(address, moves, occupied).replace(/\[(?:"(?:[^"\\]|\\.)*"|[^"\]]*)\]$/s, "");
}

/** A move of a resource or module also moves its instances, and a move of a module what is in it. */
function oneMove(address: string, moves: ReadonlyMap<string, string>): string | undefined {
  for (const [from, to] of moves) {
    if (address === from) return to;
    const rest = address.slice(from.length);
    if (address.startsWith(from) && (rest.startsWith("[") || isInModule(from, rest))) return to + rest;
  }
  return undefined;
}

function isInModule(from: string, rest: string): boolean {
  return rest.startsWith(".") && /(^|\.)module\.[^.]+$/.test(from);
}
