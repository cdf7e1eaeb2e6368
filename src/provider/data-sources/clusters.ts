import type { DataSource } from "../../plugin/framework";
import { computed, integer, list, object, string } from "../../plugin/schema";
import { explainingLookUp } from "../lifecycle";
import type { Workspace } from "../run/run";

const attributes = {
  clusters: computed(
    list(object({ id: string, name: string, associated_count: integer, created_at: string })),
    {
      description: "Every cluster of the workspace, in the order of the API.",
    },
  ),
};

export const clustersDataSource: DataSource<Workspace, typeof attributes> = {
  schema: { description: "Lists the clusters of the workspace, all pages.", attributes },

  async read(_config, workspace, call) {
    return explainingLookUp("list", { type: "outreach_clusters" }, workspace, async () => {
      const clusters = [];
      for await (const page of workspace.client.listClusters({ signal: call.signal })) {
        for (const { id, name, associatedCount, createdAt } of page) {
          clusters.push({ id, name, associated_count: associatedCount, created_at: createdAt });
        }
      }
      return { clusters };
    });
  },
};
