import { count } from "../../../util/text";
import type { Review, Totals } from "../model/review";
import { DONE_TO_OBJECTS, isNothingToDo } from "../model/totals";

export const NO_ENGINE_WARNINGS =
  "A saved plan contains no warnings of the engine, except those about failed checks. The review checked the prompts itself.";

export function lacksEngineWarnings({ stacks }: Pick<Review, "stacks">): boolean {
  return stacks.some(({ hasEngineWarnings }) => !hasEngineWarnings);
}

export const ONLY_STATE = "only the state";

export const UPDATES_STATE = "Applying this plan only updates the state.";

/** Returns a summary such as `1 of 3 plans failed, 1 to delete, 1 warning`, or `no changes`. */
export function reviewSentence({ totals, stacks }: Pick<Review, "totals" | "stacks">): string {
  const parts = partsOf(totals, stacks);
  if (stacks.some(({ planned }) => !planned)) parts.unshift(failureTitle(stacks));
  else if (stacks.every(isNothingToDo)) parts.unshift("no changes");
  return parts.join(", ");
}

/** Returns `the plan failed` for a single stack, else words such as `1 of 3 plans failed`. */
export function failureTitle(stacks: Review["stacks"]): string {
  const failed = stacks.filter(({ planned }) => !planned).length;
  return stacks.length === 1 ? "the plan failed" : `${failed} of ${stacks.length} plans failed`;
}

function partsOf(totals: Totals, stacks: Review["stacks"]): string[] {
  const part = (kind: keyof Totals, rest = "") =>
    totals[kind] > 0 ? [`${totals[kind]} ${counted(kind, totals[kind])}${rest}`] : [];
  const states = stacks.filter(({ onlyUpdatesState }) => onlyUpdatesState).length;
  const of = stacks.length === 1 ? "" : ` of ${count(states, "stack")}`;
  const notShown = stacks.reduce((sum, stack) => sum + stack.notShown, 0);
  return [
    ...DONE_TO_OBJECTS.flatMap((kind) => part(kind)),
    ...part("output", " to change"),
    ...(states > 0 ? [`${ONLY_STATE}${of} to update`] : []),
    ...(notShown > 0 ? [`${notShown} not shown`] : []),
    ...(["drift", "warning", "error"] as const).flatMap((kind) => part(kind)),
  ];
}

/** Returns the words after a number: `to delete`, `warnings`. */
export function counted(kind: keyof Totals, number: number): string {
  if (kind === "drift") return "with drift";
  if (kind !== "error" && kind !== "output" && kind !== "warning") return `to ${kind}`;
  return number === 1 ? kind : `${kind}s`;
}

/** Returns the first 12 digits of a commit, and the mark of changed files. */
export function shortCommit(commit: string): string {
  return commit.replace(/^(\w{12})\w*/, "$1");
}

/** Returns a time such as `2026-11-25 22:58 UTC`; a time in another form unchanged. */
export function timeWords(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2 UTC");
}
