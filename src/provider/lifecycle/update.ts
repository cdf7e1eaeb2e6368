import { isAmbiguous, isRetryable } from "../../client";
import { DiagnosticError, type Call } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { explaining } from "../wording/failure";
import { findObject, findShown, type Remembered } from "./find-object";
import type { Declared, ManagedKind, ManagedState, ObjectKind, Partly, Readable } from "../run/object-kind";
import { lookUntil, withGrace } from "../run/polling";
import { describe, inWords, type StoredSubject } from "../wording/subject";
import { beginWrite } from "./begin-write";

/** A change of content that was planned. */
interface PlannedUpdate<Found, Content> {
  readonly remembered: Remembered<Found>;
  /** As the plan saw it. */
  readonly before: Content;
  readonly after: Content;
}

/**
 * Replaces the content of an object, unless it changed since the plan: what somebody else wrote meanwhile must not be
 * overwritten by a plan that nobody reviewed against it. Returns what it was before.
 */
export async function updateObject<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  subject: StoredSubject,
  { remembered, before, after }: PlannedUpdate<Found, Content>,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  beginWrite("update", subject, workspace, call);
  const found = await findShown(kind, subject, remembered, workspace, call);
  if (found === undefined) throw deletedSincePlan(subject);
  refuseChanged(kind, subject, before, found);
  await write(kind, subject, found, after, workspace, call);
  return found;
}

/** Sends an update. Where its answer is lost or makes no sense, a read that shows the content says that it was carried out. */
async function write<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  subject: StoredSubject,
  found: Found,
  content: Content,
  workspace: Workspace,
  call: Call,
): Promise<void> {
  // Once more: the look may have taken a while.
  beginWrite("update", subject, workspace, call);
  await explaining("update", subject, workspace, async () => {
    try {
      await kind.update(workspace.client, found, content, call.signal);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      const signal = withGrace(call.signal);
      const shows = await lookUntil(
        async () => {
          const now = await kind.get(workspace.client, subject.id, { signal }).catch(() => undefined);
          return now !== undefined && kind.differences(content, now).length === 0 ? true : undefined;
        },
        // A server in trouble was asked several times already.
        isRetryable(error) ? 0 : workspace.visibilityTimeoutMs,
        call.signal,
      );
      if (shows === undefined) throw error;
    }
  });
}

/** Brings an object that the plan takes over to the declared content; returns what it was before. */
export async function adoptObject<
  Found extends Readable,
  Content extends Declared,
  State extends ManagedState,
>(
  kind: ManagedKind<Found, Content, State>,
  subject: StoredSubject,
  values: Partly<State>,
  workspace: Workspace,
  call: Call,
): Promise<Found> {
  beginWrite("update", subject, workspace, call);
  const found = await findObject(kind, subject, workspace, call);
  if (found === undefined) throw deletedSincePlan(subject);
  if (!workspace.ownership(kind).takeOver(subject.id)) {
    throw changedSincePlan(subject, "Another resource manages it.");
  }
  const content = kind.contentOf(values, kind.toState(found, workspace, values));
  if (kind.differences(content, found).length > 0) {
    await write(kind, subject, found, content, workspace, call);
  }
  return found;
}

/** Throws where the object is not as the plan saw it. */
export function refuseChanged<Found extends Readable, Content extends Declared>(
  kind: ObjectKind<Found, Content>,
  subject: StoredSubject,
  before: Content,
  found: Found,
): void {
  const changed = kind.differences(before, found);
  if (changed.length > 0) throw changedSincePlan(subject, inWords(changed, "the plan saw"));
}

function deletedSincePlan(subject: StoredSubject): DiagnosticError {
  return changedSincePlan(subject, "It was deleted.");
}

function changedSincePlan(subject: StoredSubject, what: string): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)} has changed since the plan`,
    detail: `${what}\n\nNothing was written. Plan again with a refresh, review what changed, and apply that.`,
  });
}
