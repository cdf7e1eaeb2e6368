import type { Workspace } from "../run/run";
import type { Readable } from "../run/object-kind";
import { describe, type StoredSubject } from "../wording/subject";

/** What to do about a workspace id that answers do not confirm. */
export const SET_WORKSPACE =
  "Set workspace_id (OUTREACH_WORKSPACE_ID) exactly as the operator issued it, in upper and lower case too.";

/** Lists and reads are of one workspace (section 4.2, rule 1); an answer about another one is never acted on. */
export function isInWorkspace({ workspaceId }: Readable, { id }: Workspace): boolean {
  return (workspaceId ?? id) === id;
}

export function inAnotherWorkspace(subject: StoredSubject): string {
  return `${describe(subject)} is in another workspace than the configured one`;
}
