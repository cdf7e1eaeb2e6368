import type { Diagnostic } from "../../../estate/engine/diagnostics";
import type { Action, ObjectDrift, StackReview, Totals } from "./review";

export const DONE_TO_OBJECTS = ["delete", "replace", "forget", "update", "create", "import", "move"] as const;

export const TOTALS_IN_ORDER = ["error", ...DONE_TO_OBJECTS, "drift", "output", "warning"] as const;

type Counted = Pick<StackReview, "changes" | "drift" | "outputs" | "diagnostics">;

/** Readers see a warning at each object that shows it, so the warning counts once for each. */
export function totalsOf(...stacks: readonly Counted[]): Totals {
  const changes = stacks.flatMap((stack) => stack.changes);
  const messages = [...stacks.map((one) => one.diagnostics), ...changes.map((one) => one.warnings)].flat();
  const ofAction = (wanted: Action) => changes.filter(({ action }) => action === wanted).length;
  const ofSeverity = (wanted: Diagnostic["severity"]) =>
    messages.filter(({ severity }) => severity === wanted).length;
  return {
    create: ofAction("create"),
    update: ofAction("update"),
    replace: ofAction("replace"),
    delete: ofAction("delete"),
    forget: ofAction("forget"),
    import: changes.filter(({ importId }) => importId !== null).length,
    move: changes.filter(({ previousAddress }) => previousAddress !== null).length,
    drift: stacks.flatMap(({ drift }) => drift).length,
    output: stacks.flatMap(({ outputs }) => outputs).length,
    warning: ofSeverity("warning"),
    error: ofSeverity("error"),
  };
}

export function driftBesideChanges({ drift, changes }: StackReview): readonly ObjectDrift[] {
  const lost = new Map(changes.map(({ address, lostEdit }) => [address, lostEdit?.length ?? 0]));
  return drift.filter(
    ({ undone, address, attributes }) =>
      !undone && (attributes.length === 0 || lost.get(address) !== attributes.length),
  );
}

export function isNothingToDo(stack: Pick<StackReview, "totals" | "onlyUpdatesState" | "notShown">): boolean {
  return !stack.onlyUpdatesState && stack.notShown === 0 && changesNothing(stack.totals);
}

export function changesNothing(totals: Totals): boolean {
  return [...DONE_TO_OBJECTS, "output" as const].every((name) => totals[name] === 0);
}
