import { attributePath, DiagnosticError, type Call } from "../../plugin/framework";
import type { Unknown } from "../../plugin/values";
import { describe, explaining, MOVED_BLOCK, type AnyKind } from "../lifecycle";
import { linkedTo, lossOf } from "../wording/linked";
import type { Workspace } from "../run/run";

/** What is told of a cluster that is to go. */
interface Outgoing {
  readonly id: string | null;
  readonly associated_count: number | null;
}

/** What is remembered of every cluster, in case a later plan replaces it: its state decides whether the apply may delete it. */
export interface ClusterMemory extends Outgoing {
  readonly name: string | null;
  readonly force_destroy: boolean | null;
}

export function memoryOf({ id, name, associated_count, force_destroy }: ClusterMemory): ClusterMemory {
  return { id, name, associated_count, force_destroy };
}

/**
 * The cluster with what is linked to it by its read or by a list, whichever is more: a server may count in one of them only. All
 * clusters of the run share one list. A plan does without it where it fails; an apply makes none unless the read does not count.
 */
export async function withListedCount<C extends Outgoing>(
  kind: AnyKind,
  cluster: C,
  workspace: Workspace,
  call: Call,
): Promise<C> {
  const { id, associated_count: read } = cluster;
  if (id === null || !workspace.isKnown || workspace.isFailing) return cluster;
  const { isWriting } = workspace;
  if (isWriting && read !== null) {
    const listed = workspace.inventory(kind).newest?.associatedCountOf(id) ?? null;
    return { ...cluster, associated_count: larger(read, listed) };
  }
  try {
    const listing = await explaining("read", { type: kind.type, id }, workspace, () =>
      workspace.inventory(kind).first(call.signal),
    );
    return { ...cluster, associated_count: larger(read, listing.associatedCountOf(id)) };
  } catch (error) {
    // An outage is told here or nowhere.
    if (!isWriting && !workspace.isFailing) return cluster;
    throw error;
  }
}

/** A negative number is no count, and more than 0. */
function larger(first: number | null, second: number | null): number | null {
  if (!first || !second) return first || second || first;
  return Math.max(first, second);
}

/**
 * At the plan of a delete or replace: refuses it while anything is linked, or warns of what happens to it. Where the run has failed
 * already, as in another workspace than that of the state, advice about mailboxes would only hide why.
 */
export function guardLinked(
  cluster: Outgoing | undefined,
  forced: boolean,
  { isFailing }: Workspace,
  call: Call,
): void {
  if (isFailing || cluster === undefined || countOf(cluster) === 0) return;
  if (!forced) refuseInUse(cluster);
  call.diagnostics.warn(
    `${nameOf(cluster)} goes, and ${lossOf(countOf(cluster))}`,
    "They are disassociated, not deleted. Mailboxes lose their dedicated IP address with it. This is permanent, and force_destroy allows it. Move what is linked to another cluster first if that must not happen.",
  );
}

/**
 * At the plan of a create that may replace a tainted cluster, of which Terraform tells the plan nothing: `candidates` are the
 * clusters of the state that nothing is planned for yet. Only a warning, because it may be another one of the name.
 */
export function warnOfTainted(
  candidates: readonly ClusterMemory[],
  name: string | Unknown,
  call: Call,
): void {
  for (const cluster of candidates) {
    if (cluster.name !== name || countOf(cluster) === 0) continue;
    const outcome =
      cluster.force_destroy === true
        ? "what is linked loses it for good, which force_destroy allows"
        : "the apply refuses to delete it";
    call.diagnostics.warn(
      `${nameOf(cluster)} is in use by ${linkedTo(countOf(cluster))}, and this plan may replace it`,
      `Terraform does not tell the provider what a tainted resource replaces. If it is this cluster, ${outcome}. ` +
        "Move what is linked to another cluster first, or keep this one (terraform untaint ADDRESS).",
    );
  }
}

/** Throws where anything is linked. */
export function refuseInUse(cluster: Outgoing): void {
  if (countOf(cluster) === 0) return;
  throw new DiagnosticError({
    severity: "error",
    summary: `${nameOf(cluster)} is in use by ${linkedTo(countOf(cluster))}`,
    detail:
      "Deleting or replacing it would take it from them for good, and mailboxes would lose their dedicated IP address. " +
      "To delete it, move what is linked to another cluster first, or apply force_destroy = true to this cluster and then delete it. " +
      `Where it only has a new address, write ${MOVED_BLOCK}; to stop managing it without deleting it, run \`terraform state rm ADDRESS\`. ` +
      "A tainted or deposed cluster keeps the force_destroy that it has: move what is linked to another cluster, or run terraform untaint ADDRESS first where it is tainted.",
    path: attributePath("force_destroy"),
  });
}

/** Throws where more is linked to a cluster that may go than its plan saw (null where no look told), and has warned of. */
export function refuseUnseen(cluster: Outgoing, seen: number | null): void {
  const count = countOf(cluster);
  const warnedOf = Math.max(seen ?? 0, 0);
  if (count < 0 ? count === seen : count <= warnedOf) return;
  const unseen =
    warnedOf > 0
      ? `saw ${warnedOf} of them, so it did not warn that the others`
      : "did not see them, so it did not warn that they";
  throw new DiagnosticError({
    severity: "error",
    summary: `${nameOf(cluster)} is in use by ${linkedTo(count)} since the plan`,
    detail:
      `The plan ${unseen} lose their cluster, although force_destroy allows it. Nothing was deleted. ` +
      "Plan again, review that warning, and apply that.",
  });
}

/** 0 also where the number is not known. A negative one is no count: anything may be linked. */
function countOf({ associated_count }: Outgoing): number {
  return associated_count ?? 0;
}

function nameOf({ id }: Outgoing): string {
  return describe({ type: "outreach_cluster", id });
}
