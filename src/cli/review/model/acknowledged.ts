import { groupBy } from "../../shared/lists";
import { withoutObject } from "./likeness";
import type { AcknowledgedWarning, Review, StackReview } from "./review";

/** Acknowledged warnings that say the same about different snippets, for the same reason. */
export interface Acknowledged {
  /** What the warning says; without its snippet if there are several. */
  readonly summary: string;
  readonly reason: string;
  readonly members: readonly { readonly stack: StackReview; readonly warning: AcknowledgedWarning }[];
}

/** Returns the acknowledged warnings of all stacks, alike ones together, in the order of the stacks. */
export function acknowledgedIn({ stacks }: Pick<Review, "stacks">): Acknowledged[] {
  const all = stacks.flatMap((stack) => stack.acknowledged.map((warning) => ({ stack, warning })));
  const whatOf = (warning: AcknowledgedWarning) =>
    withoutObject(warning, { address: null, name: null, id: null }).summary;
  const groups = groupBy(all, ({ warning }) => JSON.stringify([whatOf(warning), warning.reason]));
  return Array.from(groups.values(), (members) => {
    const [{ warning }] = members as [(typeof members)[number]];
    return {
      summary: members.length === 1 ? warning.summary : whatOf(warning),
      reason: warning.reason,
      members,
    };
  });
}
