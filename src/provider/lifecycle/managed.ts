import { DiagnosticError } from "../../plugin/framework";
import type { Workspace } from "../workspace";
import { RunFailure } from "./failure";
import type { AnyKind, ManagedState, Partly } from "./object-kind";
import { describe, subjectOf, type StoredSubject } from "./subject";

/** What a state says of whose object it is. */
export type Managed = Pick<Partly<ManagedState>, "id" | "name" | "workspace_id">;

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
      'Declare another name for the new one, or plan with existing_name = "warn".',
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
