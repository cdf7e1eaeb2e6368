import { editedLines } from "./edits";
import type { ObjectChange } from "./review";

/** Changes that are alike, as far as the search for outliers needs them. */
interface Alike {
  readonly changes: readonly [ObjectChange, ...ObjectChange[]];
}

/** The larger set of changes must have at least this many times the objects of the smaller one. */
const TIMES_LARGER = 2;

/**
 * Returns for each set of updates the larger set whose edit shares the most lines with its edit, if there is
 * one: its objects look as if they were edited with the others, and are not the same.
 */
export function resembledBy<T extends Alike>(sets: readonly T[]): Map<T, T> {
  const linesOf = new Map(sets.map((set) => [set, editLinesOf(set.changes[0])]));
  const withLine = new Map<string, T[]>();
  for (const [set, lines] of linesOf) {
    if (set.changes.length < TIMES_LARGER) continue;
    for (const line of lines.keys()) {
      const others = withLine.get(line);
      if (others === undefined) withLine.set(line, [set]);
      else others.push(set);
    }
  }
  const found = new Map<T, T>();
  for (const [set, lines] of linesOf) {
    const shared = new Map<T, number>();
    for (const line of lines.keys())
      for (const other of withLine.get(line) ?? [])
        if (other.changes.length >= TIMES_LARGER * set.changes.length)
          shared.set(other, (shared.get(other) ?? 0) + 1);
    const [nearest] = [...shared].sort(
      ([a, some], [b, more]) => more - some || b.changes.length - a.changes.length,
    );
    if (nearest !== undefined) found.set(set, nearest[0]);
  }
  return found;
}

/**
 * Returns the removed and added lines of an update, each with its sign, by a key that also names type and
 * attribute. Empty lines are left out, because unrelated edits share them.
 */
export function editLinesOf({ action, type, attributes }: ObjectChange): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (action !== "update") return found;
  for (const { path, diff } of attributes) {
    const { removed, added } = diff === null ? { removed: [], added: [] } : editedLines(diff);
    for (const line of [...removed.map((text) => `− ${text}`), ...added.map((text) => `+ ${text}`)])
      if (line.trim().length > 1) found.set(JSON.stringify([type, path, line]), line);
  }
  return found;
}
