import { count } from "../../../util/text";
import type { ApprovalException, Review } from "../model/review";
import { fact, type Fact, MAX_NAMED } from "./objects";

/** Returns what readers must know about the approval: the changes that it leaves out, and those that it covers unseen. */
export function approvalFacts({ approvalExceptions, stacks }: Review, most = MAX_NAMED): Fact[] {
  const facts = (words: (changes: string) => string, all: readonly ApprovalException[]): Fact[] => {
    if (all.length === 0) return [];
    const first = all.length > most ? `, the first ${most} of them` : "";
    const names = all.slice(0, most).map(({ stack, change }) => {
      const { name, changes } = stacks[stack]!;
      const { action, address } = changes[change]!;
      return `${action} ${address}${stacks.length > 1 ? ` in ${name}` : ""}`;
    });
    return [fact(`${words(count(all.length, "change"))}${first}:`, names, true)];
  };
  const all = approvalExceptions ?? [];
  const having = (why: ApprovalException["why"], approved: boolean) =>
    all.filter((one) => one.why === why && one.approved === approved);
  const [hidden, sensitive] = [having("not shown", false), having("sensitive", false)];
  return [
    ...facts((changes) => `The approval leaves out ${changes} that this review does not show whole`, hidden),
    ...(hidden.length > 0
      ? [fact("To approve them, write the whole page in the same run: --out review.html.")]
      : []),
    ...facts(
      (changes) => `The approval leaves out ${changes} of a sensitive text, which no review shows`,
      sensitive,
    ),
    ...(sensitive.length > 0 ? [fact("To approve them without showing them, use --approve-sensitive.")] : []),
    ...facts(
      (changes) => `Approved without being shown, because the text is sensitive: ${changes}`,
      having("sensitive", true),
    ),
  ];
}
