import type { Diagnostic } from "../../engine/diagnostics";
import { groupBy } from "../../shared/lists";
import { likenessOfMessage } from "./likeness";
import type { MessageGroup, Review, StackReview } from "./review";

/** Returns the messages of all stacks that are about no change: alike ones in one group, errors first. */
export function messageGroupsOf(stacks: readonly StackReview[]): MessageGroup[] {
  const placed = stacks.flatMap(({ diagnostics }, stack) =>
    diagnostics.map((message, diagnostic) => ({ at: { stack, diagnostic }, message })),
  );
  const groups = [...groupBy(placed, ({ message }) => likenessOfMessage(message)).values()];
  const isWarning = ([first]: typeof placed) => Number(first!.message.severity === "warning");
  return groups
    .sort((a, b) => isWarning(a) - isWarning(b))
    .map((alike) => ({ diagnostics: alike.map(({ at }) => at) }));
}

/** Messages that are alike: the same text about different objects or stacks. */
export interface Message {
  readonly severity: Diagnostic["severity"];
  readonly members: readonly [MessageMember, ...MessageMember[]];
}

export interface MessageMember {
  readonly stack: StackReview;
  readonly diagnostic: Diagnostic;
}

/** Returns the message groups of a review in their order. */
export function messagesOf({ stacks, messageGroups }: Pick<Review, "stacks" | "messageGroups">): Message[] {
  return messageGroups.map(({ diagnostics }) => {
    const members = diagnostics.map(({ stack, diagnostic }) => {
      return { stack: stacks[stack]!, diagnostic: stacks[stack]!.diagnostics[diagnostic]! };
    }) as [MessageMember, ...MessageMember[]];
    return { severity: members[0].diagnostic.severity, members };
  });
}
