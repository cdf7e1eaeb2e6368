import type { Snippet } from "../../client";
import { CONTENT } from "../../objects/kinds";
import { sameText, textDifferences } from "../../objects/text";
import type { Resource } from "../../sdk/framework";
import { computed, list, object, optional, required, string, type StateOf } from "../../sdk/schema";
import { isUnknown, unknown } from "../../sdk/values";
import { promptVariables } from "../../prompts";
import { deleteManaged } from "../lifecycle/delete";
import { planCreate, planDelete, planExisting } from "../lifecycle/plan";
import type { ObjectKind } from "../run/object-kind";
import { isReviewRun } from "../run/review-run";
import type { Run } from "../run/run";
import { computedAttributes, hooksOf, identityAttributes, withinResponse } from "./hooks";
import { onlyEntries, warnInPlan, warnOfSnippet } from "./prompt-warnings";

const attributes = {
  ...identityAttributes("snippet", "Name used for reference in the user interface."),
  prompt: required(string, {
    description:
      "Prompt passed to the language model at dispatch. May contain placeholders of the form `{variable_id}`.",
    semanticEquals: sameText,
    validate: withinResponse("outreach_snippet", "prompt"),
  }),
  acknowledged_warnings: optional(list(object({ code: string, text: string, reason: string })), {
    description:
      "Warnings about the prompt or the name that are intended: `code` and `text` of the warning, and the `reason`. Neither a plan nor a review counts them. Nothing of this argument is sent to the server.",
    validate: onlyEntries,
  }),
  variables: computed(list(string), {
    description: "Identifiers of the `{variable_id}` placeholders in the prompt, each once and sorted.",
  }),
  ...computedAttributes("snippet", "modification"),
};

type State = StateOf<typeof attributes>;

interface SnippetContent {
  readonly name: string;
  readonly prompt: string;
}

export const snippetKind: ObjectKind<State, Snippet, SnippetContent> = {
  type: "outreach_snippet",
  declaredIn: "declared_snippets",
  create: async (client, content, options) => (await client.createSnippet(content, options)).id,
  get: (client, id, options) => client.getSnippet(id, options),
  async update(client, { found: { id }, content }, options) {
    await client.updateSnippet({ id, ...content }, options);
  },
  delete: (client, id, options) => client.deleteSnippet(id, options),
  list: (client, options) => client.listSnippets(options),
  differences: (declared, found) => textDifferences(CONTENT.snippet, declared, found),
  contentOf: ({ name, prompt }) => ({ name: name ?? "", prompt: prompt ?? "" }),
  // No response names a snippet's workspace, so the state gets the workspace of the request.
  toState: (snippet, workspaceId, { acknowledged_warnings, adopted }) => ({
    id: snippet.id,
    name: snippet.name,
    prompt: snippet.prompt,
    acknowledged_warnings,
    // The variables are sorted in NFC, the form in which Terraform stores texts.
    variables: promptVariables(snippet.prompt.normalize("NFC")),
    workspace_id: workspaceId,
    adopted,
    created_at: snippet.createdAt,
    last_updated_at: snippet.lastUpdatedAt,
  }),
};

export const snippetResource: Resource<Run, typeof attributes> = {
  ...hooksOf(snippetKind),

  schema: {
    description:
      "A reusable prompt. At dispatch its placeholders are filled and a language model writes the text.",
    attributes,
  },

  validate(config, call) {
    if (!isReviewRun()) warnOfSnippet(config, call);
  },

  async modifyPlan({ planned, prior, changes }, run, call) {
    const context = { kind: snippetKind, run, call };
    if (!isReviewRun()) warnInPlan(planned, run.settings.knownVariables, call);
    const variables = () => (isUnknown(planned.prompt) ? unknown : promptVariables(planned.prompt));
    if (prior === null) return { variables: variables(), ...(await planCreate(context, planned)) };
    const kept = await planExisting(context, prior, planned, changes);
    return changes ? { variables: variables(), ...kept } : {};
  },

  modifyDestroyPlan: (prior, run, call) => planDelete({ kind: snippetKind, run, call }, prior),

  delete: (prior, run, call) => deleteManaged({ kind: snippetKind, run, call }, prior),
};
