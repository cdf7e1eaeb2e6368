import { likenessOf, listedAttributes } from "./likeness";
import { pairedChange } from "./paired-change";
import { placeOf } from "./pairs";
import type { AttributeChange, ChangeIndex, ObjectChange, Pair, StackReview } from "./review";

/** A change, or the change that stands for a pair, and where it is. */
export interface Placed {
  readonly at: ChangeIndex;
  readonly change: ObjectChange;
  /** The attributes that the formats list. */
  readonly attributes: readonly AttributeChange[];
  readonly pair: Pair | null;
}

/** Returns all changes of the stacks except the second ones of pairs. */
export function placedIn(stacks: readonly StackReview[], pairs: readonly Pair[]): Placed[] {
  const firsts = new Map(pairs.map((pair) => [placeOf(pair.first), pair]));
  const seconds = new Set(pairs.map(({ second }) => placeOf(second)));
  return stacks.flatMap(({ changes }, stack) =>
    changes.flatMap((change, i): Placed[] => {
      const at = { stack, change: i };
      if (seconds.has(placeOf(at))) return [];
      const pair = firsts.get(placeOf(at)) ?? null;
      if (pair === null) return [{ at, change, attributes: listedAttributes(change), pair }];
      const paired = pairedChange(change, stacks[pair.second.stack]!.changes[pair.second.change]!);
      return [{ at, change: paired, attributes: paired.attributes, pair }];
    }),
  );
}

/** Returns a key that two changes or pairs share if they are alike. */
export function keyOfPlaced({ change, attributes, pair }: Placed): string {
  return `${pair?.by ?? ""} ${likenessOf(change, attributes)}`;
}
