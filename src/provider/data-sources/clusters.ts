import type { DataSource } from "../../sdk/framework";
import { computed, computedOrNull, number, list, object, optionalComputed, string } from "../../sdk/schema";
import { clusterKind } from "../resources/cluster";
import { explainingLookUp } from "../run/reporting";
import type { Run } from "../run/run";
import { lookUp, refusePartial, validatePointer } from "./look-up";

const oneAttributes = {
  id: optionalComputed(string, { description: "Identifier of the cluster. Set this or `name`." }),
  name: optionalComputed(string, { description: "Exact name of the cluster. Set this or `id`." }),
  description: computedOrNull(string, { description: "Purpose of the cluster." }),
  workspace_id: computed(string, { description: "Identifier of the owning workspace.", sensitive: true }),
  associated_count: computedOrNull(number, {
    description: "Number of linked mailboxes and other resources; null if the API does not report it.",
  }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601." }),
  last_updated_at: computedOrNull(string, { description: "Time of the last update, ISO 8601." }),
};

export const clusterDataSource: DataSource<Run, typeof oneAttributes> = {
  schema: { description: "Reads one cluster, by id or by exact name.", attributes: oneAttributes },

  validate: (config, call) => validatePointer(clusterKind.type, config, call),

  read: (config, run, call) => lookUp({ kind: clusterKind, run, call }, config),
};

const allAttributes = {
  clusters: computed(
    list(object({ id: string, name: string, associated_count: number, created_at: string })),
    { description: "Every cluster of the workspace, in the order of the API." },
  ),
};

export const clustersDataSource: DataSource<Run, typeof allAttributes> = {
  schema: { description: "Lists all clusters of the workspace.", attributes: allAttributes },

  async read(_config, run, call) {
    return explainingLookUp("list", { subject: { type: "outreach_clusters" }, run }, async () => {
      const clusters = [];
      const options = { signal: call.signal, onDoubt: refusePartial("outreach_clusters") };
      for await (const page of run.client.listClusters(options)) {
        for (const { id, name, associatedCount, createdAt } of page) {
          clusters.push({ id, name, associated_count: associatedCount, created_at: createdAt });
        }
      }
      return { clusters };
    });
  },
};
