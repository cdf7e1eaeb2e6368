import type { DataSource } from "../../plugin/framework";
import { computed, computedOrNull, list, optionalComputed, string } from "../../plugin/schema";
import { snippetKind, variablesOf } from "../resources/snippet";
import type { Run } from "../run/run";
import { lookUp, validatePointer } from "./look-up";

const attributes = {
  id: optionalComputed(string, { description: "Identifier of the snippet. Set this or `name`." }),
  name: optionalComputed(string, { description: "Exact name of the snippet. Set this or `id`." }),
  prompt: computed(string, { description: "Prompt passed to the language model." }),
  variables: computed(list(string), {
    description: "Identifiers of the `{variable_id}` placeholders in the prompt, each once and sorted.",
  }),
  workspace_id: computed(string, { description: "Identifier of the owning workspace.", sensitive: true }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601." }),
  last_updated_at: computedOrNull(string, { description: "Time of the last modification, ISO 8601." }),
};

export const snippetDataSource: DataSource<Run, typeof attributes> = {
  schema: { description: "Reads one snippet, by id or by exact name.", attributes },

  validate: (config, call) => validatePointer(snippetKind.type, config, call),

  async read(config, run, call) {
    const snippet = await lookUp({ kind: snippetKind, run, call }, config);
    return {
      id: snippet.id,
      name: snippet.name,
      prompt: snippet.prompt,
      variables: variablesOf(snippet),
      workspace_id: run.settings.workspaceId,
      created_at: snippet.createdAt,
      last_updated_at: snippet.lastUpdatedAt,
    };
  },
};
