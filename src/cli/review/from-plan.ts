import { PROVIDER_VERSION } from "../../provider/version";
import type { Diagnostic } from "../engine/diagnostics";
import type { PlanJson, PlannedChange, PlannedResource } from "../engine/plan-json";
import type { PlannedStack } from "../engine/plan-stack";
import { compareText } from "../shared/lists";
import { notShownIn, wholeReason } from "./model/actions";
import { compareAddresses, objectKey } from "./model/addresses";
import { changeOf, driftOf, outputChangeOf } from "./model/object-changes";
import {
  type Action,
  FORMAT_VERSION,
  type ObjectIdentity,
  type Review,
  type StackReview,
} from "./model/review";
import { unionOfMasks } from "./model/sides";
import { changesNothing, sumOf, totalsOf } from "./model/totals";
import { withMarks } from "./secrets/marks";
import { withoutSecrets, withoutVariables } from "./secrets/redact-diagnostics";
import { attachWarnings } from "./warnings/attach";
import { inOrder, withoutRepeats } from "./warnings/diagnostics";
import { checkWarningsOf, promptWarningsOf } from "./warnings/plan-warnings";
import { warningsOfShared } from "./warnings/shared-objects";
import { withDependencies, withReasons } from "./warnings/stack-dependencies";

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

/**
 * The resources of a plan, those that go with what was found at the server as the side before. For an object that left the
 * configuration the engine plans with the state from before it looked, and a reviewer would agree to the loss of another
 * text than the one that is lost.
 */
export function asFound({ resource_changes = [], resource_drift = [] }: PlanJson): PlannedResource[] {
  const drifts = new Map(resource_drift.map((drift) => [objectKey(drift), drift.change]));
  return resource_changes.map((resource) => withBefore(resource, drifts.get(objectKey(resource))));
}

/** `drift` is what happened to the same object outside of Terraform; undefined where that is nothing. */
function withBefore(resource: PlannedResource, drift: PlannedChange | undefined): PlannedResource {
  const { change } = resource;
  if (!change.actions.some((action) => action === "delete" || action === "forget")) return resource;
  if (drift?.actions[0] !== "update" || (drift.after ?? null) === null) return resource;
  const before_sensitive = unionOfMasks(change.before_sensitive, drift.after_sensitive);
  return { ...resource, change: { ...change, before: drift.after!, before_sensitive } };
}
