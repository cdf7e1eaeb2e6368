import { type Diagnostic, errorOf, warningOf } from "../../../estate/engine/diagnostics";
import type { PlannedStack } from "../../../estate/engine/plan-stack";
import { compareText } from "../../../util/lists";
import type { StackReview } from "../model/review";
import { isNothingToDo } from "../model/totals";

/** Matches the data source that reads another stack's outputs in CDKTF; that stack's name is at its end. */
const READS = /^data\.terraform_remote_state\.cross-stack-reference-input-(.+)$/;

/** The errors of engines for a state that was never written, and for an output that a state lacks. */
const NO_STATE = "Unable to find remote state";
const NO_ATTRIBUTE = "Unsupported attribute";
const NO_OUTPUT = /"cross-stack-output-/;

/** Returns the stack. If an output is not written yet, the error then names the stack to apply first. */
export function withReasons(stack: PlannedStack): PlannedStack {
  const diagnostics = stack.diagnostics?.map((one) => reasonFor(one, stack) ?? one) ?? null;
  return { ...stack, diagnostics };
}

function reasonFor(one: Diagnostic, { name, dependencies = [] }: PlannedStack): Diagnostic | undefined {
  const { summary, detail, address } = one;
  const [, read] = READS.exec(address ?? "") ?? [];
  const others = dependencies.join(" or ");
  if (summary === NO_STATE && read !== undefined) {
    const other = nameOf(read, dependencies);
    return mustWait(name, other, `${name} reads from ${other}, which has not been applied yet`);
  }
  if (summary === NO_ATTRIBUTE && NO_OUTPUT.test(detail) && others !== "")
    return mustWait(name, others, `${name} reads outputs that only the next apply of ${others} writes`);
  return undefined;
}

function mustWait(name: string, other: string, summary: string): Diagnostic {
  return errorOf(
    summary,
    `${name} can be planned only after an apply of ${other}. Apply ${other} first, then review again.`,
  );
}

/** Warns in each stack whose plan used old outputs: a stack that it depends on has planned changes. */
export function withDependencies(
  reviews: readonly StackReview[],
  stacks: readonly PlannedStack[],
): StackReview[] {
  const changed = reviews.filter((review) => review.planned && !isNothingToDo(review));
  const changing = new Set(changed.map(({ name }) => name));
  const read = new Map(stacks.map((stack) => [stack.name, readBy(stack)]));
  const direct = new Map(
    stacks.map(({ name, dependencies = [] }) => [name, [...dependencies, ...read.get(name)!]]),
  );
  return reviews.map((review) => {
    const { name, planned } = review;
    const found = [...reachableFrom(name, direct)].filter((other) => changing.has(other)).sort(compareText);
    if (!planned || found.length === 0) return review;
    const reads = found.every((other) => read.get(name)?.includes(other));
    return withWarning(review, outdated(name, found, reads ? "reads from" : "depends on"));
  });
}

function outdated(name: string, changing: readonly string[], verb: string): Diagnostic {
  const [change, are] = changing.length === 1 ? ["changes", "is"] : ["change", "are"];
  const others = changing.join(" and ");
  return warningOf(
    `${name} ${verb} ${others}, which ${change}: the changes of ${name} show only after ${others} ${are} applied`,
    `Apply ${others} first, then review ${name} again.`,
  );
}

function withWarning(review: StackReview, warning: Diagnostic): StackReview {
  const totals = { ...review.totals, warning: review.totals.warning + 1 };
  const errors = review.diagnostics.filter(({ severity }) => severity === "error");
  const warnings = review.diagnostics.slice(errors.length);
  return { ...review, totals, diagnostics: [...errors, warning, ...warnings] };
}

/** Returns the names of the stacks whose outputs a stack reads, as far as its plan shows. */
function readBy({ plan, dependencies = [] }: PlannedStack): string[] {
  const resources = plan?.configuration?.root_module?.resources ?? [];
  const read = resources.flatMap(({ address }) => READS.exec(address)?.[1] ?? []);
  return read.map((name) => nameOf(name, dependencies));
}

/** Returns the name of a stack that CDKTF writes in addresses with only letters, digits, `_` and `-`. */
function nameOf(read: string, dependencies: readonly string[]): string {
  return dependencies.find((dependency) => dependency.replace(/[^A-Za-z0-9_-]/g, "") === read) ?? read;
}

/** Returns the direct and indirect dependencies of a stack, without the stack. */
function reachableFrom(name: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set(direct.get(name));
  for (const one of found) for (const next of direct.get(one) ?? []) found.add(next);
  found.delete(name);
  return found;
}
