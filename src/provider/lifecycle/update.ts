import { isAmbiguous, isRetryable } from "../../client";
import type { Readable } from "../../objects/found";
import { sameText } from "../../objects/text";
import type { ResourceCall } from "../../sdk/framework";
import { isUnknown } from "../../sdk/values";
import type { Declared, FinalPlan, ManagedState, Partly } from "../run/object-kind";
import type { Operation, WriteContext } from "../run/operation";
import { pollUntil, withGrace } from "../run/polling";
import { beginWrite } from "../run/reporting";
import { claim, refuseOther } from "./identity";
import { findObject, findShown, rememberedOf } from "./find-object";
import { recordSent } from "./outside-edits";
import { changedSincePlan, refuseChanged, type RestrictedChange, restrictWrite } from "./permit";
import { forgetPlan } from "./plan";
import { knownPart, readBack } from "./read-back";
import { Done, mayRetry, unlessStopped, write, type Attempt } from "./write";

export async function updateManaged<State extends ManagedState>(
  context: WriteContext<State>,
  { plan, prior }: { readonly plan: FinalPlan<State>; readonly prior: Partly<State> },
): Promise<State> {
  const { kind, call } = context;
  forgetPlan(call);
  const begunAt = performance.now();
  const operation = { ...context, subject: claim(context, prior) };
  // The time of the last update is known if the plan changes no attribute that the API stores.
  const sends = isUnknown(plan.last_updated_at);
  const { id } = operation.subject;
  const change: RestrictedChange = { action: "update", id, before: prior, after: plan, sends };
  const values = knownPart<State>(plan);
  const content = kind.contentOf(values, prior);
  if (!sends) {
    restrictWrite(operation, change);
    // The plan of an update that sends no request knows all values.
    return values as State;
  }
  const remembered = rememberedOf(operation, prior);
  const planned = kind.contentOf(prior, null);
  const before = await write<Readable, Readable>(operation, {
    ...sending(operation, () => content),
    async look(again) {
      const found = await findShown(operation, remembered);
      if (found === undefined) throw missing(operation);
      const isWritten = again !== undefined && kind.differences(content, found).length === 0;
      return isWritten ? new Done(found) : found;
    },
    permit(found, again) {
      refuseChanged(operation, found, planned, again && content);
      restrictWrite(operation, change);
      recordSent(operation, prior, content);
    },
  });
  return readBack(operation, { content, values, begunAt, before });
}

/** Returns the object from the last read before the update. */
export async function updateAdopted(
  operation: Operation<ResourceCall>,
  values: Partly<ManagedState>,
  permit: () => void,
): Promise<Readable> {
  const { kind, subject, run } = operation;
  const contentFor = (found: Readable) =>
    kind.contentOf(values, kind.toState(found, run.settings.workspaceId, values));
  let first: Readable | undefined;
  return write<Readable, Readable>(operation, {
    ...sending(operation, contentFor),
    async look() {
      const found = await findObject(operation);
      if (found === undefined) throw missing(operation);
      if (first !== undefined) {
        const { createdAt } = first;
        refuseOther(operation, { createdAt, elsewhere: undefined, hasContent: () => true }, found);
      } else if (!run.memory(kind).ownership.adopt(subject.id)) {
        throw changedSincePlan(subject, "Another resource manages it.");
      }
      if (!sameText(found.name, values.name)) throw changedSincePlan(subject, "It has another name now.");
      first ??= found;
      return kind.differences(contentFor(found), found).length === 0 ? new Done(first) : found;
    },
    permit,
  });
}

/** After a stop, this function throws: the polling ended early, so a missing object proves nothing. */
function missing(operation: Operation): Error {
  beginWrite("update", operation);
  return changedSincePlan(operation.subject, "It was deleted.");
}

/** If the result is ambiguous, a read that shows the written content confirms the update. */
function sending(
  operation: Operation,
  contentFor: (found: Readable) => Declared,
): Pick<Attempt<Readable, Readable>, "doing" | "send" | "judge"> {
  const { kind, subject, run, call } = operation;
  const options = { signal: call.signal, tried: {}, followsLook: true };
  return {
    doing: "update",
    async send(found) {
      await kind.update(run.client, { found, content: contentFor(found) }, options);
      return found;
    },
    async judge(error, found) {
      if (await mayRetry(error, call.signal)) return { lost: error };
      const last = unlessStopped(error, call.signal);
      if (!isAmbiguous(last)) throw last;
      const content = contentFor(found);
      const signal = withGrace(call.signal);
      const isShown = async () => {
        const now = await kind.get(run.client, subject.id, { signal }).catch(() => undefined);
        return now !== undefined && kind.differences(content, now).length === 0 ? true : undefined;
      };
      // After a server failure, all retries have failed, so one read decides.
      const timeoutMs = isRetryable(error) ? 0 : run.settings.visibilityTimeoutMs;
      if ((await pollUntil(isShown, timeoutMs, call.signal)) === undefined) throw last;
      return new Done(found);
    },
  };
}
