import { count } from "../../shared/text";
import type { Acknowledged } from "../model/acknowledged";

/** Words before the reason of an acknowledged warning. */
export const REASON = "Acknowledged:";

/** Returns a heading such as `2 acknowledged warnings`. */
export function acknowledgedTitle(all: readonly Acknowledged[]): string {
  return count(
    all.reduce((sum, { members }) => sum + members.length, 0),
    "acknowledged warning",
  );
}

/** Returns where the warnings of an entry are: stack and address if the review has several stacks, else address. */
export function placesOfAcknowledged({ members }: Acknowledged, isOneOfMany: boolean): string[][] {
  return members.map(({ stack, warning }) => [...(isOneOfMany ? [stack.name] : []), warning.address!]);
}
