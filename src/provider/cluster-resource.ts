import { OutreachError, type Cluster, type OutreachClient } from "../client";
import type { Resource } from "../plugin/framework";
import {
  computed,
  computedOrNull,
  integer,
  keepState,
  optional,
  required,
  string,
  type StateOf,
} from "../plugin/schema";
import { importId } from "./import-id";
import { createObject, deleteObject, readObject, settleWrite, updateObject } from "./lifecycle";
import type { ObjectKind } from "./object-kind";
import { subjectOf } from "./subject";
import { sameText } from "./text";
import type { Workspace } from "./workspace";

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
  workspace_id: computed(string, {
    description: "Identifier of the owning workspace.",
    sensitive: true,
    plan: [keepState],
  }),
  associated_count: computedOrNull(integer, {
    description: "Number of linked mailboxes and other resources.",
    plan: [keepState],
  }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601.", plan: [keepState] }),
  last_updated_at: computedOrNull(string, { description: "Time of the last update, ISO 8601." }),
};

type State = StateOf<typeof attributes>;

/** What a user declares. No `description` leaves the server's alone; an empty one clears it. */
interface Content {
  readonly name: string;
  readonly description?: string;
}

export const clusterKind: ObjectKind<Cluster, Content> = {
  type: "outreach_cluster",
  create: async (client, content, signal) => (await client.createCluster(content, { signal })).id,
  get: (client, id, signal) => client.getCluster(id, { signal }),
  update: async (client, id, content, signal) => {
    await client.updateCluster({ id, ...content }, { signal });
    if (content.description === "") await clearByNull(client, id, content.name, signal);
  },
  delete: (client, id, signal) => client.deleteCluster(id, { signal }),
  list: (client, signal) => client.listClusters({ signal }),
  differences(content, found) {
    const different: string[] = [];
    if (!sameText(content.name, found.name)) different.push("name");
    if (!sameText(content.description ?? null, found.description)) different.push("description");
    return different;
  },
};

/**
 * The document does not show which value clears a description (section 4.2, rule 2). Where the empty text did not, null
 * may; the read-back that follows every write tells whether it did, so a failure here says nothing more.
 */
async function clearByNull(
  client: OutreachClient,
  id: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { description } = await client.getCluster(id, { signal });
    if (!sameText(description, null)) {
      await client.updateCluster({ id, name, description: null }, { signal });
    }
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
  }
}

function toState(cluster: Cluster): State {
  return {
    id: cluster.id,
    name: cluster.name,
    description: cluster.description === "" ? null : cluster.description,
    workspace_id: cluster.workspaceId,
    associated_count: cluster.associatedCount,
    created_at: cluster.createdAt,
    last_updated_at: cluster.lastUpdatedAt,
  };
}

export const clusterResource: Resource<Workspace, typeof attributes> = {
  schema: {
    description: "A group of outreach mailboxes that share one dedicated sending IP address.",
    attributes,
  },

  async create(plan, workspace, call) {
    const { name, description } = plan;
    const content: Content = description === null ? { name } : { name, description };
    const id = await createObject(clusterKind, content, workspace, call);
    const certain: State = {
      id,
      name,
      description,
      workspace_id: workspace.id,
      associated_count: null,
      created_at: null,
      last_updated_at: null,
    };
    return settleWrite(clusterKind, { content, certain, toState }, workspace, call);
  },

  async read(state, workspace, call) {
    const cluster = await readObject(clusterKind, subjectOf(clusterKind.type, state), workspace, call);
    return cluster === null ? null : toState(cluster);
  },

  async update(plan, prior, workspace, call) {
    const { name, description } = plan;
    const clears = description === null && prior.description !== null;
    const content: Content =
      description !== null ? { name, description } : clears ? { name, description: "" } : { name };
    const { id } = subjectOf(clusterKind.type, prior);
    await updateObject(clusterKind, id, content, workspace, call);
    const certain: State = {
      ...prior,
      id,
      name,
      description,
      workspace_id: prior.workspace_id ?? workspace.id,
      last_updated_at: null,
    };
    return settleWrite(clusterKind, { content, certain, toState }, workspace, call);
  },

  async delete(prior, workspace, call) {
    await deleteObject(clusterKind, subjectOf(clusterKind.type, prior), workspace, call);
  },

  import: (id) => ({ id: importId(clusterKind.type, id) }),
};
