import { attributePath, DiagnosticError, type Call } from "../plugin/framework";
import { describe } from "./lifecycle";

/** A cluster that is to go, with the number of mailboxes that share its IP address. */
interface InUse {
  readonly id: string | null;
  readonly name: string | null;
  readonly associated_count: number | null;
}

export function inUse({ id, name, associated_count }: InUse): InUse {
  return { id, name, associated_count };
}

/** What the plan of a replace has to know of the cluster that goes: its state decides whether the apply may delete it. */
export interface Replaced extends InUse {
  readonly force_destroy: boolean | null;
}

export function replaced({ force_destroy, ...cluster }: Replaced): Replaced {
  return { ...inUse(cluster), force_destroy };
}

/** At the plan of a delete or replace: refuses it while mailboxes are linked, or warns of what happens to them. */
export function guardMailboxes(cluster: InUse | undefined, forced: boolean, call: Call): void {
  if (cluster === undefined || (cluster.associated_count ?? 0) === 0) return;
  if (!forced) refuseInUse(cluster);
  call.diagnostics.warn(
    `${nameOf(cluster)} goes, and ${mailboxes(cluster)} lose their dedicated IP address`,
    "They are disassociated, not deleted, and send from another address from then on. This is permanent, and force_destroy allows it. Move the mailboxes to another cluster first if that must not happen.",
  );
}

/** Throws where mailboxes are linked. */
export function refuseInUse(cluster: InUse): void {
  if ((cluster.associated_count ?? 0) === 0) return;
  throw new DiagnosticError({
    severity: "error",
    summary: `${nameOf(cluster)} is in use by ${mailboxes(cluster)}`,
    detail:
      "Deleting or replacing it would take their dedicated IP address from them for good. Move the mailboxes to another cluster first, " +
      "or apply force_destroy = true to this cluster and then delete it.",
    path: attributePath("force_destroy"),
  });
}

function nameOf({ name, id }: InUse): string {
  return describe({ type: "outreach_cluster", name, id });
}

function mailboxes({ associated_count }: InUse): string {
  return associated_count === 1 ? "1 mailbox" : `${associated_count} mailboxes`;
}
