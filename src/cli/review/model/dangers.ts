import type { Danger } from "./danger-order";
import type { ObjectChange } from "./review";

/** Reports whether a change deletes an object at the server. */
export function isDangerous({ action, forgetsOld }: ObjectChange): boolean {
  return action === "delete" || (action === "replace" && !forgetsOld);
}

/** Returns the danger of changes that are alike. `isOutlier`: whether more objects change nearly so. */
export function dangerOf(changes: readonly [ObjectChange, ...ObjectChange[]], isOutlier: boolean): Danger {
  const [{ action, adopts, lostEdit, variables, warnings }] = changes;
  if (action === "delete") return "delete";
  if (lostEdit !== null || adopts) return "overwrite";
  if (action === "replace" || action === "forget") return action;
  if (variables !== null && variables.vanish.length > 0) return "variables";
  if (warnings.length > 0) return "warning";
  if (isOutlier) return "outlier";
  if (action === "none") return "kept";
  return changes.length === 1 ? "single" : "group";
}
