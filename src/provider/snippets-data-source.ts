import type { DataSource } from "../plugin/framework";
import { computed, list, object, optional, string } from "../plugin/schema";
import { explainingLookUp } from "./lifecycle";
import type { Workspace } from "./workspace";

const attributes = {
  sort_order: optional(string, {
    description: "Passed to the API as it is. The API document does not show its values.",
  }),
  snippets: computed(list(object({ id: string, name: string })), {
    description: "Every snippet of the workspace, in the order of the API.",
  }),
};

export const snippetsDataSource: DataSource<Workspace, typeof attributes> = {
  schema: { description: "Lists the snippets of the workspace, all pages.", attributes },

  async read({ sort_order }, workspace, call) {
    return explainingLookUp("list", { type: "outreach_snippets" }, workspace, async () => {
      const client = workspace.client;
      const sort = sort_order === null ? {} : { sortOrder: sort_order };
      const snippets = [];
      for await (const { id, name } of client.listSnippets({ ...sort, signal: call.signal })) {
        snippets.push({ id, name });
      }
      return { sort_order, snippets };
    });
  },
};
