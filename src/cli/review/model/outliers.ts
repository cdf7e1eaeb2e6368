import { groupBy } from "../../shared/lists";
import { editedLines } from "./edits";
import type { Alike } from "./placed";
import type { ObjectChange } from "./review";

/** The larger set of changes must have at least this many times the objects of the smaller one. */
const TIMES_LARGER = 2;

/**
 * Returns for each set of updates the larger set whose edit shares the most lines with its edit, if there is
 * one: its objects look as if they were edited with the others, and are not the same.
 */
export function resembledBy(sets: readonly Alike[]): Map<Alike, Alike> {
  const edits = sets.flatMap((set) => [...editLinesOf(set[0].change).keys()].map((line) => ({ set, line })));
  const withLine = groupBy(
    edits.filter(({ set }) => set.length >= TIMES_LARGER),
    ({ line }) => line,
  );
  const found = new Map<Alike, Alike>();
  for (const [set, lines] of groupBy(edits, (edit) => edit.set)) {
    const shared = new Map<Alike, number>();
    for (const { line } of lines)
      for (const { set: other } of withLine.get(line) ?? [])
        if (other.length >= TIMES_LARGER * set.length) shared.set(other, (shared.get(other) ?? 0) + 1);
    const [nearest] = [...shared].sort(([a, some], [b, more]) => more - some || b.length - a.length);
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
