import { DiagnosticError, type ResourceCall } from "../../plugin/framework";
import type { Workspace } from "../run/run";
import { RunFailure } from "../wording/failure";
import { isSameInstant } from "../comparison/instant";
import type { Readable } from "../run/object-kind";
import { describe, importLines, type StoredSubject } from "../wording/subject";

/** Private memory of an object: the address of the API where it was last seen. It holds no credential. */
const SEEN_AT = "seen_at";

/** Notes that the configured API has the object. */
export function noteSeen(workspace: Workspace, call: ResourceCall): void {
  call.private.set(SEEN_AT, workspace.address);
}

/**
 * The address where an object was last seen, if that is another than the configured one. Undefined also where the provider does not
 * know it: after an import, or where an earlier version has written the state.
 */
export function seenElsewhere(workspace: Workspace, call: ResourceCall): string | undefined {
  const seenAt = call.private.get(SEEN_AT);
  return typeof seenAt === "string" && seenAt !== workspace.address ? seenAt : undefined;
}

/** What of a state says which object it means. */
export interface Identity {
  readonly createdAt: string | null;
  /** The address where it was last seen, if not at the configured one. */
  readonly elsewhere: string | undefined;
}

/** Another object has the id. Unlike a read that fails, that is known for sure. */
export class OtherObject extends DiagnosticError {}

/**
 * Throws where the object that has the id now is not that of the state: it was created at another time. At another address than the
 * one where it was last seen, content may tell (`hasContent`) where the dates do not.
 */
export function refuseOther(
  subject: StoredSubject,
  { createdAt, elsewhere }: Identity,
  found: Readable,
  hasContent: () => boolean,
  workspace: Workspace,
): void {
  const isSame = isSameInstant(createdAt, found.createdAt);
  if (isSame ?? (elsewhere === undefined || hasContent())) return;
  const correct =
    elsewhere === undefined
      ? "Remove"
      : "Correct base_url (OUTREACH_BASE_URL), if it leads to another deployment. Otherwise remove";
  const where =
    elsewhere === undefined ? "" : ` It was last seen at ${elsewhere}, and this is ${workspace.address}.`;
  const difference =
    isSame === undefined
      ? "Neither the creation time nor the content shows that it is the object of the state."
      : `The object of the state was created at ${createdAt}, the one that has its id now at ${found.createdAt}.`;
  throw new OtherObject({
    severity: "error",
    summary: `${describe(subject)} is another object now`,
    detail:
      `${difference}${where}\n\nNothing was written, and the state is kept. ` +
      `${correct} the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API): the next apply then creates an object for it. ` +
      `Where it is to manage this object, such as one that was restored from a backup, import it after that:\n${importLines(subject.type, [subject.id])}`,
  });
}

/** Only where an object was last seen can it be found gone. Every object of the other deployment would meet this: it is told once. */
export function notFoundHere(subject: StoredSubject, elsewhere: string, workspace: Workspace): RunFailure {
  return new RunFailure(
    `${describe(subject)} is not found at ${workspace.address}, but was last seen at ${elsewhere}`,
    "An object that another deployment does not have is not gone, so the state is kept, for this object and for any other that is not found here. Nothing was written or deleted. " +
      `Set base_url (OUTREACH_BASE_URL) to ${elsewhere}, if that is where the workspace is. ` +
      "Where the workspace has really moved, remove what did not move with it from the state (terraform state rm ADDRESS, which deletes nothing at the API), and import what has another id now.",
    !workspace.reportFailure(),
  );
}
