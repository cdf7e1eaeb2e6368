import type { Snippet } from "../client";
import type { Resource } from "../plugin/framework";
import { computed, computedOrNull, keepState, required, set, string, type StateOf } from "../plugin/schema";
import { isUnknown, unknown } from "../plugin/values";
import { promptVariables } from "../prompt";
import { warnOfPrompt, warnOfUnknownVariables } from "./prompt-warnings";
import { importId } from "./import-id";
import { createObject, deleteObject, readObject, settleWrite, updateObject } from "./lifecycle";
import type { ObjectKind } from "./object-kind";
import { subjectOf } from "./subject";
import { sameText } from "./text";
import type { Workspace } from "./workspace";

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
  variables: computed(set(string), {
    description: "Identifiers of the `{variable_id}` placeholders in the prompt.",
  }),
  workspace_id: computed(string, {
    description: "Identifier of the owning workspace.",
    sensitive: true,
    plan: [keepState],
  }),
  created_at: computedOrNull(string, { description: "Time of creation, ISO 8601.", plan: [keepState] }),
  last_updated_at: computedOrNull(string, { description: "Time of the last modification, ISO 8601." }),
};

type State = StateOf<typeof attributes>;

interface Content {
  readonly name: string;
  readonly prompt: string;
}

export const snippetKind: ObjectKind<Snippet, Content> = {
  type: "outreach_snippet",
  create: async (client, content, signal) => (await client.createSnippet(content, { signal })).id,
  get: (client, id, signal) => client.getSnippet(id, { signal }),
  update: async (client, id, content, signal) => {
    await client.updateSnippet({ id, ...content }, { signal });
  },
  delete: (client, id, signal) => client.deleteSnippet(id, { signal }),
  list: (client, signal) => client.listSnippets({ signal }),
  differences: (content, found) =>
    (["name", "prompt"] as const).filter((attribute) => !sameText(content[attribute], found[attribute])),
};

/** What is certain of a snippet that was just written, before another look. */
function unread({ name, prompt }: Content, workspace: Workspace): Omit<State, "id"> {
  return {
    name,
    prompt,
    variables: promptVariables(prompt),
    workspace_id: workspace.id,
    created_at: null,
    last_updated_at: null,
  };
}

/** The API names no workspace in its answer: a snippet it returned is of the workspace that was asked. */
function toState(snippet: Snippet, workspace: Workspace): State {
  return {
    id: snippet.id,
    name: snippet.name,
    prompt: snippet.prompt,
    variables: promptVariables(snippet.prompt),
    workspace_id: workspace.id,
    created_at: snippet.createdAt,
    last_updated_at: snippet.lastUpdatedAt,
  };
}

export const snippetResource: Resource<Workspace, typeof attributes> = {
  schema: {
    description:
      "A reusable prompt. At dispatch its placeholders are filled and a language model writes the text.",
    attributes,
  },

  validate: (config, call) => warnOfPrompt(config, call),

  plan({ planned, changes }, workspace, call) {
    warnOfUnknownVariables(planned, workspace.knownVariables, call);
    if (!changes) return {};
    return { variables: isUnknown(planned.prompt) ? unknown : promptVariables(planned.prompt) };
  },

  async create(plan, workspace, call) {
    const content: Content = { name: plan.name, prompt: plan.prompt };
    const id = await createObject(snippetKind, content, workspace, call);
    const certain = { ...unread(content, workspace), id };
    return settleWrite(
      snippetKind,
      { content, certain, toState: (found) => toState(found, workspace) },
      workspace,
      call,
    );
  },

  async read(state, workspace, call) {
    const snippet = await readObject(snippetKind, subjectOf(snippetKind.type, state), workspace, call);
    return snippet === null ? null : toState(snippet, workspace);
  },

  async update(plan, prior, workspace, call) {
    const content: Content = { name: plan.name, prompt: plan.prompt };
    const { id } = subjectOf(snippetKind.type, prior);
    await updateObject(snippetKind, id, content, workspace, call);
    const certain = { ...unread(content, workspace), id, created_at: prior.created_at };
    return settleWrite(
      snippetKind,
      { content, certain, toState: (found) => toState(found, workspace) },
      workspace,
      call,
    );
  },

  async delete(prior, workspace, call) {
    await deleteObject(snippetKind, subjectOf(snippetKind.type, prior), workspace, call);
  },

  import: (id) => ({ id: importId(snippetKind.type, id) }),
};
