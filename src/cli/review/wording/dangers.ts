import { lossOf } from "../../../provider/linked";
import { count } from "../../shared/text";
import { CHANGED_OUTSIDE } from "../model/actions";
import type { ObjectChange, StackReview } from "../model/review";

/** `This plan deletes 2 objects and replaces 1` */
export function dangerTitle(changes: readonly ObjectChange[]): string {
  const gone = changes.filter(({ action }) => action === "delete").length;
  const replaced = changes.filter(({ action }) => action === "replace").length;
  const parts = [
    ...(gone > 0 ? [`deletes ${count(gone, "object")}`] : []),
    ...(replaced > 0 ? [`replaces ${gone > 0 ? replaced : count(replaced, "object")}`] : []),
  ];
  return `This plan ${parts.join(" and ")}`;
}

/** What the loss or replacement of a cluster means for what is linked to it; null for any other object. */
export function consequenceOf({ associatedCount, action }: ObjectChange): string | null {
  if (associatedCount === null) return null;
  if (associatedCount === 0) return "no mailboxes are linked to it";
  return `${lossOf(associatedCount)}${action === "replace" ? ", and the new cluster starts with none" : ""}`;
}

/** What is shown before everything else: whatever destroys an object. */
export function isDangerous(change: ObjectChange): change is Danger["change"] {
  const { action, forgetsOld } = change;
  return action === "delete" || (action === "replace" && !forgetsOld);
}

/** A change that destroys an object, and where it stands. */
export interface Danger {
  readonly stack: StackReview;
  readonly change: ObjectChange & { readonly action: "delete" | "replace" };
  /** Where the object's content is not what Terraform last knew, the words for it; null for any other. */
  readonly outside: string | null;
}

/**
 * What the stacks destroy, ordered by what is lost with it, and deletes before replacements: where not all of them fit, a
 * cluster in use must not be among those left out.
 */
export function dangersOf(stacks: readonly StackReview[]): Danger[] {
  const found = stacks.flatMap(dangersIn);
  const lost = ({ change: { associatedCount } }: Danger) =>
    associatedCount !== null && associatedCount < 0 ? Number.MAX_SAFE_INTEGER : (associatedCount ?? 0);
  const isReplaced = ({ change }: Danger) => Number(change.action === "replace");
  return found.sort((a, b) => lost(b) - lost(a) || isReplaced(a) - isReplaced(b));
}

function dangersIn(stack: StackReview): Danger[] {
  const drift = stack.drift.filter(({ action }) => action === "update");
  const changed = new Set(drift.map(({ address }) => address));
  return stack.changes
    .filter(isDangerous)
    .map((change) => ({ stack, change, outside: changed.has(change.address) ? CHANGED_OUTSIDE : null }));
}

/** Whether what `consequenceOf` says is bad news. */
export function isLoss({ associatedCount }: ObjectChange): boolean {
  return associatedCount !== null && associatedCount !== 0;
}
