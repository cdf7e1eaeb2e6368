import { groupBy } from "../../shared/lists";
import { DANGERS } from "./danger-order";
import { dangerOf } from "./dangers";
import { countLines } from "./edits";
import { likenessOf, listedAttributes } from "./likeness";
import { resembledBy } from "./outliers";
import type { Action, ChangeIndex, Group, ObjectChange, StackReview } from "./review";

/** The order of actions within one danger. */
export const ACTIONS_IN_ORDER: readonly Action[] = [
  "delete",
  "replace",
  "forget",
  "update",
  "create",
  "none",
];

/** A change and where it is. */
interface Placed {
  readonly at: ChangeIndex;
  readonly change: ObjectChange;
}

/** Returns all changes of the stacks: alike ones in one group, and the most dangerous groups first. */
export function groupsOf(stacks: readonly StackReview[]): Group[] {
  const placed = stacks.flatMap(({ changes }, stack) =>
    changes.map((change, i): Placed => ({ at: { stack, change: i }, change })),
  );
  const sets = Array.from(groupBy(placed, ({ change }) => likenessOf(change)).values(), (alike) => ({
    objects: alike.map(({ at }) => at),
    changes: alike.map(({ change }) => change) as [ObjectChange, ...ObjectChange[]],
  }));
  const resembled = resembledBy(sets);
  const found = sets.map((set) => {
    const { objects, changes } = set;
    const danger = dangerOf(changes, resembled.has(set));
    return {
      set,
      change: changes[0],
      group: { danger, objects, lines: countLines(listedAttributes(changes[0])) },
    };
  });
  found.sort(inOrder);
  const indexOf = new Map(found.map(({ set }, i) => [set, i]));
  return found.map(({ set, group }) => ({ ...group, resembles: indexOf.get(resembled.get(set)!) ?? null }));
}

type Found = { readonly change: ObjectChange; readonly group: Pick<Group, "danger" | "objects"> };

/** Compares two groups by danger. Within one danger, clusters with the most linked mailboxes come first. */
function inOrder(a: Found, b: Found): number {
  const difference = (rank: (one: Found) => number) => rank(a) - rank(b);
  return (
    difference(({ group }) => DANGERS.indexOf(group.danger)) ||
    difference(({ change }) => -linked(change)) ||
    difference(({ change }) => ACTIONS_IN_ORDER.indexOf(change.action)) ||
    difference(({ group }) => group.objects.length) ||
    difference(({ group }) => group.objects[0]!.stack) ||
    difference(({ group }) => group.objects[0]!.change)
  );
}

/** Returns the number of linked mailboxes that a delete is about. An invalid number counts as the largest. */
function linked({ associatedCount }: ObjectChange): number {
  if (associatedCount === null) return 0;
  return associatedCount < 0 ? Number.MAX_SAFE_INTEGER : associatedCount;
}
