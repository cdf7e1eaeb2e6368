import type { DiffRow } from "../model";

/** Unchanged rows that are not shown. */
export interface Fold {
  readonly kind: "folded";
  readonly rows: readonly DiffRow[];
}

/** The rows with the unchanged ones folded that are further than `context` rows from a change. */
export function foldRows(rows: readonly DiffRow[], context = 2): (DiffRow | Fold)[] {
  const shown = new Set<number>();
  rows.forEach(({ kind }, i) => {
    if (kind === "same") return;
    for (let near = i - context; near <= i + context; near += 1) shown.add(near);
  });
  const folded: (DiffRow | Fold)[] = [];
  let hidden: DiffRow[] = [];
  const flush = () => {
    // A fold takes a line itself, so one line is never folded.
    if (hidden.length === 1) folded.push(...hidden);
    else if (hidden.length > 1) folded.push({ kind: "folded", rows: hidden });
    hidden = [];
  };
  rows.forEach((row, i) => {
    if (!shown.has(i)) {
      hidden.push(row);
      return;
    }
    flush();
    folded.push(row);
  });
  flush();
  return folded;
}
