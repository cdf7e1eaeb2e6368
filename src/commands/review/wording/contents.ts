import { acknowledgedIn, entriesOf, messagesOf } from "../model/groups";
import type { Review, StackReview } from "../model/review";
import { driftBesideChanges } from "../model/totals";
import { lackOf, wordsOfMessage } from "./messages";

/** Returns the words that name a stack; none for the only one. `write` makes the name safe for the format. */
export function inStack(where: string | null, write: (name: string) => string): string {
  return where === null ? "" : ` in ${write(where)}`;
}

export type Contents = ReturnType<typeof contentsOf>;
export type MessageWords = Contents["errors"][number];
export type AcknowledgedWords = Contents["acknowledged"][number];

/** Returns what the formats list of a review, in order. `where` is the name of the stack; null for the only one. */
export function contentsOf(review: Review) {
  const { stacks } = review;
  const isOneOfMany = stacks.length > 1;
  const messages = messagesOf(review).map((members) => ({
    members,
    ...wordsOfMessage(members, isOneOfMany),
  }));
  const each = <T>(of: (stack: StackReview) => readonly T[]) =>
    stacks.flatMap((stack) => of(stack).map((one) => ({ one, where: isOneOfMany ? stack.name : null })));
  return {
    isOneOfMany,
    errors: messages.filter(({ texts }) => texts.severity === "error"),
    lacks: each((stack) => [lackOf(stack)].filter((lack) => lack !== null)),
    entries: entriesOf(review),
    warnings: messages.filter(({ texts }) => texts.severity === "warning"),
    drift: each(driftBesideChanges),
    outputs: each(({ outputs }) => outputs),
    acknowledged: acknowledgedIn(review).map((one) => ({
      ...one,
      places: one.members.map(({ stack, warning }) => [
        ...(isOneOfMany ? [stack.name] : []),
        warning.address!,
      ]),
    })),
  };
}
