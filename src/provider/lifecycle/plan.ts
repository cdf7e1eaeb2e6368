import { isDenied, isMaybeMissing, isOutage } from "../../client";
import type { Readable } from "../../objects/found";
import type { ResourceCall } from "../../sdk/framework";
import { isUnknown, unknown, type Unknown } from "../../sdk/values";
import type { Declared, ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { explaining, unlessReported } from "../run/reporting";
import type { Run } from "../run/run";
import { nameConflict, planExistingName } from "./existing-name";
import { findObject, rememberedOf, shown } from "./find-object";
import { claim, inWorkspace, managedTwice, notFoundHere, OtherObject, refuseOther } from "./identity";
import { attributesOf, valueAt, warnOfOverwritten, warnOfReplaced } from "./outside-edits";
import { restrictPlan, restrictReplaced } from "./permit";

type PlannedValues = { readonly name: string | Unknown };

/** Plans a create. `adopted` is known if the plan was able to look for the name (docs/design/creates.md). */
export async function planCreate(context: HookContext, planned: PlannedValues) {
  const { name } = planned;
  const { kind, run, call } = context;
  const { settings } = run;
  const replaced = savedForReplace(call) as { readonly id: string } | undefined;
  forgetPlan(call);
  // For a replace, the old object exists and already counts as a declared object.
  if (settings.isKnown && replaced === undefined) run.memory(kind).readAhead.excludeCreate();
  // The lookup also runs for a replace, because the plan within an apply cannot see that it is a replace.
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
 * Records an object that is planned to stay. `changes` is false if `planned` equals the prior state. Returns the computed
 * values that its update does not change. If the content stays the same, the time of the last update is one of them, and
 * the update sends nothing. Throws if the change is not allowed.
 */
export async function planExisting(
  context: HookContext,
  prior: Partly<ManagedState>,
  planned: PlannedValues,
  changes: boolean,
): Promise<Partial<Pick<ManagedState, "adopted" | "last_updated_at">>> {
  const { kind, run } = context;
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

/** Records a planned object. Throws if the plan of another resource makes it impossible to apply this one. */
export function recordPlan(operation: Omit<Operation, "call">, plan: "stays" | "goes"): void {
  const { kind, subject, run } = operation;
  const { ownership } = run.memory(kind);
  if (!ownership.recordPlan(subject.id, plan)) throw managedTwice(subject);
  if (ownership.conflictsWithCreate(subject.id)) throw nameConflict(operation);
}

/** Private state: data about an object for the plan of its replace. A tainted object has no such data. */
const PLANNED_BEFORE = "planned_before";

/** Private state of a planned delete: the content that the plan saw, if it differs from the prior state. */
const SEEN_BY_PLAN = "seen_by_plan";

/** Saves the data of an object that the plan of its replace needs: its id, and more for a cluster. */
export function saveForReplace(data: { readonly id: string | null }, call: ResourceCall): void {
  call.private.set(PLANNED_BEFORE, data);
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

/**
 * Plans a delete and returns the current state of the object; undefined if a list confirms that it is deleted
 * already, so that the apply writes nothing. Terraform does not refresh an object before a delete, so an older
 * drift would look like a change after the plan. During an apply nothing is read, because no user reviews the
 * result.
 */
export async function planDelete<State extends ManagedState>(
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
  const found = await unlessReported(run, () => readBeforeDelete(operation, prior));
  if (found === DELETED) return undefined;
  if (found === undefined) return prior;
  const seen = kind.toState(found, run.settings.workspaceId, prior);
  const isChanged = kind.differences(kind.contentOf(prior, null), found).length > 0;
  if (isChanged) call.private.set(SEEN_BY_PLAN, kind.contentOf(seen, null));
  return seen;
}

const DELETED = "deleted";

/** Returns undefined on failure. Throws errors that concern every delete. */
async function readBeforeDelete(
  operation: Operation<ResourceCall>,
  prior: Partly<ManagedState>,
): Promise<Readable | typeof DELETED | undefined> {
  const { kind, subject, run, call } = operation;
  const remembered = rememberedOf(operation, prior);
  return explaining("read", operation, async () => {
    try {
      const response = await kind.get(run.client, subject.id, { signal: call.signal });
      refuseOther(operation, remembered, response);
      return await shown(operation, remembered, inWorkspace(response, run, subject));
    } catch (error) {
      if (isDenied(error)) {
        // The list shows whether the server refuses the credentials.
        const list = () => run.memory(kind).inventory.fresh(call.signal);
        await unlessFailing(run, () => explaining("read", operation, list));
      }
      const { elsewhere } = remembered;
      if (elsewhere !== undefined && isMaybeMissing(error)) throw notFoundHere(operation, elsewhere);
      if (isOutage(error) || error instanceof OtherObject || run.failures.isFailing) throw error;
      // Only limits need to know whether the delete will be a write. Other plans do without the list.
      if (run.restrictions === undefined || !isMaybeMissing(error)) return undefined;
      const isDeleted = await unlessFailing(run, async () => {
        return (await findObject(operation, remembered)) === undefined && !call.signal.aborted;
      });
      return isDeleted === true ? DELETED : undefined;
    }
  });
}

/** Ignores errors that concern only one call: the failure of a list proves nothing. */
async function unlessFailing<T>(run: Run, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (run.failures.isFailing) throw error;
    return undefined;
  }
}
