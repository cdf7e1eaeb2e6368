import { isDenied, isMaybeMissing, isOutage } from "../../client";
import type { Readable } from "../../objects/found";
import type { ResourceCall } from "../../sdk/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext, Operation } from "../run/operation";
import { explaining, unlessReported } from "../run/reporting";
import { claim } from "./claims";
import { findObject, rememberedOf, shown, type Remembered } from "./find-object";
import { inWorkspace, notFoundHere, OtherObject, refuseOther } from "./identity";
import { recordPlan, saveSeen } from "./plan";

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
  saveSeen(undefined, call);
  const subject = await unlessReported(run, () => claim(context, prior));
  if (subject === undefined || !run.settings.isKnown || run.failures.isFailing || run.isWriting) return prior;
  const operation: Operation<ResourceCall> = { kind, subject, run, call };
  recordPlan(operation, "goes");
  if (run.memory(kind).deletedIds.has(subject.id)) return undefined;
  const found = await unlessReported(run, () => readBeforeDelete(operation, prior));
  if (found === DELETED) return undefined;
  if (found === undefined) return prior;
  const seen = kind.toState(found, run.settings.workspaceId, prior);
  const changed = kind.differences(kind.contentOf(prior, null), found);
  if (changed.length === 0) return seen;
  saveSeen(kind.contentOf(seen, null), call);
  return seen;
}

/** The result for an object that is deleted already, as a list confirms. */
const DELETED = "deleted";

/** Reads the object to be deleted. Returns undefined on failure. Throws errors that concern every delete. */
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
      if (isDenied(error)) await reportRefusedCredentials(operation);
      const { elsewhere } = remembered;
      if (elsewhere !== undefined && isMaybeMissing(error)) throw notFoundHere(operation, elsewhere);
      if (isOutage(error) || error instanceof OtherObject || run.failures.isFailing) throw error;
      // Only limits need to know whether the delete will be a write. Other plans do without the list.
      const isLimited = run.restrictions !== undefined && isMaybeMissing(error);
      return isLimited && (await isDeleted(operation, remembered)) ? DELETED : undefined;
    }
  });
}

/** Reports whether a list confirms that an object is deleted. A failure of the list proves nothing. */
async function isDeleted(operation: Operation<ResourceCall>, remembered: Remembered): Promise<boolean> {
  try {
    return (await findObject(operation, remembered)) === undefined && !operation.call.signal.aborted;
  } catch (error) {
    if (operation.run.failures.isFailing) throw error;
    return false;
  }
}

/** Throws if a list shows that the server refuses the credentials. Ignores all other failures of the list. */
async function reportRefusedCredentials(operation: Operation): Promise<void> {
  const { kind, run, call } = operation;
  try {
    await explaining("read", operation, () => run.memory(kind).inventory.fresh(call.signal));
  } catch (error) {
    if (run.failures.isFailing) throw error;
  }
}
