import { lossOf } from "../../../provider/phrases/linked";
import { count } from "../../shared/text";
import { isDangerous } from "../model/dangers";
import type { Entry } from "../model/entries";
import type { ObjectChange, Review } from "../model/review";
import { notShownTitle } from "./summary";

/** Reports whether every format announces an entry before all others. */
export function isAnnounced({ change, danger }: Entry): boolean {
  return isDangerous(change) || danger === "overwrite";
}

/** Returns a title such as `This plan deletes 2 objects and replaces 1`; null if it does neither. */
function dangerTitle(entries: readonly Entry[]): string | null {
  const objects = (isWanted: (entry: Entry) => boolean) =>
    entries.filter(isWanted).reduce((sum, { members }) => sum + members.length, 0);
  const deleted = objects(({ change }) => change.action === "delete");
  const replaced = objects(({ change }) => change.action === "replace" && isDangerous(change));
  const overwritten = objects(({ change }) => change.adopts);
  const parts = [
    deleted > 0 && `deletes ${count(deleted, "object")}`,
    replaced > 0 && `replaces ${deleted > 0 ? replaced : count(replaced, "object")}`,
    overwritten > 0 && `overwrites ${count(overwritten, "existing object")}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  return `This plan ${[parts.slice(0, -1).join(", "), parts.at(-1)!].filter((part) => part !== "").join(" and ")}`;
}

/** Returns a title such as `Edits made outside of Terraform will be lost in 3 objects`; null if none is lost. */
function lostEditsTitle(entries: readonly Entry[]): string | null {
  const losing = entries.filter(({ change }) => change.lostEdit !== null);
  const objects = losing.reduce((sum, { members }) => sum + members.length, 0);
  return objects === 0 ? null : `Edits made outside of Terraform will be lost in ${count(objects, "object")}`;
}

/** Returns the titles of what every format announces, the most dangerous first. */
export function titlesOf(entries: readonly Entry[], { stacks }: Pick<Review, "stacks">): string[] {
  const titles = [dangerTitle(entries), lostEditsTitle(entries), notShownTitle(stacks)];
  return titles.filter((title) => title !== null);
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

/** What a change loses: words, or placeholders of a prompt. */
export interface Loss {
  readonly words: string;
  readonly variables: readonly string[];
}

/** Returns what each object of an entry loses, besides the object itself. */
export function lossesOf(change: ObjectChange): Loss[] {
  const { action, lostEdit, adopts, variables } = change;
  const words = [
    isLoss(change) ? consequenceOf(change)! : null,
    lostEdit !== null ? "an edit made outside of Terraform" : null,
    adopts ? "the content of an existing object" : null,
  ].filter((one) => one !== null);
  const vanish = action === "update" || action === "replace" ? (variables?.vanish ?? []) : [];
  return [
    ...words.map((one) => ({ words: one, variables: [] })),
    ...(vanish.length > 0 ? [{ words: "", variables: vanish.map((one) => `{${one}}`) }] : []),
  ];
}
