import type { Danger } from "./danger-order";
import type { LineCount, ObjectChange, Review, StackReview } from "./review";

/** A change and its stack. */
export interface Member {
  readonly stack: StackReview;
  readonly change: ObjectChange;
}

/** A group of a review, with its changes in place of their indexes. */
export interface Entry {
  readonly danger: Danger;
  readonly lines: LineCount;
  /** The changes, by stack and address. */
  readonly members: readonly [Member, ...Member[]];
  /** The first change, which stands for all of them. */
  readonly change: ObjectChange;
  /** The larger entry with which this one shares lines of its edit; null if there is none. */
  readonly resembles: Entry | null;
}

type Open<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the groups of a review in their order. */
export function entriesOf({ stacks, groups }: Pick<Review, "stacks" | "groups">): Entry[] {
  const entries = groups.map(({ danger, lines, objects }): Open<Entry> => {
    const members = objects.map(({ stack, change }) => {
      return { stack: stacks[stack]!, change: stacks[stack]!.changes[change]! };
    }) as [Member, ...Member[]];
    return { danger, lines, members, change: members[0].change, resembles: null };
  });
  for (const [i, { resembles }] of groups.entries())
    if (resembles !== null) entries[i]!.resembles = entries[resembles]!;
  return entries;
}
