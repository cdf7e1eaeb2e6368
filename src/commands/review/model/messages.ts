import type { Diagnostic } from "../../../estate/engine/diagnostics";
import { groupBy } from "../../../util/lists";
import { withoutAddress } from "./likeness";
import type { AcknowledgedWarning, MessageGroup, Review, StackReview } from "./review";

/** Returns the messages of all stacks that are about no change: alike ones in one group, errors first. */
export function messageGroupsOf(stacks: readonly StackReview[]): MessageGroup[] {
  const placed = stacks.flatMap(({ diagnostics }, stack) =>
    diagnostics.map((message, diagnostic) => ({ at: { stack, diagnostic }, message })),
  );
  const groups = [...groupBy(placed, ({ message }) => JSON.stringify(withoutAddress(message))).values()];
  const isWarning = ([first]: (typeof groups)[number]) => Number(first.message.severity === "warning");
  return groups
    .sort((a, b) => isWarning(a) - isWarning(b))
    .map((alike) => ({ diagnostics: alike.map(({ at }) => at) }));
}

/** Messages that are alike: the same text about different objects or stacks. */
export type Message = readonly [MessageMember, ...MessageMember[]];

export interface MessageMember {
  readonly stack: StackReview;
  readonly diagnostic: Diagnostic;
}

export function messagesOf({ stacks, messageGroups }: Pick<Review, "stacks" | "messageGroups">): Message[] {
  const memberAt = ({ stack, diagnostic }: MessageGroup["diagnostics"][number]): MessageMember => {
    return { stack: stacks[stack]!, diagnostic: stacks[stack]!.diagnostics[diagnostic]! };
  };
  return messageGroups.map(
    ({ diagnostics }) => diagnostics.map(memberAt) as [MessageMember, ...MessageMember[]],
  );
}

/**
 * Returns the acknowledged warnings of all stacks, in their order. Those that say the same for the same reason are
 * together, with a summary that names no snippet.
 */
export function acknowledgedIn({ stacks }: Pick<Review, "stacks">) {
  const all = stacks.flatMap((stack) => stack.acknowledged.map((warning) => ({ stack, warning })));
  const whatOf = ({ prompt, summary }: AcknowledgedWarning) => prompt?.what ?? summary;
  const groups = groupBy(all, ({ warning }) => JSON.stringify([whatOf(warning), warning.reason]));
  return Array.from(groups.values(), (members) => {
    const [{ warning }] = members;
    const summary = members.length === 1 ? warning.summary : whatOf(warning);
    return { summary, reason: warning.reason, members };
  });
}
