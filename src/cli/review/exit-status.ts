import { dangersOf } from "./danger-words";
import type { Review } from "./model";
import { isNothingToDo } from "./totals";

/** What `--fail-on` may name. */
export const FAIL_ON = ["destroy", "replace", "warning"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/**
 * 0 nothing to do, 2 changes, 1 error, and 3 where the review holds something that `--fail-on` names. An error outranks
 * everything: what was not planned may hold anything.
 */
export function exitStatusOf(review: Review, failOn: ReadonlySet<FailOn>): 0 | 1 | 2 | 3 {
  const { totals, stacks } = review;
  if (totals.error > 0 || stacks.some(({ planned }) => !planned)) return 1;
  const found: Record<FailOn, number> = {
    destroy: dangersOf(stacks).length,
    replace: totals.replace,
    warning: totals.warning,
  };
  if (FAIL_ON.some((name) => failOn.has(name) && found[name] > 0)) return 3;
  return stacks.every(isNothingToDo) ? 0 : 2;
}
