import { groupBy } from "../../shared/lists";
import { type Danger, DANGERS } from "./danger-order";
import { dangerOf } from "./dangers";
import { countLines } from "./edits";
import { ORIGINS } from "./origins";
import { resembledBy } from "./outliers";
import { keyOfPlaced, type Placed, placedIn } from "./placed";
import type { Action, ChangeIndex, Group, LineCount, ObjectChange, Pair, StackReview } from "./review";

/** The order of actions within one danger. */
export const ACTIONS_IN_ORDER: readonly Action[] = [
  "delete",
  "replace",
  "forget",
  "update",
  "create",
  "none",
];

/** Changes that are alike, of any origin. */
interface AlikeSet {
  readonly objects: readonly ChangeIndex[];
  readonly changes: readonly [ObjectChange, ...ObjectChange[]];
  readonly lines: LineCount;
}

/**
 * Returns all changes of the stacks: alike ones in one group, and the most dangerous groups first. After a comparison
 * with the base, alike changes of another origin are another group. The changes of this branch then come first, except
 * that nothing comes before what an apply deletes, overwrites or replaces.
 */
export function groupsOf(stacks: readonly StackReview[], pairs: readonly Pair[]): Group[] {
  const alike = [...groupBy(placedIn(stacks, pairs), keyOfPlaced).values()];
  const sets = alike.map(setOf);
  const resembled = resembledBy(sets);
  const found = sets.map((set) => {
    const { objects, changes, lines } = set;
    const danger = dangerOf(changes, resembled.has(set));
    return { set, change: changes[0], group: { danger, objects, lines } };
  });
  const each = found.flatMap(byOrigin).sort(inOrder);
  // Of a set that several origins share, the largest group stands for it.
  const indexOf = new Map<AlikeSet | undefined, number>();
  for (const [i, { set, group }] of each.entries()) {
    const other = each[indexOf.get(set) ?? -1];
    if (other === undefined || other.group.objects.length < group.objects.length) indexOf.set(set, i);
  }
  return each.map(({ set, group }) => ({ ...group, resembles: indexOf.get(resembled.get(set)) ?? null }));
}

function setOf(alike: readonly Placed[]): AlikeSet {
  return {
    objects: alike.map(({ at }) => at),
    changes: alike.map(({ change }) => change) as [ObjectChange, ...ObjectChange[]],
    lines: countLines(alike[0]!.attributes),
  };
}

interface Found {
  readonly change: ObjectChange;
  readonly group: Omit<Group, "resembles">;
  readonly set: AlikeSet;
}

/** Returns a found group in parts whose changes have one origin. */
function byOrigin({ set, group }: Found): Found[] {
  const indexes = groupBy([...set.changes.keys()], (i) => set.changes[i]!.origin ?? "none");
  return Array.from(indexes.values(), (own) => ({
    set,
    change: set.changes[own[0]!]!,
    group: { ...group, objects: own.map((i) => set.objects[i]!) },
  }));
}

/** Dangers that come first, also if the change was pending before this branch: the next apply does it. */
const LOUD: ReadonlySet<Danger> = new Set(["delete", "overwrite", "replace"]);

/** Compares two groups by danger. Within one danger, clusters with the most linked mailboxes come first. */
function inOrder(a: Found, b: Found): number {
  const difference = (rank: (one: Found) => number) => rank(a) - rank(b);
  const originOf = ({ change: { origin } }: Found) => (origin === null ? 0 : 1 + ORIGINS.indexOf(origin));
  return (
    difference((one) => (LOUD.has(one.group.danger) ? 0 : originOf(one))) ||
    difference(({ group }) => DANGERS.indexOf(group.danger)) ||
    difference(originOf) ||
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
