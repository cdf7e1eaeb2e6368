import type { ObjectChange, ObjectDrift, StackReview, Totals } from "./review";

/** The totals in the order of display, the most dangerous first. */
export const TOTALS_IN_ORDER = [
  "error",
  "delete",
  "replace",
  "forget",
  "update",
  "create",
  "import",
  "move",
  "drift",
  "output",
  "warning",
] as const satisfies readonly (keyof Totals)[];

/** Returns the totals of a stack. */
export function totalsOf(stack: Pick<StackReview, "changes" | "drift" | "outputs" | "diagnostics">): Totals {
  const { changes, drift, outputs, diagnostics } = stack;
  const count = (action: ObjectChange["action"]) =>
    changes.filter((change) => change.action === action).length;
  // As often as a reader finds them: one warning may be beside several objects.
  const all = [...diagnostics, ...changes.flatMap(({ warnings }) => warnings)];
  return {
    create: count("create"),
    update: count("update"),
    replace: count("replace"),
    delete: count("delete"),
    forget: count("forget"),
    import: changes.filter(({ importId }) => importId !== null).length,
    move: changes.filter(({ previousAddress }) => previousAddress !== null).length,
    drift: drift.length,
    output: outputs.length,
    warning: all.filter(({ severity }) => severity === "warning").length,
    error: all.filter(({ severity }) => severity === "error").length,
  };
}

const NONE = totalsOf({ changes: [], drift: [], outputs: [], diagnostics: [] });

/** Returns the sum of totals. */
export function sumOf(totals: readonly Totals[]): Totals {
  const names = Object.keys(NONE) as (keyof Totals)[];
  return Object.fromEntries(
    names.map((name) => [name, totals.reduce((sum, one) => sum + one[name], 0)]),
  ) as unknown as Totals;
}

/** Returns the drift that no planned change reverts. */
export function driftBesideChanges({ drift }: Pick<StackReview, "drift">): readonly ObjectDrift[] {
  return drift.filter(({ undone }) => !undone);
}

/** Reports whether an apply would do nothing at all. */
export function isNothingToDo({
  totals,
  onlyUpdatesState,
  notShown,
}: Pick<StackReview, "totals" | "onlyUpdatesState" | "notShown">): boolean {
  return !onlyUpdatesState && notShown === 0 && changesNothing(totals);
}

/** Reports whether a review shows nothing of a stack. */
export function isQuiet(stack: StackReview): boolean {
  return stack.planned && isNothingToDo(stack) && stack.drift.length + stack.diagnostics.length === 0;
}

/** Reports whether an apply would change neither an object nor an output. */
export function changesNothing(totals: Totals): boolean {
  const { create, update, replace, delete: deleted, forget, import: imported, move, output } = totals;
  return create + update + replace + deleted + forget + imported + move + output === 0;
}
