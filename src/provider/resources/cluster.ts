import { isRejected, OutreachError, type Cluster, type OutreachClient } from "../../client";
import { CONTENT } from "../../objects/kinds";
import { sameText, textDifferences } from "../../objects/text";
import type { Resource } from "../../sdk/framework";
import { bool, computedOrNull, number, optional, string, type PlanOf, type StateOf } from "../../sdk/schema";
import { deleteManaged } from "../lifecycle/delete";
import { planCreate, planDelete, planExisting, savedForReplace } from "../lifecycle/plan";
import type { ObjectKind, WriteOptions } from "../run/object-kind";
import type { HookContext } from "../run/operation";
import { withGrace } from "../run/polling";
import type { Run } from "../run/run";
import {
  guardLinked,
  handOverCount,
  refuseInUse,
  refuseUnseen,
  warnOfTainted,
  withListedCount,
  type ReplaceableCluster,
} from "./cluster-in-use";
import { computedAttributes, hooksOf, identityAttributes, withinResponse } from "./hooks";
import { warnOfEmptyName } from "./prompt-warnings";

const attributes = {
  ...identityAttributes("cluster", "Display name used to organise and identify groups of mailboxes."),
  description: optional(string, {
    description: "Purpose of the cluster. Removing the argument clears the description at the server.",
    semanticEquals: sameText,
    validate: withinResponse("outreach_cluster", "description"),
  }),
  force_destroy: optional(bool, {
    description:
      "Allows deleting or replacing the cluster while mailboxes are linked to it. The mailboxes then lose their dedicated IP address. Default false.",
  }),
  associated_count: computedOrNull(number, {
    description: "Number of linked mailboxes and other resources; null if the API does not report it.",
    useStateForUnknown: true,
  }),
  ...computedAttributes("cluster", "update"),
};

type State = StateOf<typeof attributes>;

/** Private state of a planned delete: the number of linked mailboxes that the plan saw. */
const MAILBOXES_SEEN = "mailboxes_seen";

export const clusterKind: ObjectKind<State, Cluster, ClusterContent> = {
  type: "outreach_cluster",
  declaredIn: "declared_clusters",
  create: async (client, content, options) => (await client.createCluster(content, options)).id,
  get: (client, id, options) => client.getCluster(id, options),
  async update(client, { found, content }, options) {
    const { name, description } = content;
    if (description === "") return clearDescription(client, { found, name }, options);
    await client.updateCluster({ id: found.id, ...content }, options);
  },
  delete: (client, id, options) => client.deleteCluster(id, options),
  list: (client, options) => client.listClusters(options),
  differences: (declared, found) => textDifferences(CONTENT.cluster, declared, found),
  contentOf: clusterContent,
  dataForReplace: ({ id, name, associated_count, force_destroy }) => ({
    id,
    name,
    associated_count,
    force_destroy,
  }),
  toState: (cluster, workspaceId, { force_destroy, adopted }) => ({
    id: cluster.id,
    name: cluster.name,
    // For the API, an empty description and a missing one are the same.
    description: cluster.description || null,
    force_destroy,
    workspace_id: workspaceId,
    associated_count: cluster.associatedCount,
    adopted,
    created_at: cluster.createdAt,
    last_updated_at: cluster.lastUpdatedAt,
  }),
};

export const clusterResource: Resource<Run, typeof attributes> = {
  ...hooksOf(clusterKind),

  schema: {
    description: "A group of outreach mailboxes that share one dedicated sending IP address.",
    attributes,
  },

  validate: (config, call) => warnOfEmptyName(clusterKind.type, config.name, call),

  async modifyPlan({ planned, prior, changes }, run, call) {
    const context = { kind: clusterKind, run, call };
    // After a failed delete, the private state still has the number from the plan of this delete.
    call.private.set(MAILBOXES_SEEN, undefined);
    if (prior === null) {
      await guardReplaced(context, planned);
      return planCreate(context, planned);
    }
    const kept = await planExisting(context, prior, planned, changes);
    return changes ? kept : {};
  },

  modifyDestroyPlan(prior, run, call) {
    const context = { kind: clusterKind, run, call };
    return planDelete(context, prior, async (read) => {
      const seen = await withListedCount(context, read);
      handOverCount(prior, seen);
      guardLinked(context, seen, prior.force_destroy === true);
      call.private.set(MAILBOXES_SEEN, seen.associated_count);
      return seen.associated_count;
    });
  },

  delete(prior, run, call) {
    const context = { kind: clusterKind, run, call };
    return deleteManaged(context, prior, async ({ associatedCount = null }, since) => {
      const read = { ...prior, associated_count: associatedCount };
      if (prior.force_destroy !== true) refuseInUse(read);
      const cluster = await withListedCount(context, read, since);
      if (prior.force_destroy !== true) refuseInUse(cluster);
      const seen = call.private.get(MAILBOXES_SEEN) ?? prior.associated_count;
      refuseUnseen(cluster, seen as number | null);
      return cluster.associated_count;
    });
  },
};

async function guardReplaced(context: HookContext, planned: PlanOf<typeof attributes>): Promise<void> {
  const { run, call } = context;
  const saved = savedForReplace(call) as ReplaceableCluster | undefined;
  if (saved === undefined && !run.isWriting) {
    const { untouched } = run.memory(clusterKind).ownership;
    warnOfTainted(untouched as readonly ReplaceableCluster[], planned.name, call);
  }
  const forced = planned.force_destroy === true && saved?.force_destroy === true;
  const replaced = saved && (await withListedCount(context, saved));
  if (saved !== undefined) handOverCount(saved, replaced!);
  guardLinked(context, replaced, forced);
}

/** If `description` is missing, the server keeps the description. The text "" clears the description. */
interface ClusterContent {
  readonly name: string;
  readonly description?: string;
}

function clusterContent({ name, description }: Described, before: Described | null): ClusterContent {
  const declared = { name: name ?? "" };
  if (description !== null) return { ...declared, description };
  return before === null || before.description === null ? declared : { ...declared, description: "" };
}

type Described = { readonly [K in "name" | "description"]: string | null };

/** Sends null if the server rejects or ignores "". */
async function clearDescription(
  client: OutreachClient,
  { found, name }: { readonly found: Cluster; readonly name: string },
  options: WriteOptions,
): Promise<void> {
  const { id } = found;
  try {
    await client.updateCluster({ id, name, description: "" }, options);
  } catch (refusal) {
    if (!isRejected(refusal)) throw refusal;
    await client.updateCluster({ id, name, description: null }, options).catch((error: unknown) => {
      // If "" and null are both rejected, shows the rejection of "", because the user did not declare null.
      throw isRejected(error) ? refusal : error;
    });
    return;
  }
  const signal = withGrace(options.signal);
  const read = () => client.getCluster(id, { signal });
  const now = await read();
  const isRenamed = !sameText(now.name, name) && !sameText(now.name, found.name);
  if (isRenamed || sameText(now.description, null) || !sameText(now.description, found.description)) return;
  try {
    await client.updateCluster({ id, name, description: null }, { ...options, signal });
  } catch (error) {
    // If a retry is allowed, the next attempt reads the cluster first.
    if (!(error instanceof OutreachError) || error.repeatAfterMs !== undefined) throw error;
    // If the cluster can be read, this error is dropped, because a later read shows the result.
    await read().catch(() => {
      throw error;
    });
  }
}
