import { count } from "../../shared/text";
import type { Review, Totals } from "../model/review";
import { DONE_TO_OBJECTS, isNothingToDo } from "../model/totals";

export const NO_ENGINE_WARNINGS =
  "A saved plan contains no warnings of the engine, except those about failed checks. The review checked the prompts itself.";

/** Reports whether a stack lacks the engine's warnings. */
export function lacksEngineWarnings({ stacks }: Pick<Review, "stacks">): boolean {
  return stacks.some(({ hasEngineWarnings }) => !hasEngineWarnings);
}

/** Words about a plan that only updates the state. */
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

/** Returns words about deletes that the review cannot show; null if there are none. */
export function notShownTitle(stacks: Review["stacks"]): string | null {
  const deletes = stacks.reduce((sum, { deletesNotShown }) => sum + deletesNotShown, 0);
  return deletes === 0 ? null : `The plan has ${count(deletes, "delete")} that this review cannot show`;
}

function partsOf(totals: Totals, stacks: Review["stacks"]): string[] {
  const done = DONE_TO_OBJECTS.filter((name) => totals[name] > 0);
  const parts = done.map((name) => `${totals[name]} to ${name}`);
  if (totals.output > 0) parts.push(`${count(totals.output, "output")} to change`);
  const states = stacks.filter(({ onlyUpdatesState }) => onlyUpdatesState).length;
  const of = stacks.length === 1 ? "" : ` of ${count(states, "stack")}`;
  if (states > 0) parts.push(`${ONLY_STATE}${of} to update`);
  const notShown = stacks.reduce((sum, stack) => sum + stack.notShown, 0);
  if (notShown > 0) parts.push(`${notShown} not shown`);
  if (totals.drift > 0) parts.push(`${totals.drift} with drift`);
  if (totals.warning > 0) parts.push(count(totals.warning, "warning"));
  if (totals.error > 0) parts.push(count(totals.error, "error"));
  return parts;
}

/** Returns a time such as `2026-11-25 22:58 UTC`; a time in another form unchanged. */
export function timeWords(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2 UTC");
}
