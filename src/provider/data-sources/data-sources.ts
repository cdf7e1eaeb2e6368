import type { DataSource } from "../../sdk/framework";
import {
  computed,
  computedOrNull,
  list,
  number,
  object,
  optional,
  optionalComputed,
  string,
} from "../../sdk/schema";
import { clusterKind } from "../resources/cluster";
import { snippetKind } from "../resources/snippet";
import type { Run } from "../run/run";
import { listAll, lookUp, validatePointer } from "./look-up";

const pointer = (noun: string) => ({
  id: optionalComputed(string, { description: `Identifier of the ${noun}. Set this or \`name\`.` }),
  name: optionalComputed(string, { description: `Exact name of the ${noun}. Set this or \`id\`.` }),
});
const workspace_id = computed(string, {
  description: "Identifier of the owning workspace.",
  sensitive: true,
});
const created_at = computedOrNull(string, { description: "Time of creation, ISO 8601." });

const clusterAttributes = {
  ...pointer("cluster"),
  description: computedOrNull(string, { description: "Purpose of the cluster." }),
  workspace_id,
  associated_count: computedOrNull(number, {
    description: "Number of linked mailboxes and other resources; null if the API does not report it.",
  }),
  created_at,
  last_updated_at: computedOrNull(string, { description: "Time of the last update, ISO 8601." }),
};

export const clusterDataSource: DataSource<Run, typeof clusterAttributes> = {
  schema: { description: "Reads one cluster, by id or by exact name.", attributes: clusterAttributes },
  validate: (config, call) => validatePointer(clusterKind.type, config, call),
  read: (config, run, call) => lookUp({ kind: clusterKind, run, call }, config),
};

const snippetAttributes = {
  ...pointer("snippet"),
  prompt: computed(string, { description: "Prompt passed to the language model." }),
  variables: computed(list(string), {
    description: "Identifiers of the `{variable_id}` placeholders in the prompt, each once and sorted.",
  }),
  workspace_id,
  created_at,
  last_updated_at: computedOrNull(string, { description: "Time of the last modification, ISO 8601." }),
};

export const snippetDataSource: DataSource<Run, typeof snippetAttributes> = {
  schema: { description: "Reads one snippet, by id or by exact name.", attributes: snippetAttributes },
  validate: (config, call) => validatePointer(snippetKind.type, config, call),
  read: (config, run, call) => lookUp({ kind: snippetKind, run, call }, config),
};

const clustersAttributes = {
  clusters: computed(
    list(object({ id: string, name: string, associated_count: number, created_at: string })),
    { description: "Every cluster of the workspace, in the order of the API." },
  ),
};

export const clustersDataSource: DataSource<Run, typeof clustersAttributes> = {
  schema: { description: "Lists all clusters of the workspace.", attributes: clustersAttributes },

  async read(_config, run, call) {
    const all = await listAll("outreach_clusters", { run, call }, (options) =>
      run.client.listClusters(options),
    );
    const clusters = all.map(({ id, name, associatedCount, createdAt }) => ({
      id,
      name,
      associated_count: associatedCount,
      created_at: createdAt,
    }));
    return { clusters };
  },
};

const snippetsAttributes = {
  sort_order: optional(string, {
    description: "Passed to the API unchanged. The API document does not show the allowed values.",
  }),
  snippets: computed(list(object({ id: string, name: string })), {
    description: "Every snippet of the workspace, in the order of the API.",
  }),
};

export const snippetsDataSource: DataSource<Run, typeof snippetsAttributes> = {
  schema: { description: "Lists all snippets of the workspace.", attributes: snippetsAttributes },

  async read({ sort_order }, run, call) {
    const sort = sort_order === null ? {} : { sortOrder: sort_order };
    const all = await listAll("outreach_snippets", { run, call }, (options) =>
      run.client.listSnippets({ ...options, ...sort }),
    );
    return { sort_order, snippets: all.map(({ id, name }) => ({ id, name })) };
  },
};
