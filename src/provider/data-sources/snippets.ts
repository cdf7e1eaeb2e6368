import { isRejected, type OutreachError } from "../../client";
import type { DataSource } from "../../sdk/framework";
import { computed, computedOrNull, list, object, optional, optionalComputed, string } from "../../sdk/schema";
import { snippetKind } from "../resources/snippet";
import { explainingLookUp } from "../run/reporting";
import type { Run } from "../run/run";
import { failureOf } from "../wording/failure";
import { ProviderError } from "../wording/subject";
import { lookUp, refusePartial, validatePointer } from "./look-up";

const oneAttributes = {
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

export const snippetDataSource: DataSource<Run, typeof oneAttributes> = {
  schema: { description: "Reads one snippet, by id or by exact name.", attributes: oneAttributes },

  validate: (config, call) => validatePointer(snippetKind.type, config, call),

  read: (config, run, call) => lookUp({ kind: snippetKind, run, call }, config),
};

const allAttributes = {
  sort_order: optional(string, {
    description: "Passed to the API unchanged. The API document does not show the allowed values.",
  }),
  snippets: computed(list(object({ id: string, name: string })), {
    description: "Every snippet of the workspace, in the order of the API.",
  }),
};

const SUBJECT = { type: "outreach_snippets" };

export const snippetsDataSource: DataSource<Run, typeof allAttributes> = {
  schema: { description: "Lists all snippets of the workspace.", attributes: allAttributes },

  async read({ sort_order }, run, call) {
    return explainingLookUp("list", { subject: SUBJECT, run }, async () => {
      const sort = sort_order === null ? {} : { sortOrder: sort_order };
      const snippets = [];
      try {
        const options = { ...sort, signal: call.signal, onDoubt: refusePartial(SUBJECT.type) };
        for await (const page of run.client.listSnippets(options)) {
          for (const { id, name } of page) snippets.push({ id, name });
        }
      } catch (error) {
        throw sort_order !== null && isRejected(error) ? refused(error) : error;
      }
      return { sort_order, snippets };
    });
  },
};

/** Returns the error of a rejected list. The advice names sort_order, the only value that is configured. */
function refused(error: OutreachError): ProviderError {
  return new ProviderError(
    failureOf("list", SUBJECT),
    `${error.message}\n\nSet sort_order to a value that the server accepts, or leave it out, then run again.`,
    "sort_order",
  );
}
