import type { DataSource } from "../../plugin/framework";
import { computed, computedOrNull, integer, optionalComputed, string } from "../../plugin/schema";
import { clusterKind } from "../resources/cluster";
import type { Run } from "../run/run";
import { lookUp, validatePointer } from "./look-up";

const attributes = {
  id: optionalComputed(string, { description: "Identifier of the cluster. Set this or `name`." }),
  name: optionalComputed(string, { description: "Exact name of the cluster. Set this or `id`." }),
  description: computedOrNull(string, { description: "Purpose of the cluster." }),
  workspace_id: computed(string, { description: "Identifier of the owning workspace.", sensitive: true }),
  associated_count: computedOrNull(integer, {
    description: "Number of linked mailboxes and other resources; null where the API does not report it.",
  }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601." }),
  last_updated_at: computedOrNull(string, { description: "Time of the last update, ISO 8601." }),
};

export const clusterDataSource: DataSource<Run, typeof attributes> = {
  schema: { description: "Reads one cluster, by id or by exact name.", attributes },

  validate: (config, call) => validatePointer(clusterKind.type, config, call),

  async read(config, run, call) {
    const cluster = await lookUp({ kind: clusterKind, run, call }, config);
    return {
      id: cluster.id,
      name: cluster.name,
      description: cluster.description === "" ? null : cluster.description,
      workspace_id: run.settings.workspaceId,
      associated_count: cluster.associatedCount,
      created_at: cluster.createdAt,
      last_updated_at: cluster.lastUpdatedAt,
    };
  },
};
