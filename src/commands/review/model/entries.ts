import type { Danger } from "./danger-order";
import { placedIn } from "./placed";
import { placeOf } from "./pairs";
import type {
  AttributeChange,
  ChangeIndex,
  LineCount,
  ObjectChange,
  Pair,
  Review,
  StackReview,
} from "./review";

export interface Member {
  readonly stack: StackReview;
  readonly change: ObjectChange;
  /** The second change of a pair; null for any other change. */
  readonly partner: { readonly stack: StackReview; readonly change: ObjectChange } | null;
}

/** A group of a review, with its changes in place of their indexes. */
export interface Entry {
  readonly danger: Danger;
  readonly lines: LineCount;
  /** The changes, by stack and address. */
  readonly members: readonly [Member, ...Member[]];
  /** The first change, or the change that stands for the first pair. It stands for all of them. */
  readonly change: ObjectChange;
  /** The attributes of `change` to list. */
  readonly attributes: readonly AttributeChange[];
  /** What the two changes of each pair have in common; null for an entry without pairs. */
  readonly pairedBy: Pair["by"] | null;
  /** The larger entry with which this one shares lines of its edit; null if there is none. */
  readonly resembles: Omit<Entry, "resembles"> | null;
}

/** Returns the groups of a review in their order. */
export function entriesOf({ stacks, groups, pairs }: Pick<Review, "stacks" | "groups" | "pairs">): Entry[] {
  const placed = new Map(placedIn(stacks, pairs).map((one) => [placeOf(one.at), one]));
  const at = ({ stack, change }: ChangeIndex) => {
    return { stack: stacks[stack]!, change: stacks[stack]!.changes[change]! };
  };
  const entries = groups.map(({ danger, lines, objects }) => {
    const members = objects.map((index) => {
      const { pair } = placed.get(placeOf(index))!;
      return { ...at(index), partner: pair && at(pair.second) };
    }) as [Member, ...Member[]];
    const { change, attributes, pair } = placed.get(placeOf(objects[0]!))!;
    return { danger, lines, members, change, attributes, pairedBy: pair && pair.by };
  });
  return entries.map((entry, i) => {
    const { resembles } = groups[i]!;
    return { ...entry, resembles: resembles === null ? null : entries[resembles]! };
  });
}
