import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext } from "../run/operation";
import { RunFailure } from "../run/reporting";
import { describe, MOVED_BLOCK, ProviderError, subjectOf, type StoredSubject } from "../wording/subject";

/** The part of a state that says which object it holds. */
type Claim = Pick<Partly<ManagedState>, "id" | "name" | "workspace_id">;
type ClaimContext = Pick<HookContext, "kind" | "run">;

/** Reports whether a state belongs to an unfinished import. Such a state has only an id. */
export function isImported({ name }: Claim): boolean {
  return name === null;
}

/** Records a resource's object. Throws if the object is in another workspace, or a create is to adopt it. */
export function claim({ kind, run }: ClaimContext, state: Claim): StoredSubject {
  const subject = subjectOf(kind.type, state);
  if (!run.settings.isKnown) return subject;
  if (state.workspace_id !== null && state.workspace_id !== run.settings.workspaceId) {
    throw otherWorkspace(subject, !run.failures.reportFailure());
  }
  if (run.memory(kind).ownership.recordManaged(subject.id)) return subject;
  throw new ProviderError(
    `${describe(subject)} would be adopted by another resource`,
    'This configuration already manages the object, and a planned resource of the same name would adopt it because of existing_name = "adopt". ' +
      `Declare another name for the new resource, write ${MOVED_BLOCK} if it is the same resource under a new address, or plan with existing_name = "warn".`,
  );
}

/** Records that a resource has read its object. Throws if another resource has the same object. */
export function claimRead(context: ClaimContext, state: Claim): StoredSubject {
  const { kind, run } = context;
  const subject = claim(context, state);
  const isFirst = run.memory(kind).ownership.recordRead(subject.id, isImported(state));
  if (!isFirst && !run.failures.isFailing) throw managedTwice(subject);
  return subject;
}

/** Records an object of the state before Terraform reads or plans it. `data`: see `Ownership.untouched`. */
export function recordHeld({ kind, run }: ClaimContext, { id }: Claim, data?: object): void {
  if (id !== null) run.memory(kind).ownership.recordHeld(id, data);
}

/** Returns the error of an object that two resources manage. Each of them could overwrite or delete it. */
export function managedTwice(subject: StoredSubject): ProviderError {
  return new ProviderError(
    `${describe(subject)} is managed by two resources`,
    "Another resource of this configuration has the same object in its state, for example after an import of a managed object. " +
      `A resource that only has a new address needs ${MOVED_BLOCK} in place of the import. ` +
      "Otherwise, remove one of the two resources and its import from the configuration, and remove that resource from the state (terraform state rm ADDRESS, which deletes nothing at the API).",
  );
}

/** Returns the error of an object in another workspace. It shows no workspace id: that is a credential. */
function otherWorkspace(subject: StoredSubject, repeated: boolean): RunFailure {
  return new RunFailure(
    `${describe(subject)} belongs to another workspace than the configured one`,
    "The state has another workspace_id for this object, and perhaps for others. Nothing was written. " +
      "Set workspace_id (OUTREACH_WORKSPACE_ID) to the workspace of this state, or use a separate state (stack) for each workspace.",
    repeated,
  );
}
