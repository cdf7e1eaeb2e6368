import { groupBy } from "../../../util/lists";
import { count } from "../../../util/text";
import type { BaseComparison, BaseProblem, GoneChange, ObjectChange, Review } from "../model/review";
import { fact, type Fact, MAX_NAMED } from "./objects";
import { reviewSentence, shortCommit } from "./summary";

/** Returns the summary of a review; after a comparison, it begins with what this branch adds. */
export function headlineOf(review: Review): string {
  const sentence = reviewSentence(review);
  return review.base === null ? sentence : `${baseSentence(review.base)}: ${sentence}`;
}

/** Returns words such as `2 of this branch, 1,499 pending since main`. */
function baseSentence({ counts, gone, name }: BaseComparison): string {
  const { branch, base, unknown } = counts;
  const takenBack = gone.filter(({ why }) => why === "taken-back").length;
  return [
    `${numberOf(branch)} of this branch`,
    `${numberOf(base)} pending since ${name ?? "the base"}`,
    ...(unknown > 0 ? [`${numberOf(unknown)} not compared`] : []),
    ...(takenBack > 0 ? [`${numberOf(takenBack)} taken back`] : []),
  ].join(", ");
}

function numberOf(value: number): string {
  return value.toLocaleString("en-US");
}

/** Returns what the comparison found beside the changes, and what it could not compare; none without a comparison. */
export function baseFacts({ base, stacks }: Review): Fact[] {
  if (base === null) return [];
  const of = base.name ?? "the base";
  const commit = base.commit === null ? [] : [shortCommit(base.commit)];
  const gone = groupBy(base.gone, ({ why }) => why);
  const isOneOfMany = stacks.length > 1;
  return [
    fact(`Compared with the review of ${of}${commit.length > 0 ? " at" : "."}`, commit),
    ...listed("This branch takes back", gone.get("taken-back"), isOneOfMany),
    ...listed(`Of ${of}, the plan does not show what happened to`, gone.get("unknown"), isOneOfMany),
    ...listed(`Since the review of ${of}, an apply has made`, gone.get("applied"), isOneOfMany),
    ...Array.from(
      groupBy(base.problems, ({ why }) => why),
      ([why, found]) =>
        fact(
          PROBLEMS[why](of),
          found.map(({ stack }) => stack),
          true,
        ),
    ),
  ];
}

function listed(words: string, gone: readonly GoneChange[] = [], isOneOfMany: boolean): Fact[] {
  if (gone.length === 0) return [];
  const named = gone.slice(0, MAX_NAMED).map(({ action, address, stack }) => {
    const verb = action === "none" ? "keep" : action;
    return `${verb} ${address}${isOneOfMany ? ` in ${stack}` : ""}`;
  });
  const first = gone.length > MAX_NAMED ? `, the first ${MAX_NAMED} of them` : "";
  return [fact(`${words} ${count(gone.length, "planned change")}${first}:`, named)];
}

const PROBLEMS: Readonly<Record<BaseProblem["why"], (base: string) => string>> = {
  "not in base": (base) => `Not compared, because the stack is new or the review of ${base} left it out:`,
  "only in base": (base) => `The review of ${base} has stacks that this review left out:`,
  "failed here": () => "Not compared, because the plan failed:",
  "failed in base": (base) => `Not compared, because the plan failed in the review of ${base}:`,
  "another workspace": (base) => `Not compared, because the review of ${base} was made in another workspace:`,
  "workspace not certain": () => "Not compared, because a plan does not make the workspace certain:",
  "several of this name": () => "Not compared, because several stacks have the name:",
  sensitive: () => "Some changes are not compared, because they have values that a review cannot show, in:",
};

/** Returns words for a change that is not of this branch; null for a change of this branch and without a comparison. */
export function originWords({ origin }: ObjectChange): "pending" | "not compared" | null {
  return origin === "base" ? "pending" : origin === "unknown" ? "not compared" : null;
}

/** Returns a sentence about a change that is not of this branch; none for any other change. */
export function originFacts({ origin }: ObjectChange): Fact[] {
  if (origin === null || origin === "branch") return [];
  return [
    fact(origin === "base" ? "It was pending before this branch." : "It is not compared with the base."),
  ];
}
