import type { Readable } from "../../objects/found";
import type { ResourceCall } from "../../sdk/framework";
import { inWords } from "../wording/differences";
import { describe, ProviderError, type StoredSubject } from "../wording/subject";
import type { Declared } from "../run/object-kind";
import type { Operation } from "../run/operation";
import { refuseLostEdit } from "./outside-edits";
import { restrictWrite, type RestrictedChange } from "./restrict";

/** What the next attempt of an update or delete would change. */
interface Write {
  /** The object as a look shows it that is newer than the last wait. It has passed `refuseOther` and `inWorkspace`. */
  readonly found: Readable;
  /** The content that the plan saw. */
  readonly planned: Declared;
  /** The content of an earlier attempt. Each text of the object may be the planned or the sent one. */
  readonly sent?: Declared | undefined;
  readonly change: RestrictedChange;
  /** Returns the number of mailboxes that the delete of a cluster unlinks. Throws if they prevent the delete. */
  readonly linked?: () => Promise<number | null> | undefined;
}

/**
 * Decides before every attempt whether it may be sent. Throws if the object is not as the plan saw it, if an edit or
 * linked mailboxes would get lost, or if the environment or an approval does not allow the change.
 */
export async function permitWrite(
  operation: Operation<ResourceCall>,
  { found, planned, sent, change, linked }: Write,
): Promise<void> {
  refuseChanged(operation, { found, planned, sent });
  if (change.action === "delete") refuseLostEdit(operation);
  restrictWrite(operation, { ...change, ...(linked !== undefined && { linked: await linked() }) });
}

/** Throws if an attribute of the object has neither the planned nor the sent text. */
function refuseChanged(
  { kind, subject }: Operation,
  { found, planned, sent }: Pick<Write, "found" | "planned" | "sent">,
): void {
  const differs = sent && new Set(kind.differences(sent, found).map(({ attribute }) => attribute));
  const changed = kind.differences(planned, found).filter(({ attribute }) => differs?.has(attribute) ?? true);
  if (changed.length > 0) throw changedSincePlan(subject, inWords(changed, "the plan saw"));
}

export function changedSincePlan(subject: StoredSubject, what: string): ProviderError {
  return new ProviderError(
    `${describe(subject)} has changed since the plan`,
    `${what}\n\nThe object was left as it is. Plan again with a refresh, review the changes, and apply the new plan.`,
  );
}
