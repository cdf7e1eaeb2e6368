import { PROVIDER_VERSION } from "../../provider/version";
import { notShownIn } from "./actions";
import { attachWarnings } from "./attach-warnings";
import { inOrder, withoutRepeats } from "./diagnostics";
import {
  FORMAT_VERSION,
  type Action,
  type Diagnostic,
  type ObjectIdentity,
  type Review,
  type StackReview,
} from "./model";
import { changeOf, driftOf, outputChangeOf } from "./object-changes";
import { asFound, withMarks } from "./outside-changes";
import type { PlanJson } from "./plan-json";
import { checkWarningsOf, promptWarningsOf } from "./plan-warnings";
import { wholeReason } from "./reasons";
import { withoutVariables } from "./sensitive-variables";
import { withoutSecrets } from "./sensitive-warnings";
import { warningsOfShared } from "./shared-objects";
import { withDependencies, withReasons } from "./stack-dependencies";
import { changesNothing, sumOf, totalsOf } from "./totals";
import { compareAddresses, compareText } from "./values";

/** What the engine said of one stack. */
export interface PlannedStack {
  readonly name: string;
  /** Null where the plan failed. */
  readonly plan: PlanJson | null;
  /** What the engine had planned before it failed, if it wrote that. It is only read to know what is sensitive. */
  readonly unfinished?: PlanJson | null;
  /** In any order; null where a plan file is merely read, which holds none. */
  readonly diagnostics: readonly Diagnostic[] | null;
  /** Names of the stacks that are to be applied before this one, as synth has noted them. Default: none. */
  readonly dependencies?: readonly string[];
}

const ORDER: readonly Action[] = ["delete", "replace", "forget", "update", "create", "none"];
const NOTHING: PlanJson = {};
/** Engines write a plan file for a plan that failed, too. */
const FAILED: Diagnostic = {
  severity: "error",
  summary: "The plan failed when it was made",
  detail: "It is not complete and cannot be applied. Plan again.",
  address: null,
  source: null,
};
/** What engines warn of when they make such a plan. */
const INCOMPLETE: Diagnostic = {
  severity: "warning",
  summary: "The plan is not complete",
  detail:
    "It was made of a part of the configuration, as with -target. Plan again without that to see everything.",
  address: null,
  source: null,
};

export function reviewOf(stacks: readonly PlannedStack[]): Review {
  const shared = warningsOfShared(stacks);
  const each = stacks.map((stack) => reviewStack(withReasons(stack), shared.get(stack) ?? []));
  const reviews = withDependencies(each, stacks).sort((a, b) => compareText(a.name, b.name));
  return {
    formatVersion: FORMAT_VERSION,
    generatorVersion: PROVIDER_VERSION,
    totals: sumOf(reviews.map(({ totals }) => totals)),
    stacks: reviews,
  };
}

function reviewStack(
  { name, plan, unfinished, diagnostics }: PlannedStack,
  shared: readonly Diagnostic[],
): StackReview {
  const written = withMarks(plan ?? unfinished ?? NOTHING);
  const whole = plan === null ? NOTHING : written;
  const { resource_drift = [], output_changes = {} } = whole;
  const found = withoutVariables(withoutSecrets(diagnostics ?? foundAgain(whole), written), written);
  const notShown = notShownIn(whole);
  const said = inOrder(withoutRepeats([...found, ...notShown, ...shared]));
  if (plan?.errored === true) said.unshift(FAILED);
  const drift = resource_drift.flatMap((resource) => driftOf(resource, whole) ?? []).sort(byAddress);
  const driftAt = new Map(drift.map((one) => [one.address, one]));
  const changes = asFound(whole)
    .flatMap((resource) => changeOf(resource, whole) ?? [])
    .map((change) => ({ ...change, reason: wholeReason(change, driftAt.get(change.address)) }))
    .sort((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || byAddress(a, b));
  const attached = attachWarnings(said, changes);
  const parts = {
    changes: attached.changes,
    drift,
    outputs: Object.entries(output_changes)
      .flatMap(([output, change]) => outputChangeOf(output, change) ?? [])
      .sort((a, b) => compareText(a.name, b.name)),
    diagnostics: attached.diagnostics,
  };
  const totals = totalsOf(parts);
  const planned = plan !== null && plan.errored !== true;
  return {
    name,
    planned,
    hasEngineWarnings: diagnostics !== null,
    onlyUpdatesState: planned && plan.applyable === true && notShown.length === 0 && changesNothing(totals),
    notShown: notShown.length,
    engineVersion: plan?.terraform_version ?? null,
    totals,
    ...parts,
  };
}

/** What the engine warned of when a plan was made before, as far as the plan tells. */
function foundAgain(plan: PlanJson): Diagnostic[] {
  const prompts = (plan.resource_changes ?? []).flatMap((resource) => promptWarningsOf(resource, plan));
  const found = [...prompts, ...checkWarningsOf(plan)];
  return plan.complete === false && plan.errored !== true ? [INCOMPLETE, ...found] : found;
}

function byAddress(a: ObjectIdentity, b: ObjectIdentity): number {
  return compareAddresses(a.address, b.address);
}
