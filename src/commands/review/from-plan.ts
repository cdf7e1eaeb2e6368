import type { OwnWrite } from "../../provider/run/review-run";
import { PROVIDER_VERSION } from "../../provider/version";
import { type Diagnostic, errorOf, warningOf } from "../../estate/engine/diagnostics";
import type { PlanJson, PlannedResource } from "../../estate/engine/plan-json";
import type { PlannedStack } from "../../estate/engine/plan-stack";
import { isObject } from "../../util/json";
import { compareText } from "../../util/lists";
import { changeOf, driftOf, notShownIn, outputChangeOf, withDrift } from "./model/object-changes";
import { byAddress, notReviewedIn, objectKey } from "./model/objects";
import { groupsOf, messageGroupsOf } from "./model/groups";
import { pairsOf } from "./model/pairs";
import { ACTIONS_IN_ORDER, FORMAT_VERSION, type Review, type StackReview } from "./model/review";
import { unionOfMarks } from "../../estate/engine/plan-sides";
import { previewOf } from "./model/previews";
import { changesNothing, totalsOf } from "./model/totals";
import { redactedSamples, withMarks, withoutVariables } from "./secrets";
import type { Sample } from "../../prompts";
import { attachWarnings, checkWarningsOf, inOrder, promptWarningsOf } from "./warnings";
import {
  type StackWarning,
  warningsOfSameNames,
  warningsOfShared,
  withDependencies,
  withReasons,
} from "./between-stacks";

const NOTHING: PlanJson = {};

/** Engines also write plan files of failed plans. */
const FAILED = errorOf(
  "The plan failed when it was made",
  "The saved plan is not complete and cannot be applied. Plan again.",
);

const INCOMPLETE = warningOf(
  "The plan is not complete",
  "It covers only a part of the configuration, as with -target. Plan again without -target to see all changes.",
);

export function reviewOf(
  planned: readonly PlannedStack[],
  commit: string | null = null,
  further: readonly StackWarning[] = [],
  given: readonly Sample[] = [],
): Review {
  const stacks = inReview(planned);
  const samples = redactedSamples(given, stacks);
  const between = [...warningsOfShared(stacks), ...warningsOfSameNames(stacks), ...further];
  const each = stacks.map((stack) => {
    const warnings = between.filter((one) => one.stack === stack).map(({ warning }) => warning);
    return reviewStack(withReasons(stack), warnings, samples);
  });
  const reviews = withDependencies(each, stacks);
  const plans = stacks.map(({ plan }) => plan);
  const pairs = pairsOf(reviews, plans);
  return {
    formatVersion: FORMAT_VERSION,
    generatorVersion: PROVIDER_VERSION,
    commit,
    totals: totalsOf(...reviews),
    stacks: reviews,
    groups: groupsOf(reviews, pairs),
    pairs,
    messageGroups: messageGroupsOf(reviews),
    base: null,
    approvalExceptions: null,
    findings: null,
    workspaces: null,
    samples,
  };
}

export function inReview(stacks: readonly PlannedStack[]): PlannedStack[] {
  return [...stacks].sort((a, b) => compareText(a.name, b.name));
}

function reviewStack(stack: PlannedStack, shared: readonly Diagnostic[], samples: Sample[]): StackReview {
  const { name, plan: finished } = stack;
  const plan = finished ?? stack.unfinished ?? NOTHING;
  const marked = withMarks(plan);
  const prompts = promptWarningsOf(marked, stack.knownVariables, samples);
  const isIncomplete = plan.complete === false && plan.errored !== true;
  const told = stack.diagnostics ?? [...(isIncomplete ? [INCOMPLETE] : []), ...checkWarningsOf(marked)];
  const said = withoutVariables([...told, ...prompts.warnings], marked);
  const notShown = notShownIn(marked);
  const reported = inOrder([...said, ...notShown.map(({ warning }) => warning), ...shared]);
  if (finished?.errored === true) reported.unshift(FAILED);
  const found = changesIn(marked, stack.ownWrites);
  const { changes, diagnostics } = attachWarnings(reported, found.changes);
  const totals = totalsOf({ ...found, changes, diagnostics });
  const planned = finished !== null && finished.errored !== true;
  return {
    name,
    planned,
    notReviewed: planned ? [] : plan === NOTHING ? null : notReviewedIn(marked, diagnostics),
    hasEngineWarnings: stack.diagnostics !== null,
    onlyUpdatesState: planned && plan.applyable === true && notShown.length === 0 && changesNothing(totals),
    notShown: notShown.length,
    deletesNotShown: notShown.filter(({ deletes }) => deletes).length,
    engine: stack.engine ?? null,
    engineVersion: plan.terraform_version ?? null,
    plannedAt: plan.timestamp ?? null,
    totals,
    ...found,
    changes: changes.map((one) => ({ ...one, preview: previewOf(one, samples) })),
    diagnostics,
    acknowledged: inOrder(withoutVariables(prompts.acknowledged, marked)),
  };
}

function changesIn(
  plan: PlanJson,
  ownWrites: readonly OwnWrite[] = [],
): Pick<StackReview, "changes" | "drift" | "outputs"> {
  const { resource_changes = [], resource_drift = [], output_changes = {} } = plan;
  const plannedAt = new Map(resource_changes.map((planned) => [objectKey(planned), planned]));
  const drift = resource_drift
    .map((found) => withoutOwnWrites(found, ownWrites))
    .flatMap((found) => driftOf(found, plannedAt.get(objectKey(found)), plan) ?? [])
    .sort(byAddress);
  const driftAt = new Map(drift.map((one) => [one.address, one]));
  const changes = asFound(plan)
    .flatMap((resource) => changeOf(resource, plan) ?? [])
    .map((change) => withDrift(change, driftAt.get(change.address)))
    .sort(
      (a, b) => ACTIONS_IN_ORDER.indexOf(a.action) - ACTIONS_IN_ORDER.indexOf(b.action) || byAddress(a, b),
    );
  const outputs = Object.entries(output_changes)
    .flatMap(([name, change]) => outputChangeOf(name, change) ?? [])
    .sort((a, b) => compareText(a.name, b.name));
  return { changes, drift, outputs };
}

/** Texts that the provider wrote itself are no drift, so they count as part of the state. */
function withoutOwnWrites(found: PlannedResource, ownWrites: readonly OwnWrite[]): PlannedResource {
  const { before, after } = found.change;
  if (!isObject(before) || !isObject(after)) return found;
  const own = ownWrites.filter(({ type, id }) => type === found.type && id === after.id);
  const written = own.flatMap(({ attributes }) => attributes.map((name) => [name, after[name] ?? null]));
  return { ...found, change: { ...found.change, before: { ...before, ...Object.fromEntries(written) } } };
}

/** Engines show the prior state of a removed object. The values that the refresh found replace `before`. */
export function asFound({ resource_changes = [], resource_drift = [] }: PlanJson): PlannedResource[] {
  const drifts = new Map(resource_drift.map((drift) => [objectKey(drift), drift.change]));
  return resource_changes.map((resource) => {
    const { change } = resource;
    const drift = drifts.get(objectKey(resource));
    const isRemoved = change.actions.some((action) => action === "delete" || action === "forget");
    if (!isRemoved || drift?.actions[0] !== "update" || (drift.after ?? null) === null) return resource;
    const before_sensitive = unionOfMarks(change.before_sensitive, drift.after_sensitive);
    return { ...resource, change: { ...change, before: drift.after!, before_sensitive } };
  });
}
