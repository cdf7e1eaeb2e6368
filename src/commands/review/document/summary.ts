import { groupBy } from "../../../util/lists";
import { count } from "../../../util/text";
import type {
  ApprovalException,
  BaseComparison,
  BaseProblem,
  GoneChange,
  Review,
  Totals,
} from "../model/review";
import { DONE_TO_OBJECTS, isNothingToDo } from "../model/totals";
import { fact, type Fact, firstOf } from "./facts";

export function headlineOf(review: Review): string {
  const words = reviewWords(review);
  return review.base === null ? words : `${baseWords(review.base)}: ${words}`;
}

/** For example `1 of 3 plans failed, 1 to delete, 1 warning`, or `no changes`. */
export function reviewWords({ totals, stacks }: Pick<Review, "totals" | "stacks">): string {
  const part = (kind: keyof Totals, rest = "") =>
    totals[kind] > 0 && `${totals[kind]} ${counted(kind, totals[kind])}${rest}`;
  const isOne = stacks.length === 1;
  const failed = stacks.filter(({ planned }) => !planned).length;
  const states = stacks.filter(({ onlyUpdatesState }) => onlyUpdatesState).length;
  const notShown = stacks.reduce((sum, stack) => sum + stack.notShown, 0);
  const parts = [
    failed > 0 && (isOne ? "the plan failed" : `${failed} of ${stacks.length} plans failed`),
    failed === 0 && stacks.every(isNothingToDo) && "no changes",
    ...DONE_TO_OBJECTS.map((kind) => part(kind)),
    part("output", " to change"),
    states > 0 && `only the state${isOne ? "" : ` of ${count(states, "stack")}`} to update`,
    notShown > 0 && `${notShown} not shown`,
    ...(["drift", "warning", "error"] as const).map((kind) => part(kind)),
  ];
  return parts.filter((one) => one !== false).join(", ");
}

export function counted(kind: keyof Totals, number: number): string {
  if (kind === "drift") return "with drift";
  if (kind !== "error" && kind !== "output" && kind !== "warning") return `to ${kind}`;
  return number === 1 ? kind : `${kind}s`;
}

export function shortCommit(commit: string): string {
  return commit.replace(/^(\w{12})\w*/, "$1");
}

function baseWords({ counts, gone, name }: BaseComparison): string {
  const { branch, base, unknown } = counts;
  const takenBack = gone.filter(({ why }) => why === "taken-back").length;
  const number = (value: number) => value.toLocaleString("en-US");
  return [
    `${number(branch)} of this branch`,
    ...(base > 0 ? [`${number(base)} pending since ${name ?? "the base"}`] : []),
    ...(unknown > 0 ? [`${number(unknown)} not compared`] : []),
    ...(takenBack > 0 ? [`${number(takenBack)} taken back`] : []),
  ].join(", ");
}

export function baseFacts({ base, stacks }: Review): Fact[] {
  if (base === null) return [];
  const of = base.name ?? "the base";
  const commit = base.commit === null ? [] : [shortCommit(base.commit)];
  const gone = groupBy(base.gone, ({ why }) => why);
  const listed = (words: string, why: GoneChange["why"]): Fact[] => {
    const changes = gone.get(why) ?? [];
    const named = changes.map(({ action, address, stack }) => {
      const verb = action === "none" ? "keep" : action;
      return `${verb} ${address}${stacks.length > 1 ? ` in ${stack}` : ""}`;
    });
    return changes.length === 0
      ? []
      : [firstOf(`${words} ${count(changes.length, "planned change")}`, named)];
  };
  return [
    fact(`Compared with the review of ${of}${commit.length > 0 ? " at" : "."}`, commit),
    ...listed("This branch takes back", "taken-back"),
    ...listed(`Of ${of}, the plan does not show what happened to`, "unknown"),
    ...listed(`Since the review of ${of}, an apply has made`, "applied"),
    ...Array.from(
      groupBy(base.problems, ({ why }) => why),
      ([why, found]) =>
        fact(
          PROBLEMS[why],
          found.map(({ stack }) => stack),
          true,
        ),
    ),
  ];
}

const PROBLEMS: Readonly<Record<BaseProblem["why"], string>> = {
  "not in base": "Not compared, because the stack is new or that review left it out:",
  "only in base": "That review has stacks that this review left out:",
  "failed here": "Not compared, because the plan failed:",
  "failed in base": "Not compared, because the plan failed in that review:",
  "another workspace": "Not compared, because that review was made in another workspace:",
  "workspace not certain": "Not compared, because a plan does not make the workspace certain:",
  "several of this name": "Not compared, because several stacks have the name:",
  sensitive: "Some changes are not compared, because they have values that a review cannot show, in:",
};

const EXCEPTIONS: readonly [ApprovalException["why"], approved: boolean, words: string][] = [
  [
    "not shown",
    false,
    "Not approved, because this review does not show them whole (to approve them, add --out review.html)",
  ],
  [
    "sensitive",
    false,
    "Not approved, because their texts are sensitive (to approve them without showing them, add --approve-sensitive)",
  ],
  ["sensitive", true, "Approved without being shown, because their texts are sensitive"],
];

export function approvalFacts({ approvalExceptions, stacks }: Review, most?: number): Fact[] {
  return EXCEPTIONS.flatMap(([why, approved, words]) => {
    const all = approvalExceptions?.filter((one) => one.why === why && one.approved === approved) ?? [];
    const names = all.map(({ stack, change }) => {
      const { name, changes } = stacks[stack]!;
      const { action, address } = changes[change]!;
      return `${action} ${address}${stacks.length > 1 ? ` in ${name}` : ""}`;
    });
    return names.length === 0 ? [] : [firstOf(words, names, true, most)];
  });
}
