import { isAmbiguous, isRetryable } from "../../client";
import type { Readable } from "../../objects/found";
import { isUnknown } from "../../plugin/values";
import type { Declared, FinalPlan, ManagedState, Partly } from "../run/object-kind";
import type { Operation, WriteContext } from "../run/operation";
import { pollUntil } from "../run/polling";
import { withGrace } from "../run/grace-after-stop";
import { beginWrite, explaining } from "../run/reporting";
import { inWords } from "../phrases/differences";
import { describe, ProviderError, type StoredSubject } from "../phrases/subject";
import { claim } from "./claims";
import { findObject, findShown, rememberedOf } from "./find-object";
import { recordSent } from "./outside-edits";
import { forgetPlan } from "./plan";
import { certainOf, knownPart, readBack } from "./read-back";
import { restrictWrite } from "./restrict";

const DELETED = "It was deleted.";

interface Update<State> {
  readonly plan: FinalPlan<State>;
  readonly prior: Partly<State>;
}

/** Updates an object to the planned content. Returns its state. Throws if it has changed since the plan. */
export async function updateManaged<State extends ManagedState>(
  context: WriteContext<State>,
  { plan, prior }: Update<State>,
): Promise<State> {
  const { kind, call } = context;
  forgetPlan(call);
  const begunAt = performance.now();
  const operation = { ...context, subject: claim(context, prior) };
  // Otherwise, the plan changes only attributes that the API does not store, so no request is needed.
  const sends = isUnknown(plan.last_updated_at);
  restrictWrite(operation, { action: "update", id: operation.subject.id, before: prior, after: plan, sends });
  const values = knownPart<State>(plan);
  const content = kind.contentOf(values, prior);
  const certain = certainOf(operation, values);
  if (!sends) return certain as State;
  const remembered = rememberedOf(operation, prior);
  beginWrite("update", operation);
  const before = await findShown(operation, remembered);
  if (before === undefined) throw changedSincePlan(operation.subject, DELETED);
  refuseChanged(operation, kind.contentOf(prior, null), before);
  recordSent(operation, prior, content);
  await sendUpdate(operation, before, content);
  return readBack(operation, { content, certain, begunAt, before });
}

/** Updates an adopted object to the declared content. Returns the object as it was before the update. */
export async function updateAdopted(operation: Operation, values: Partly<ManagedState>): Promise<Readable> {
  const { kind, subject, run } = operation;
  beginWrite("update", operation);
  const found = await findObject(operation);
  if (found === undefined) throw changedSincePlan(subject, DELETED);
  if (!run.memory(kind).ownership.adopt(subject.id)) {
    throw changedSincePlan(subject, "Another resource manages it.");
  }
  const content = kind.contentOf(values, kind.toState(found, run.settings.workspaceId, values));
  if (kind.differences(content, found).length > 0) await sendUpdate(operation, found, content);
  return found;
}

/** Sends an update. If the result is ambiguous, a read that shows the content confirms the update. */
async function sendUpdate(operation: Operation, found: Readable, content: Declared): Promise<void> {
  const { kind, subject, run, call } = operation;
  // The read may have taken long, and Terraform may have asked to stop meanwhile.
  beginWrite("update", operation);
  await explaining("update", operation, async () => {
    try {
      await kind.update(run.client, { found, content }, { signal: call.signal });
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const signal = withGrace(call.signal);
      const isShown = async () => {
        const now = await kind.get(run.client, subject.id, { signal }).catch(() => undefined);
        return now !== undefined && kind.differences(content, now).length === 0 ? true : undefined;
      };
      // After a server failure, the client has retried already, so this does not wait.
      const timeoutMs = isRetryable(error) ? 0 : run.settings.visibilityTimeoutMs;
      if ((await pollUntil(isShown, timeoutMs, call.signal)) === undefined) throw error;
    }
  });
}

/** Throws if the object has other content than the plan saw before. */
export function refuseChanged({ kind, subject }: Operation, planned: Declared, found: Readable): void {
  const changed = kind.differences(planned, found);
  if (changed.length > 0) throw changedSincePlan(subject, inWords(changed, "the plan saw"));
}

function changedSincePlan(subject: StoredSubject, what: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} has changed since the plan`,
    `${what}\n\nNothing was written. Plan again with a refresh, review the changes, and apply the new plan.`,
  );
}
