import { isRejected, type OutreachError } from "../../client";
import { attributePath, DiagnosticError, type DataSource } from "../../plugin/framework";
import { computed, list, object, optional, string } from "../../plugin/schema";
import { explainingLookUp } from "../run/reporting";
import type { Run } from "../run/run";
import { failureOf } from "../wording/failure";

const attributes = {
  sort_order: optional(string, {
    description: "Passed to the API as it is. The API document does not show its values.",
  }),
  snippets: computed(list(object({ id: string, name: string })), {
    description: "Every snippet of the workspace, in the order of the API.",
  }),
};

const SUBJECT = { type: "outreach_snippets" };

export const snippetsDataSource: DataSource<Run, typeof attributes> = {
  schema: { description: "Lists the snippets of the workspace, all pages.", attributes },

  async read({ sort_order }, run, call) {
    return explainingLookUp("list", { subject: SUBJECT, run }, async () => {
      const sort = sort_order === null ? {} : { sortOrder: sort_order };
      const snippets = [];
      try {
        for await (const page of run.client.listSnippets({ ...sort, signal: call.signal })) {
          for (const { id, name } of page) snippets.push({ id, name });
        }
      } catch (error) {
        throw sort_order !== null && isRejected(error) ? refused(error) : error;
      }
      return { sort_order, snippets };
    });
  },
};

/** Returns the error of a rejected list. sort_order is the only value that comes from the configuration. */
function refused(error: OutreachError): DiagnosticError {
  return new DiagnosticError({
    severity: "error",
    summary: failureOf("list", SUBJECT),
    detail: `${error.message}\n\nSet sort_order to a value that the server accepts, or leave it out, then run again.`,
    path: attributePath("sort_order"),
  });
}
