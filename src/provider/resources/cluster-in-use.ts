import type { HookCall } from "../../sdk/framework";
import type { Unknown } from "../../sdk/values";
import type { HookContext } from "../run/operation";
import { explaining } from "../run/reporting";
import { giveReview } from "../run/review-run";
import { WHOLE_LIST } from "../wording/failure";
import { describe, linkedTo, lossOf, MOVED_BLOCK, ProviderError } from "../wording/subject";

export interface ReplaceableCluster {
  readonly id: string | null;
  readonly name: string | null;
  /** Number of linked mailboxes. If the number is negative, the cluster counts as in use. */
  readonly associated_count: number | null;
  readonly force_destroy: boolean | null;
}

type Counted = Pick<ReplaceableCluster, "id" | "associated_count">;

/**
 * Sets `associated_count` to the larger of the numbers in a read and in a list. In an apply, a list is needed
 * only if the read has no number. The list must then have begun after `since` (`performance.now`).
 */
export async function withListedCount<C extends Counted>(
  { kind, run, call }: HookContext<HookCall>,
  cluster: C,
  since?: number,
): Promise<C> {
  const { id, associated_count: read } = cluster;
  const { settings, failures, isWriting } = run;
  if (id === null || !settings.isKnown || failures.isFailing) return cluster;
  const { inventory } = run.memory(kind);
  const larger = (listed: number | null = null) => {
    const associated_count = read && listed ? Math.max(read, listed) : read || listed || read;
    return { ...cluster, associated_count };
  };
  if (isWriting && read !== null) return larger(inventory.newest?.associatedCountOf(id));
  try {
    const listing = await explaining("read", { subject: { type: kind.type, id }, run }, () =>
      since === undefined ? inventory.first(call.signal) : inventory.since(since, call.signal),
    );
    const { doubt } = listing;
    if (!isWriting || doubt === undefined || listing.has(id)) return larger(listing.associatedCountOf(id));
    throw new ProviderError(
      `${nameOf(cluster)}: nothing shows how many mailboxes are linked to it`,
      `A read reports no number, and the list of the API may lack objects: ${doubt.reason}. Nothing was deleted. ${WHOLE_LIST}`,
    );
  } catch (error) {
    // If this list found an outage, no other call reports the outage.
    if (!isWriting && !failures.isFailing) return cluster;
    throw error;
  }
}

export function handOverCount(
  { id, associated_count: shown }: Counted,
  { associated_count: count }: Counted,
): void {
  if (id !== null && count !== null && count !== shown) giveReview({ linked: { id, count } });
}

/** Throws if mailboxes are linked; with `forced`, warns. */
export function guardLinked({ run, call }: HookContext, cluster: Counted | undefined, forced: boolean): void {
  // In a failing run, an error about linked mailboxes would hide why the run fails.
  if (run.failures.isFailing || !cluster?.associated_count) return;
  if (!forced) refuseInUse(cluster);
  call.diagnostics.warn(
    `${nameOf(cluster)} is to be deleted, and ${lossOf(cluster.associated_count)}`,
    "The linked resources are disassociated, not deleted. Mailboxes lose their dedicated IP address permanently; force_destroy allows this. To prevent the loss, move the linked mailboxes to another cluster first.",
  );
}

export function warnOfTainted(
  candidates: readonly ReplaceableCluster[],
  name: string | Unknown,
  call: HookCall,
): void {
  for (const cluster of candidates) {
    if (cluster.name !== name || !cluster.associated_count) continue;
    call.diagnostics.warn(
      `${nameOf(cluster)} is in use by ${linkedTo(cluster.associated_count)}, and this plan may replace it`,
      `Terraform does not tell the provider which cluster is tainted. If it is this one, ${cluster.force_destroy === true ? "its linked mailboxes lose their cluster permanently, which force_destroy allows" : "the apply refuses to delete it"}. ` +
        "Move the linked mailboxes to another cluster first, or keep the tainted cluster (terraform untaint ADDRESS).",
    );
  }
}

export function refuseInUse(cluster: Counted): void {
  if (!cluster.associated_count) return;
  throw new ProviderError(
    `${nameOf(cluster)} is in use by ${linkedTo(cluster.associated_count)}`,
    "A delete or replace would disassociate them permanently, and mailboxes would lose their dedicated IP address. " +
      "To delete the cluster, move the linked mailboxes to another cluster first, or apply force_destroy = true to this cluster and then delete it. " +
      `If the cluster only has a new address, write ${MOVED_BLOCK}; to stop managing it without deleting it, run \`terraform state rm ADDRESS\`. ` +
      "The force_destroy of a tainted or deposed cluster cannot be changed: move the linked mailboxes to another cluster or, if it is tainted, run terraform untaint ADDRESS first.",
    "force_destroy",
  );
}

/** Throws if more mailboxes are linked than the plan saw. `seen` is null if the plan had no number. */
export function refuseUnseen(cluster: Counted, seen: number | null): void {
  const count = cluster.associated_count ?? 0;
  const warnedOf = Math.max(seen ?? 0, 0);
  if (count < 0 ? count === seen : count <= warnedOf) return;
  throw new ProviderError(
    `${nameOf(cluster)} is in use by ${linkedTo(count)} since the plan`,
    `The plan saw only ${warnedOf} of them, and did not warn that the others lose their cluster. Nothing was deleted, although force_destroy allows the delete. ` +
      "Plan again, review the warning, and apply the new plan.",
  );
}

function nameOf({ id }: Counted): string {
  return describe({ type: "outreach_cluster", id });
}
