import { lossOf } from "../../../provider/wording/linked";
import { count } from "../../shared/text";
import { driftWords } from "../model/actions";
import type { ObjectChange, StackReview } from "../model/review";

/** Returns a title such as `This plan deletes 2 objects and replaces 1`. */
export function dangerTitle(changes: readonly Danger["change"][]): string {
  const deleted = changes.filter(({ action }) => action === "delete").length;
  const replaced = changes.length - deleted;
  if (deleted === 0) return `This plan replaces ${count(replaced, "object")}`;
  return `This plan deletes ${count(deleted, "object")}${replaced > 0 ? ` and replaces ${replaced}` : ""}`;
}

/** Returns the effect of a delete or replacement of a cluster on its mailboxes; null for other objects. */
export function consequenceOf({ associatedCount, action }: ObjectChange): string | null {
  if (associatedCount === null) return null;
  if (associatedCount === 0) return "no mailboxes are linked to it";
  return `${lossOf(associatedCount)}${action === "replace" ? ", and the new cluster starts with none" : ""}`;
}

/** Reports whether a change deletes an object at the server. */
export function isDangerous(change: ObjectChange): change is Danger["change"] {
  const { action, forgetsOld } = change;
  return action === "delete" || (action === "replace" && !forgetsOld);
}

/** A change that deletes an object, and its stack. */
export interface Danger {
  readonly stack: StackReview;
  readonly change: ObjectChange & { readonly action: "delete" | "replace" };
  /** Words about the object's drift; null if it did not drift. */
  readonly drift: string | null;
}

/**
 * Returns the changes that delete objects: clusters with the most linked mailboxes first, deletes before
 * replacements. So a format that cannot list all deletes still lists each cluster in use.
 */
export function dangersOf(stacks: readonly StackReview[]): Danger[] {
  const linked = ({ change: { associatedCount } }: Danger) =>
    associatedCount !== null && associatedCount < 0 ? Number.MAX_SAFE_INTEGER : (associatedCount ?? 0);
  const isReplaced = ({ change }: Danger) => Number(change.action === "replace");
  return stacks.flatMap(dangersIn).sort((a, b) => linked(b) - linked(a) || isReplaced(a) - isReplaced(b));
}

function dangersIn(stack: StackReview): Danger[] {
  const drift = stack.drift.filter(({ action }) => action === "update");
  const wordsAt = new Map(drift.map((one) => [one.address, `drift: ${driftWords(one)}`]));
  return stack.changes
    .filter(isDangerous)
    .map((change) => ({ stack, change, drift: wordsAt.get(change.address) ?? null }));
}

/** Reports whether `consequenceOf` describes a loss. */
export function isLoss({ associatedCount }: ObjectChange): boolean {
  return associatedCount !== null && associatedCount !== 0;
}
