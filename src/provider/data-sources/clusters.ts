import type { DataSource } from "../../plugin/framework";
import { computed, integer, list, object, string } from "../../plugin/schema";
import { explainingLookUp } from "../run/reporting";
import type { Run } from "../run/run";

const attributes = {
  clusters: computed(
    list(object({ id: string, name: string, associated_count: integer, created_at: string })),
    {
      description: "Every cluster of the workspace, in the order of the API.",
    },
  ),
};

export const clustersDataSource: DataSource<Run, typeof attributes> = {
  schema: { description: "Lists the clusters of the workspace, all pages.", attributes },

  async read(_config, run, call) {
    return explainingLookUp("list", { subject: { type: "outreach_clusters" }, run }, async () => {
      const clusters = [];
      for await (const page of run.client.listClusters({ signal: call.signal })) {
        for (const { id, name, associatedCount, createdAt } of page) {
          clusters.push({ id, name, associated_count: associatedCount, created_at: createdAt });
        }
      }
      return { clusters };
    });
  },
};
