import type { Readable } from "../../objects/found";
import { identityOf, type Identity } from "../../objects/identity";
import { SEEN_AT } from "../../objects/private-state";
import { isInWorkspace as isIn } from "../../objects/workspace";
import type { ResourceCall } from "../../sdk/framework";
import type { Concerned, Operation } from "../run/operation";
import { RunFailure } from "../run/reporting";
import type { Run } from "../run/run";
import { inAnotherWorkspace, SET_WORKSPACE } from "../wording/failure";
import { describe, importLines, ProviderError, type StoredSubject } from "../wording/subject";

/** Records that the configured API has the object. */
export function recordSeen({ run, call }: Operation<ResourceCall>): void {
  call.private.set(SEEN_AT, run.settings.address);
}

/** Thrown if a read proves that the id of the state now belongs to another object. */
export class OtherObject extends ProviderError {}

/** Throws if the id now belongs to another object, or if nothing proves that it is the same object. */
export function refuseOther({ subject, run }: Operation, identity: Identity, found: Readable): void {
  const { createdAt, elsewhere } = identity;
  const verdict = identityOf(identity, found);
  if (verdict === "same") return;
  const correct =
    elsewhere === undefined
      ? "Remove"
      : "Correct base_url (OUTREACH_BASE_URL), if it leads to another deployment. Otherwise remove";
  const where =
    elsewhere === undefined ? "" : ` It was last seen at ${elsewhere}, and this is ${run.settings.address}.`;
  const difference =
    verdict === "not shown"
      ? "Neither the creation time nor the content shows that it is the object of the state."
      : `The object of the state was created at ${createdAt}, but the object that now has its id was created at ${found.createdAt}.`;
  throw new OtherObject(
    `${describe(subject)} is another object now`,
    `${difference}${where}\n\nThat object was left as it is, and the state is kept. ` +
      `${correct} the resource from the state (terraform state rm ADDRESS, which deletes nothing at the API): the next apply then creates an object for it. ` +
      `If the resource should manage this object, such as an object that was restored from a backup, import it after that:\n${importLines(subject.type, [subject.id])}`,
  );
}

/** Returns the error of an object that was last seen elsewhere. A run reports it in full for one object. */
export function notFoundHere({ subject, run }: Concerned, elsewhere: string): RunFailure {
  return new RunFailure(
    `${describe(subject)} is not found at ${run.settings.address}, but was last seen at ${elsewhere}`,
    "An object that is not found at this address may still exist at the other address. The state is therefore kept, for this object and for any other that is not found here. Nothing was written or deleted. " +
      `Set base_url (OUTREACH_BASE_URL) to ${elsewhere} if the workspace is there. ` +
      "If the workspace has really moved, remove from the state the objects that did not move (terraform state rm ADDRESS, which deletes nothing at the API), and import the objects that now have another id.",
    !run.failures.reportFailure(),
  );
}

/** Reports whether an object is in the configured workspace, or has no workspace id. */
export function isInWorkspace({ workspaceId }: Readable, { settings }: Run): boolean {
  return isIn(workspaceId, settings.workspaceId);
}

/** Returns the object. Throws if it is in another workspace. */
export function inWorkspace(found: Readable, run: Run, subject: StoredSubject): Readable {
  if (isInWorkspace(found, run)) return found;
  throw new ProviderError(
    inAnotherWorkspace(subject),
    `The API responded with another workspace id. ${SET_WORKSPACE}`,
  );
}
