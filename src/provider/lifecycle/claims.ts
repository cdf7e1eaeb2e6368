import { attributePath, DiagnosticError } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { RunFailure } from "../wording/failure";
import type { AnyKind, ManagedState, Partly } from "../run/object-kind";
import { describe, MOVED_BLOCK, subjectOf, type StoredSubject, type Subject } from "../wording/subject";

/** What a state says of whose object it is. */
type Managed = Pick<Partly<ManagedState>, "id" | "name" | "workspace_id">;

/** Whether a state is what an import has begun: it has nothing but an id. */
export function isImported({ name }: Managed): boolean {
  return name === null;
}

/**
 * To be called with every object that the state holds, before anything is done about it. Refuses a state of another
 * workspace, and an object that a planned create is about to take over.
 */
export function noteManaged(kind: AnyKind, managed: Managed, workspace: Workspace): StoredSubject {
  const subject = subjectOf(kind.type, managed);
  if (!workspace.isKnown) return subject;
  if (managed.workspace_id !== null && managed.workspace_id !== workspace.id) {
    throw otherWorkspace(subject, !workspace.reportFailure());
  }
  if (workspace.ownership(kind).noteManaged(subject.id)) return subject;
  throw new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)} would be taken over by another resource`,
    detail:
      'This configuration manages it already, and a planned resource of the same name would take it over because of existing_name = "adopt". ' +
      `Declare another name for the new one, write ${MOVED_BLOCK} where it is the same resource under a new address, or plan with existing_name = "warn".`,
  });
}

/**
 * Notes an object of the state of which nothing else may follow: a tainted or deposed one that is not read. `memory` is what
 * plans of others have to know of it (`Ownership.untouched`).
 */
export function noteHeld(kind: AnyKind, { id }: Managed, workspace: Workspace, memory?: object): void {
  if (id !== null) workspace.ownership(kind).noteHeld(id, memory);
}

/** The same for an object that Terraform has read. Refuses one that is in the state of another resource, too. */
export function noteRead(kind: AnyKind, managed: Managed, workspace: Workspace): StoredSubject {
  const subject = noteManaged(kind, managed, workspace);
  const isFirst = workspace.ownership(kind).noteRead(subject.id, isImported(managed));
  if (!isFirst && !workspace.isFailing) throw managedTwice(subject);
  return subject;
}

/** Each would overwrite what the other writes, and the removal of one would delete the object of both. */
export function managedTwice(subject: StoredSubject): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)} is managed by two resources`,
    detail:
      "Another resource of this configuration has the same object in its state, as after an import of an object that was managed already. " +
      `A resource that only has a new address needs ${MOVED_BLOCK} in place of the import. ` +
      "Remove one of the two from the configuration, with its import, and from the state with `terraform state rm ADDRESS`, which deletes nothing at the API.",
  });
}

/**
 * A name that a managed object has and a planned create wants, where `existing_name` is not "warn". Also where that object goes or gets
 * another name: Terraform does both at the same time.
 */
export function besideManaged(subject: Subject, workspace: Workspace): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: `${describe(subject)} has the name of another resource of this configuration`,
    detail:
      `One of the two is to be created, and Terraform may do that before the other one goes or gets another name. existing_name = ${JSON.stringify(workspace.existingName)} needs different names. ` +
      `Declare another name for one of them, write ${MOVED_BLOCK} where they are the same resource under a new address, or plan with existing_name = "warn".`,
    path: attributePath("name"),
  });
}

/** The message names neither of the two workspaces: their ids are credentials. */
function otherWorkspace(subject: StoredSubject, repeated: boolean): RunFailure {
  return new RunFailure(
    `${describe(subject)} belongs to another workspace than the configured one`,
    "The state was made with another workspace_id, for this object and maybe for more. Nothing was written. " +
      "Set workspace_id (OUTREACH_WORKSPACE_ID) to the workspace of this state, or give the other workspace a state (a stack) of its own.",
    repeated,
  );
}
