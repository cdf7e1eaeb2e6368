import type { ResourceCall } from "../../sdk/framework";
import { isUnknown, unknown, type Unknown } from "../../sdk/values";
import type { Declared, ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { unlessReported } from "../run/reporting";
import { nameConflict, planExistingName } from "./existing-name";
import { findShown, rememberedOf } from "./find-object";
import { claim, managedTwice, OtherObject } from "./identity";
import { attributesOf, valueAt, warnOfDeleted, warnOfOverwritten, warnOfReplaced } from "./outside-edits";
import { restrictPlan, restrictReplaced } from "./permit";

type PlannedValues = { readonly name: string | Unknown };

/** If the plan could look for the name, the planned `adopted` is known (docs/design/creates.md). */
export async function planCreate(context: HookContext, planned: PlannedValues) {
  const { name } = planned;
  const { kind, run, call } = context;
  const { settings } = run;
  const replaced = savedForReplace(call) as { readonly id: string } | undefined;
  forgetPlan(call);
  // The create of a replace is not a new declared object: the old object is already counted.
  if (settings.isKnown && replaced === undefined) run.memory(kind).readAhead.excludeCreate();
  // The name is also looked up for a replace, because a plan within an apply cannot recognize a replace.
  const isLookedFor = settings.isKnown && !isUnknown(name);
  const adoptedId = isLookedFor ? await planExistingName(context, name, replaced?.id) : undefined;
  const otherwise = isLookedFor || !settings.mayAdopt ? null : unknown;
  if (replaced !== undefined) restrictReplaced(context, replaced.id);
  restrictPlan(context, { action: "create", id: adoptedId ?? otherwise, before: null, after: planned });
  if (replaced !== undefined)
    warnOfReplaced({ ...context, subject: { type: kind.type, id: replaced.id } }, planned);
  return {
    id: adoptedId ?? unknown,
    workspace_id: settings.plannedWorkspaceId,
    adopted: adoptedId === undefined ? otherwise : true,
  };
}

/**
 * Returns the computed values that the update keeps. If the content stays the same, nothing is sent, so the
 * time of the last update also stays.
 */
export async function planExisting(
  context: HookContext,
  prior: Partly<ManagedState>,
  planned: PlannedValues,
  changes: boolean,
): Promise<Partial<Pick<ManagedState, "adopted" | "last_updated_at">>> {
  const { kind, run, call } = context;
  call.private.set(PLANNED_BEFORE, kind.dataForReplace?.(prior) ?? { id: prior.id });
  const sends = attributesOf(kind.type).some((name) => valueAt(prior, name) !== valueAt(planned, name));
  const { adopted, last_updated_at } = prior;
  const kept = sends ? { adopted } : { adopted, last_updated_at };
  const subject = await unlessReported(run, () => claim(context, prior));
  if (subject === undefined) return kept;
  if (run.settings.isKnown) recordPlan({ ...context, subject }, "stays");
  if (changes)
    restrictPlan(context, { action: "update", id: subject.id, before: prior, after: planned, sends });
  warnOfOverwritten({ ...context, subject }, prior, planned);
  return kept;
}

/** Throws if this plan contradicts the plan of another resource with the same object. */
export function recordPlan(operation: Omit<Operation, "call">, plan: "stays" | "goes"): void {
  const { kind, subject, run } = operation;
  const { ownership } = run.memory(kind);
  if (!ownership.recordPlan(subject.id, plan)) throw managedTwice(subject);
  if (ownership.conflictsWithCreate(subject.id)) throw nameConflict(operation);
}

/** Private state: data about the object for the plan of its replace. A tainted object has no such data. */
const PLANNED_BEFORE = "planned_before";

/** Private state of a planned delete: the content that the plan saw, if it differs from the prior state. */
const SEEN_BY_PLAN = "seen_by_plan";

/**
 * Read, create and update save the same data for a replace. Otherwise Terraform would see a change after a
 * refresh.
 */
export function saveForReplace<State extends Partly<ManagedState>>(
  { kind, call }: HookContext,
  state: State,
): State {
  const data = kind.dataForReplace?.(state);
  if (data !== undefined) call.private.set(PLANNED_BEFORE, data);
  return state;
}

export function savedForReplace(call: ResourceCall): unknown {
  return call.private.get(PLANNED_BEFORE);
}

export function plannedToDelete({ kind, call }: HookContext, prior: Partly<ManagedState>): Declared {
  return (call.private.get(SEEN_BY_PLAN) as Declared | undefined) ?? kind.contentOf(prior, null);
}

export function forgetPlan(call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, undefined);
  call.private.set(SEEN_BY_PLAN, undefined);
}

/** `guard` returns the number of linked mailboxes, or throws to prevent the delete of a cluster. */
export async function planDelete<State extends ManagedState>(
  context: HookContext<ResourceCall, State>,
  prior: Partly<State>,
  guard?: (found: Partly<State>) => Promise<number | null>,
): Promise<void> {
  const before = await lookBeforeDelete(context, prior);
  if (before === undefined) return;
  const linked = await guard?.(before);
  restrictPlan(context, { action: "delete", id: prior.id, before, after: null, linked });
  warnOfDeleted(context, prior, before);
}

/**
 * Returns the object's current state; undefined if the object is deleted. Terraform may not refresh an object
 * before its delete. Then the apply would take an earlier edit for one made after the plan. An apply returns
 * `prior`, because no user reviews its plan.
 */
async function lookBeforeDelete<State extends ManagedState>(
  context: HookContext<ResourceCall, State>,
  prior: Partly<State>,
): Promise<Partly<State> | undefined> {
  const { kind, run, call } = context;
  call.private.set(SEEN_BY_PLAN, undefined);
  const subject = await unlessReported(run, () => claim(context, prior));
  if (subject === undefined || !run.settings.isKnown || run.failures.isFailing || run.isWriting) return prior;
  const operation: Operation<ResourceCall> = { kind, subject, run, call };
  recordPlan(operation, "goes");
  if (run.memory(kind).deletedIds.has(subject.id)) return undefined;
  const look = async () => {
    try {
      const shown = await findShown(operation, rememberedOf(operation, prior));
      return shown ?? (call.signal.aborted ? undefined : "deleted");
    } catch (error) {
      if (error instanceof OtherObject || run.failures.isFailing) throw error;
      return undefined;
    }
  };
  const found = await unlessReported(run, look);
  if (found === "deleted") return undefined;
  if (found === undefined) return prior;
  const seen = kind.toState(found, run.settings.workspaceId, prior);
  const isChanged = kind.differences(kind.contentOf(prior, null), found).length > 0;
  if (isChanged) call.private.set(SEEN_BY_PLAN, kind.contentOf(seen, null));
  return seen;
}
