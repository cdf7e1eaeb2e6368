import type { HookCall } from "../../sdk/framework";
import type { Unknown } from "../../sdk/values";
import type { HookContext } from "../run/operation";
import { explaining } from "../run/reporting";
import { giveReview } from "../run/review-run";
import { WHOLE_LIST } from "../wording/failure";
import { linkedTo, lossOf } from "../wording/linked";
import { describe, MOVED_BLOCK, ProviderError } from "../wording/subject";

/** What the checks need to know of a cluster that is to be deleted. */
interface Outgoing {
  readonly id: string | null;
  readonly associated_count: number | null;
}

/** The data of a cluster for a later replace: `force_destroy` decides if an apply may delete it. */
export interface ReplaceableCluster extends Outgoing {
  readonly name: string | null;
  readonly force_destroy: boolean | null;
}

export function dataForReplace(state: ReplaceableCluster): ReplaceableCluster {
  const { id, name, associated_count, force_destroy } = state;
  return { id, name, associated_count, force_destroy };
}

/**
 * Returns a cluster with the larger number of linked mailboxes that a read and a list report. A plan ignores
 * a failed list. An apply requests no list if the read reports a number. In a plan, the list is the first one of the
 * run. An apply may take long, so its list must have begun after `since` (of `performance.now`).
 */
export async function withListedCount<C extends Outgoing>(
  { kind, run, call }: HookContext<HookCall>,
  cluster: C,
  since?: number,
): Promise<C> {
  const { id, associated_count: read } = cluster;
  const { settings, failures } = run;
  if (id === null || !settings.isKnown || failures.isFailing) return cluster;
  const { isWriting } = run;
  const { inventory } = run.memory(kind);
  if (isWriting && read !== null) {
    const listed = inventory.newest?.associatedCountOf(id) ?? null;
    return { ...cluster, associated_count: larger(read, listed) };
  }
  try {
    const listing = await explaining("read", { subject: { type: kind.type, id }, run }, () =>
      since === undefined ? inventory.first(call.signal) : inventory.since(since, call.signal),
    );
    const { doubt } = listing;
    if (isWriting && doubt !== undefined && !listing.has(id)) throw notCounted(cluster, doubt.reason);
    return { ...cluster, associated_count: larger(read, listing.associatedCountOf(id)) };
  } catch (error) {
    // An outage is thrown, because perhaps no other call of this run reports it.
    if (!isWriting && !failures.isFailing) return cluster;
    throw error;
  }
}

function notCounted(cluster: Outgoing, reason: string): ProviderError {
  return new ProviderError(
    `${nameOf(cluster)}: nothing shows how many mailboxes are linked to it`,
    `A read reports no number, and the list of the API may lack objects: ${reason}. Nothing was deleted. ${WHOLE_LIST}`,
  );
}

/** Returns the larger number of linked mailboxes. A negative number is invalid, and counts as more than 0. */
function larger(first: number | null, second: number | null): number | null {
  if (!first || !second) return first || second || first;
  return Math.max(first, second);
}

/** Gives a review the number of a planned delete, if the state shows another one. */
export function handOverCount(
  { id, associated_count: shown }: Outgoing,
  { associated_count: count }: Outgoing,
): void {
  if (id !== null && count !== null && count !== shown) giveReview({ linked: { id, count } });
}

/** Checks the plan of a delete or replace. Linked mailboxes are an error, or only a warning if `forced`. */
export function guardLinked(
  { run, call }: HookContext,
  cluster: Outgoing | undefined,
  forced: boolean,
): void {
  // After the run has failed, this advice would hide the reason.
  if (run.failures.isFailing || cluster === undefined || countOf(cluster) === 0) return;
  if (!forced) refuseInUse(cluster);
  call.diagnostics.warn(
    `${nameOf(cluster)} is to be deleted, and ${lossOf(countOf(cluster))}`,
    "The linked resources are disassociated, not deleted. Mailboxes lose their dedicated IP address permanently; force_destroy allows this. To prevent the loss, move the linked mailboxes to another cluster first.",
  );
}

/** Warns if a planned create may replace one of the `candidates`, a tainted cluster of the same name. */
export function warnOfTainted(
  candidates: readonly ReplaceableCluster[],
  name: string | Unknown,
  call: HookCall,
): void {
  for (const cluster of candidates) {
    if (cluster.name !== name || countOf(cluster) === 0) continue;
    const outcome =
      cluster.force_destroy === true
        ? "its linked mailboxes lose their cluster permanently, which force_destroy allows"
        : "the apply refuses to delete it";
    call.diagnostics.warn(
      `${nameOf(cluster)} is in use by ${linkedTo(countOf(cluster))}, and this plan may replace it`,
      `Terraform does not tell the provider which cluster is tainted. If it is this one, ${outcome}. ` +
        "Move the linked mailboxes to another cluster first, or keep the tainted cluster (terraform untaint ADDRESS).",
    );
  }
}

export function refuseInUse(cluster: Outgoing): void {
  if (countOf(cluster) === 0) return;
  throw new ProviderError(
    `${nameOf(cluster)} is in use by ${linkedTo(countOf(cluster))}`,
    "A delete or replace would disassociate them permanently, and mailboxes would lose their dedicated IP address. " +
      "To delete the cluster, move the linked mailboxes to another cluster first, or apply force_destroy = true to this cluster and then delete it. " +
      `If the cluster only has a new address, write ${MOVED_BLOCK}; to stop managing it without deleting it, run \`terraform state rm ADDRESS\`. ` +
      "The force_destroy of a tainted or deposed cluster cannot be changed: move the linked mailboxes to another cluster or, if it is tainted, run terraform untaint ADDRESS first.",
    "force_destroy",
  );
}

/** Throws if more mailboxes are linked than the plan saw (`seen`; null if it had no number). */
export function refuseUnseen(cluster: Outgoing, seen: number | null): void {
  const count = countOf(cluster);
  const warnedOf = Math.max(seen ?? 0, 0);
  if (count < 0 ? count === seen : count <= warnedOf) return;
  throw new ProviderError(
    `${nameOf(cluster)} is in use by ${linkedTo(count)} since the plan`,
    `The plan saw only ${warnedOf} of them, and did not warn that the others lose their cluster. Nothing was deleted, although force_destroy allows the delete. ` +
      "Plan again, review the warning, and apply the new plan.",
  );
}

/** A negative number means "in use". */
function countOf({ associated_count }: Outgoing): number {
  return associated_count ?? 0;
}

function nameOf({ id }: Outgoing): string {
  return describe({ type: "outreach_cluster", id });
}
