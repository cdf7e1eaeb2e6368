import type { Readable } from "../../objects/found";
import { type Identity, identityOf } from "../../objects/identity";
import { SEEN_AT } from "../../objects/private-state";
import { isInWorkspace as isIn } from "../../objects/kinds";
import type { ResourceCall } from "../../sdk/framework";
import type { ManagedState, Partly } from "../run/object-kind";
import type { Concerned, HookContext, Operation } from "../run/operation";
import { RunFailure } from "../run/reporting";
import type { Run } from "../run/run";
import { inAnotherWorkspace, SET_WORKSPACE } from "../wording/failure";
import {
  describe,
  importLines,
  MOVED_BLOCK,
  ProviderError,
  type StoredSubject,
  subjectOf,
} from "../wording/subject";

export function recordSeen({ run, call }: Operation<ResourceCall>): void {
  call.private.set(SEEN_AT, run.settings.address);
}

export class OtherObject extends ProviderError {}

export function refuseOther({ subject }: Operation, identity: Identity, found: Readable): void {
  const verdict = identityOf(identity, found);
  if (verdict === "same") return;
  const difference =
    verdict === "not shown"
      ? "Neither the creation time nor the content shows that it is the object of the state."
      : `The object of the state was created at ${identity.createdAt}, but the object that now has its id was created at ${found.createdAt}.`;
  throw new OtherObject(
    `${describe(subject)} is another object now`,
    `${difference}\n\nThat object was left as it is, and the state is kept. ` +
      "If base_url (OUTREACH_BASE_URL) leads to another deployment, correct it. " +
      `Else remove the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API): the next apply then creates an object for it. ` +
      `If the resource should manage this object, such as an object that was restored from a backup, import it after that:\n${importLines(subject.type, [subject.id])}`,
  );
}

export function notFoundHere({ subject, run }: Concerned, elsewhere: string): RunFailure {
  return new RunFailure(
    `${describe(subject)} is not found at ${run.settings.address}, but was last seen at ${elsewhere}`,
    "An object that is not found at this address may still exist at the other address. The state is therefore kept, for this object and for any other that is not found here. Nothing was written or deleted. " +
      `Set base_url (OUTREACH_BASE_URL) to ${elsewhere} if the workspace is there. ` +
      "If the workspace has really moved, remove from the state the objects that did not move (terraform state rm ADDRESS, which deletes nothing at the API), and import the objects that now have another id.",
    !run.failures.reportFailure(),
  );
}

export function isInWorkspace({ workspaceId }: Readable, { settings }: Run): boolean {
  return isIn(workspaceId, settings.workspaceId);
}

export function inWorkspace(found: Readable, run: Run, subject: StoredSubject): Readable {
  if (isInWorkspace(found, run)) return found;
  throw new ProviderError(
    inAnotherWorkspace(subject),
    `The API responded with another workspace id. ${SET_WORKSPACE}`,
  );
}

type Claim = Pick<Partly<ManagedState>, "id" | "name" | "workspace_id">;
type ClaimContext = Pick<HookContext, "kind" | "run">;

/** The state of an import has only an id until Terraform reads the object. */
export function isImported({ name }: Claim): boolean {
  return name === null;
}

/** Throws if the object is in another workspace, or if a planned create will adopt the object. */
export function claim({ kind, run }: ClaimContext, state: Claim): StoredSubject {
  const subject = subjectOf(kind.type, state);
  if (!run.settings.isKnown) return subject;
  if (state.workspace_id !== null && state.workspace_id !== run.settings.workspaceId) {
    // Both workspace ids are credentials, so no message shows them.
    throw new RunFailure(
      `${describe(subject)} belongs to another workspace than the configured one`,
      "The state has another workspace_id for this object, and perhaps for others. Nothing was written. " +
        "Set workspace_id (OUTREACH_WORKSPACE_ID) to the workspace of this state, or use a separate state (stack) for each workspace.",
      !run.failures.reportFailure(),
    );
  }
  if (run.memory(kind).ownership.recordManaged(subject.id)) return subject;
  throw new ProviderError(
    `${describe(subject)} would be adopted by another resource`,
    'This configuration already manages the object, and a planned resource of the same name would adopt it because of existing_name = "adopt". ' +
      `Declare another name for the new resource, write ${MOVED_BLOCK} if it is the same resource under a new address, or plan with existing_name = "warn".`,
  );
}

export function claimRead(context: ClaimContext, state: Claim): StoredSubject {
  const { kind, run } = context;
  const subject = claim(context, state);
  const isFirst = run.memory(kind).ownership.recordRead(subject.id, isImported(state));
  if (!isFirst && !run.failures.isFailing) throw managedTwice(subject);
  return subject;
}

export function recordHeld({ kind, run }: ClaimContext, state: Partly<ManagedState>): void {
  if (state.id !== null) run.memory(kind).ownership.recordHeld(state.id, kind.dataForReplace?.(state));
}

export function managedTwice(subject: StoredSubject): ProviderError {
  return new ProviderError(
    `${describe(subject)} is managed by two resources`,
    "Another resource of this configuration has the same object in its state, for example after an import of a managed object. " +
      `A resource that only has a new address needs ${MOVED_BLOCK} in place of the import. ` +
      "Otherwise, remove one of the two resources and its import from the configuration, and remove that resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}
