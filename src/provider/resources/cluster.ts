import type { Cluster } from "../../client";
import { unchanged, type Resource } from "../../plugin/framework";
import {
  bool,
  computed,
  computedOrNull,
  integer,
  keepState,
  optional,
  required,
  string,
  type StateOf,
} from "../../plugin/schema";
import { clearDescription } from "./clear-description";
import {
  guardLinked,
  memoryOf,
  refuseInUse,
  refuseUnseen,
  warnOfTainted,
  withListedCount,
  type ClusterMemory,
} from "./cluster-in-use";
import { importId } from "./import-id";
import {
  createManaged,
  deleteManaged,
  noteHeld,
  planCreate,
  planDelete,
  planExisting,
  refreshObject,
  rememberForReplace,
  replacedMemory,
  updateManaged,
  type ManagedKind,
} from "../lifecycle";
import { warnOfEmptyTexts } from "./prompt-warnings";
import { sameText, textDifferences } from "../comparison/text";
import type { Workspace } from "../run/run";

const attributes = {
  id: computed(string, { description: "Identifier of the cluster.", plan: [keepState] }),
  name: required(string, {
    description: "Display name used to organise and identify groups of mailboxes.",
    equivalent: sameText,
  }),
  description: optional(string, {
    description: "Purpose of the cluster. Removing it clears it at the server.",
    equivalent: sameText,
  }),
  force_destroy: optional(bool, {
    description:
      "Allows deleting or replacing the cluster while mailboxes are linked to it; they lose their dedicated IP address. Default false.",
  }),
  workspace_id: computed(string, {
    description: "Identifier of the owning workspace.",
    sensitive: true,
    plan: [keepState],
  }),
  associated_count: computedOrNull(integer, {
    description: "Number of linked mailboxes and other resources; null where the API does not report it.",
    plan: [keepState],
  }),
  adopted: computedOrNull(bool, {
    description:
      'True where the cluster existed before and was taken over (`existing_name = "adopt"`), else null.',
  }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601.", plan: [keepState] }),
  last_updated_at: computedOrNull(string, { description: "Time of the last update, ISO 8601." }),
};

type State = StateOf<typeof attributes>;

/** Private memory of a planned delete: how many mailboxes the plan saw, which the state may not know. */
const MAILBOXES_SEEN = "mailboxes_seen";

/** What a user declares. No `description` leaves the server's alone; an empty one clears it. */
interface Content {
  readonly name: string;
  readonly description?: string;
}

export const clusterKind: ManagedKind<Cluster, Content, State> = {
  type: "outreach_cluster",
  declaredIn: "declared_clusters",
  create: async (client, content, options) => (await client.createCluster(content, options)).id,
  get: (client, id, options) => client.getCluster(id, options),
  update: async (client, found, content, signal) => {
    if (content.description === "") return clearDescription(client, found, content.name, signal);
    await client.updateCluster({ id: found.id, ...content }, { signal });
  },
  delete: (client, id, signal) => client.deleteCluster(id, { signal }),
  list: (client, options) => client.listClusters(options),
  differences: (declared, found) => textDifferences(["name", "description"], declared, found),
  contentOf({ name, description }, before) {
    if (description !== null) return { name: name ?? "", description };
    const clears = before !== null && before.description !== null;
    return clears ? { name: name ?? "", description: "" } : { name: name ?? "" };
  },
  toState: (cluster, workspace, { force_destroy, adopted }) => ({
    id: cluster.id,
    name: cluster.name,
    description: cluster.description === "" ? null : cluster.description,
    force_destroy,
    workspace_id: workspace.id,
    associated_count: cluster.associatedCount,
    adopted,
    created_at: cluster.createdAt,
    last_updated_at: cluster.lastUpdatedAt,
  }),
};

export const clusterResource: Resource<Workspace, typeof attributes> = {
  schema: {
    description: "A group of outreach mailboxes that share one dedicated sending IP address.",
    attributes,
  },

  validate: (config, call) => warnOfEmptyTexts(clusterKind.type, config, call),

  async plan({ planned, prior, changes }, workspace, call) {
    // After a delete that failed, the state still holds what that delete's plan saw. This is another plan.
    call.private.set(MAILBOXES_SEEN, undefined);
    if (prior === null) {
      const memory = replacedMemory(call) as ClusterMemory | undefined;
      if (memory === undefined && !workspace.isWriting) {
        const { untouched } = workspace.ownership(clusterKind);
        warnOfTainted(untouched as readonly ClusterMemory[], planned.name, call);
      }
      const forced = planned.force_destroy === true && memory?.force_destroy === true;
      const replaced = memory && (await withListedCount(clusterKind, memory, workspace, call));
      guardLinked(replaced, forced, workspace, call);
      return planCreate(clusterKind, planned.name, workspace, call);
    }
    planExisting(clusterKind, prior, workspace);
    rememberForReplace(memoryOf(prior), call);
    if (!changes) return {};
    const sameContent = planned.name === prior.name && planned.description === prior.description;
    const { adopted, last_updated_at } = prior;
    return sameContent ? { adopted, last_updated_at } : { adopted };
  },

  async planDestroy(prior, workspace, call) {
    const read = await planDelete(clusterKind, prior, workspace, call);
    const seen = await withListedCount(clusterKind, read, workspace, call);
    guardLinked(seen, prior.force_destroy === true, workspace, call);
    call.private.set(MAILBOXES_SEEN, seen.associated_count);
  },

  async create(plan, workspace, call) {
    const created = await createManaged(clusterKind, plan, workspace, call);
    // The same as a read notes, so that the next refresh has nothing to save.
    rememberForReplace(memoryOf(created), call);
    return created;
  },

  held: (state, workspace) => noteHeld(clusterKind, state, workspace, memoryOf(state)),

  async read(state, workspace, call) {
    const found = await refreshObject(clusterKind, state, workspace, call);
    if (found === null || found === unchanged) return found;
    const read = clusterKind.toState(found, workspace, state);
    noteHeld(clusterKind, read, workspace, memoryOf(read));
    rememberForReplace(memoryOf(read), call);
    return read;
  },

  async update(plan, prior, workspace, call) {
    const updated = await updateManaged(clusterKind, plan, prior, workspace, call);
    rememberForReplace(memoryOf(updated), call);
    return updated;
  },

  delete: (prior, workspace, call) =>
    deleteManaged(clusterKind, prior, workspace, call, async ({ associatedCount }) => {
      const read = { ...prior, associated_count: associatedCount };
      if (prior.force_destroy !== true) refuseInUse(read);
      const cluster = await withListedCount(clusterKind, read, workspace, call);
      if (prior.force_destroy !== true) refuseInUse(cluster);
      const seen = call.private.get(MAILBOXES_SEEN) ?? prior.associated_count;
      refuseUnseen(cluster, seen as number | null);
    }),

  import: (id) => ({ id: importId(clusterKind.type, id) }),
};
