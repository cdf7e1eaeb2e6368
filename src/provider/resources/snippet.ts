import type { Snippet } from "../../client";
import { unchanged, type Resource } from "../../plugin/framework";
import {
  bool,
  computed,
  computedOrNull,
  keepState,
  list,
  required,
  string,
  type StateOf,
} from "../../plugin/schema";
import { isUnknown, unknown } from "../../plugin/values";
import { promptVariables } from "../../prompt";
import { warnOfEmptyTexts, warnOfPrompt, warnOfUnknownVariables } from "./prompt-warnings";
import { importId } from "./import-id";
import {
  createManaged,
  deleteManaged,
  noteHeld,
  planCreate,
  planDelete,
  planExisting,
  refreshObject,
  rememberForReplace,
  updateManaged,
  type ManagedKind,
} from "../lifecycle";
import { sameText, textDifferences } from "../comparison/text";
import type { Workspace } from "../run/run";

const attributes = {
  id: computed(string, { description: "Identifier of the snippet.", plan: [keepState] }),
  name: required(string, {
    description: "Name used for reference in the user interface.",
    equivalent: sameText,
  }),
  prompt: required(string, {
    description:
      "Prompt passed to the language model at dispatch. May contain placeholders of the form `{variable_id}`.",
    equivalent: sameText,
  }),
  variables: computed(list(string), {
    description: "Identifiers of the `{variable_id}` placeholders in the prompt, each once and sorted.",
  }),
  workspace_id: computed(string, {
    description: "Identifier of the owning workspace.",
    sensitive: true,
    plan: [keepState],
  }),
  adopted: computedOrNull(bool, {
    description:
      'True where the snippet existed before and was taken over (`existing_name = "adopt"`), else null.',
  }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601.", plan: [keepState] }),
  last_updated_at: computedOrNull(string, { description: "Time of the last modification, ISO 8601." }),
};

type State = StateOf<typeof attributes>;

interface Content {
  readonly name: string;
  readonly prompt: string;
}

export const snippetKind: ManagedKind<Snippet, Content, State> = {
  type: "outreach_snippet",
  declaredIn: "declared_snippets",
  create: async (client, content, options) => (await client.createSnippet(content, options)).id,
  get: (client, id, options) => client.getSnippet(id, options),
  update: async (client, { id }, content, signal) => {
    await client.updateSnippet({ id, ...content }, { signal });
  },
  delete: (client, id, signal) => client.deleteSnippet(id, { signal }),
  list: (client, options) => client.listSnippets(options),
  differences: (declared, found) => textDifferences(["name", "prompt"], declared, found),
  contentOf: ({ name, prompt }) => ({ name: name ?? "", prompt: prompt ?? "" }),
  // The API names no workspace in its answer: a snippet it returned is of the workspace that was asked.
  toState: (snippet, workspace, { adopted }) => ({
    id: snippet.id,
    name: snippet.name,
    prompt: snippet.prompt,
    variables: variablesOf(snippet),
    workspace_id: workspace.id,
    adopted,
    created_at: snippet.createdAt,
    last_updated_at: snippet.lastUpdatedAt,
  }),
};

/** Each once and in the order of the text as Terraform keeps it. */
export function variablesOf({ prompt }: Snippet): readonly string[] {
  return promptVariables(prompt.normalize("NFC"));
}

export const snippetResource: Resource<Workspace, typeof attributes> = {
  schema: {
    description:
      "A reusable prompt. At dispatch its placeholders are filled and a language model writes the text.",
    attributes,
  },

  validate(config, call) {
    warnOfEmptyTexts(snippetKind.type, config, call);
    warnOfPrompt(config, call);
  },

  async plan({ planned, prior, changes }, workspace, call) {
    warnOfUnknownVariables(planned, workspace.knownVariables, call);
    const variables = () => (isUnknown(planned.prompt) ? unknown : promptVariables(planned.prompt));
    if (prior === null) {
      return { variables: variables(), ...(await planCreate(snippetKind, planned.name, workspace, call)) };
    }
    planExisting(snippetKind, prior, workspace);
    rememberForReplace({ id: prior.id }, call);
    return changes ? { variables: variables(), adopted: prior.adopted } : {};
  },

  async planDestroy(prior, workspace, call) {
    await planDelete(snippetKind, prior, workspace, call);
  },

  create: (plan, workspace, call) => createManaged(snippetKind, plan, workspace, call),

  held: (state, workspace) => noteHeld(snippetKind, state, workspace),

  async read(state, workspace, call) {
    const found = await refreshObject(snippetKind, state, workspace, call);
    return found === null || found === unchanged ? found : snippetKind.toState(found, workspace, state);
  },

  update: (plan, prior, workspace, call) => updateManaged(snippetKind, plan, prior, workspace, call),

  delete: (prior, workspace, call) => deleteManaged(snippetKind, prior, workspace, call),

  import: (id) => ({ id: importId(snippetKind.type, id) }),
};
