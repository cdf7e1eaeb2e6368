import type { ObjectChange } from "./review";

/**
 * What makes a reader look at changes, the most dangerous first. Every format shows changes in this order.
 *
 * - `delete`: objects are deleted at the server.
 * - `overwrite`: content is overwritten that somebody wrote outside of Terraform.
 * - `replace`: objects are replaced.
 * - `forget`: objects leave the state and stay at the server.
 * - `variables`: prompts lose placeholders.
 * - `warning`: warnings are about the changes.
 * - `outlier`: the edit shares lines with the edit of more objects, and is not the same.
 * - `single`: no other object changes in the same way.
 * - `group`: several objects change in the same way.
 * - `kept`: objects are only imported or moved.
 */
export const DANGERS = [
  "delete",
  "overwrite",
  "replace",
  "forget",
  "variables",
  "warning",
  "outlier",
  "single",
  "group",
  "kept",
] as const;

export type Danger = (typeof DANGERS)[number];

/** Reports whether a change deletes an object at the server. */
export function isDangerous({ action, forgetsOld }: ObjectChange): boolean {
  return action === "delete" || (action === "replace" && !forgetsOld);
}

/** Returns the danger of changes that are alike. `isOutlier`: whether more objects change nearly so. */
export function dangerOf(changes: readonly [ObjectChange, ...ObjectChange[]], isOutlier: boolean): Danger {
  const [{ action, adopts, losesEdit, variables, warnings }] = changes;
  if (action === "delete") return "delete";
  if (losesEdit || adopts) return "overwrite";
  if (action === "replace" || action === "forget") return action;
  if (variables !== null && variables.vanish.length > 0) return "variables";
  if (warnings.length > 0) return "warning";
  if (isOutlier) return "outlier";
  if (action === "none") return "kept";
  return changes.length === 1 ? "single" : "group";
}
