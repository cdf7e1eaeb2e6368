import { attributePath, DiagnosticError, type Call } from "../plugin/framework";
import type { Unknown } from "../plugin/values";
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
  if (cluster === undefined || !hasMailboxes(cluster)) return;
  if (!forced) refuseInUse(cluster);
  call.diagnostics.warn(
    `${nameOf(cluster)} goes, and ${mailboxes(cluster)} lose their dedicated IP address`,
    "They are disassociated, not deleted, and send from another address from then on. This is permanent, and force_destroy allows it. Move the mailboxes to another cluster first if that must not happen.",
  );
}

/**
 * At the plan of a create that may replace a tainted cluster, of which Terraform tells the plan nothing: `candidates` are the
 * clusters of the state that nothing is planned for yet. Only a warning, because it may be another one of the name.
 */
export function warnOfTainted(candidates: readonly Replaced[], name: string | Unknown, call: Call): void {
  for (const cluster of candidates) {
    if (cluster.name !== name || !hasMailboxes(cluster)) continue;
    const outcome =
      cluster.force_destroy === true
        ? "the mailboxes lose their dedicated IP address for good, which force_destroy allows"
        : "the apply refuses to delete it";
    call.diagnostics.warn(
      `${nameOf(cluster)} is in use by ${mailboxes(cluster)}, and this plan may replace it`,
      `Terraform does not tell the provider what a tainted resource replaces. If it is this cluster, ${outcome}. ` +
        "Move the mailboxes to another cluster first, or keep this one (terraform untaint ADDRESS).",
    );
  }
}

/** Throws where mailboxes are linked. */
export function refuseInUse(cluster: InUse): void {
  if (!hasMailboxes(cluster)) return;
  throw new DiagnosticError({
    severity: "error",
    summary: `${nameOf(cluster)} is in use by ${mailboxes(cluster)}`,
    detail:
      "Deleting or replacing it would take their dedicated IP address from them for good. " +
      "A tainted cluster (until terraform untaint ADDRESS) and a deposed one keep the force_destroy they have. " +
      "Move the mailboxes to another cluster first, or apply force_destroy = true to this cluster and then delete it.",
    path: attributePath("force_destroy"),
  });
}

/** Throws where mailboxes are linked to a cluster that may go, but that nobody saw in use: no plan warned of it. */
export function refuseUnseen(cluster: InUse): void {
  if (!hasMailboxes(cluster)) return;
  throw new DiagnosticError({
    severity: "error",
    summary: `${nameOf(cluster)} is in use by ${mailboxes(cluster)} since the plan`,
    detail:
      "The plan saw none, so it did not warn that they lose their dedicated IP address, although force_destroy allows it. Nothing was deleted. " +
      "Plan again, review that warning, and apply that.",
  });
}

/** False also where the number is not known. */
function hasMailboxes({ associated_count }: InUse): boolean {
  return (associated_count ?? 0) > 0;
}

function nameOf({ name, id }: InUse): string {
  return describe({ type: "outreach_cluster", name, id });
}

function mailboxes({ associated_count }: InUse): string {
  return associated_count === 1 ? "1 mailbox" : `${associated_count} mailboxes`;
}
