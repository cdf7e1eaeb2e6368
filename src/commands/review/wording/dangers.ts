import { lossOf } from "../../../provider/wording/linked";
import { count } from "../../../util/text";
import { isDangerous } from "../model/object-changes";
import type { Entry } from "../model/groups";
import type { ObjectChange, Review } from "../model/review";

/** Reports whether every format announces an entry before all others. */
export function isAnnounced({ change, danger }: Entry): boolean {
  return isDangerous(change) || danger === "overwrite";
}

/** Returns what every format announces, such as `This plan deletes 2 objects`, the most dangerous first. */
export function titlesOf(entries: readonly Entry[], { stacks }: Pick<Review, "stacks">): string[] {
  const objects = (isWanted: (change: ObjectChange) => boolean) =>
    entries.filter(({ change }) => isWanted(change)).reduce((sum, { members }) => sum + members.length, 0);
  const deleted = objects(({ action }) => action === "delete");
  const replaced = objects((change) => change.action === "replace" && isDangerous(change));
  const overwritten = objects(({ adopts }) => adopts);
  const parts = [
    deleted > 0 && `deletes ${count(deleted, "object")}`,
    replaced > 0 && `replaces ${deleted > 0 ? replaced : count(replaced, "object")}`,
    overwritten > 0 && `overwrites ${count(overwritten, "existing object")}`,
  ].filter((part) => part !== false);
  const done = [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "");
  const lost = objects(({ lostEdit }) => lostEdit !== null);
  const notShown = stacks.reduce((sum, { deletesNotShown }) => sum + deletesNotShown, 0);
  return [
    parts.length > 0 && `This plan ${done.join(" and ")}`,
    lost > 0 && `Edits made outside of Terraform will be lost in ${count(lost, "object")}`,
    notShown > 0 && `The plan has ${count(notShown, "delete")} that this review cannot show`,
  ].filter((title) => title !== false);
}

/** Returns the effect of a delete or replacement of a cluster on its mailboxes; null for other objects. */
export function consequenceOf({ associatedCount, action }: ObjectChange): string | null {
  if (associatedCount === null) return null;
  if (associatedCount === 0) return "no mailboxes are linked to it";
  return `${lossOf(associatedCount)}${action === "replace" ? ", and the new cluster starts with none" : ""}`;
}

/** Reports whether `consequenceOf` describes a loss. */
export function isLoss({ associatedCount }: ObjectChange): boolean {
  return associatedCount !== null && associatedCount !== 0;
}

/** Returns what each object of an entry loses, besides the object itself: in words, and placeholders of its prompt. */
export function lossesOf(change: ObjectChange): { words: string[]; placeholders: string[] } {
  const { action, lostEdit, adopts, variables } = change;
  const words = [
    isLoss(change) && consequenceOf(change)!,
    lostEdit !== null && "an edit made outside of Terraform",
    adopts && "the content of an existing object",
  ].filter((one) => one !== false);
  const vanish = action === "update" || action === "replace" ? (variables?.vanish ?? []) : [];
  return { words, placeholders: vanish.map((one) => `{${one}}`) };
}
