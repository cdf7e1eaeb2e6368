import { type Doubt, isDenied, type ListOptions } from "../../client";
import type { Readable } from "../../objects/found";
import type { Listing } from "../../objects/listing";
import { sameText } from "../../objects/text";
import type { DataSource, HookCall } from "../../sdk/framework";
import { isUnknown, type Unknown } from "../../sdk/values";
import { readOnce } from "../lifecycle/find-object";
import { inWorkspace } from "../lifecycle/identity";
import type { ManagedState, Partly } from "../run/object-kind";
import type { HookContext } from "../run/operation";
import { pollUntil } from "../run/polling";
import { explainingLookUp } from "../run/reporting";
import type { Run } from "../run/run";
import { WHOLE_LIST } from "../wording/failure";
import { describe, ProviderError, readUnderAnotherName, shownId } from "../wording/subject";
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

interface Pointer {
  readonly id: string | null | Unknown;
  readonly name: string | null | Unknown;
}

/** An unknown id or name may still become null. */
function validatePointer(type: string, { id, name }: Pointer, call: HookCall): void {
  const set = [id, name].filter((value) => value !== null).length;
  if (set === 1 || (set === 2 && (isUnknown(id) || isUnknown(name)))) return;
  call.diagnostics.error(
    set === 0 ? `${type} needs an id or a name` : `${type} takes an id or a name, not both`,
    "The object is looked up by its id, or by its exact name. Set one of the two.",
    set === 0 ? undefined : "name",
  );
}

type LookUpContext = HookContext<HookCall>;

async function lookUp<State extends ManagedState>(
  context: HookContext<HookCall, State>,
  { id, name }: { readonly id: string | null; readonly name: string | null },
): Promise<State> {
  const { kind, run } = context;
  const known = id === null ? await findOnEarlierList(context, name ?? "") : undefined;
  const found = known ?? (await readVisible(context, id ?? (await findByName(context, name ?? "")), name));
  inWorkspace(found, run, { type: kind.type, id: found.id });
  return kind.toState(found, run.settings.workspaceId, {} as Partly<State>);
}

/** `name` is the object's name in the list; null for a look-up by id. */
async function readVisible(context: LookUpContext, id: string, name: string | null): Promise<Readable> {
  const { kind, run, call } = context;
  const listed = { type: kind.type, id };
  return explainingLookUp("read", { subject: listed, run }, async () => {
    let last: Awaited<ReturnType<typeof readOnce>> = {};
    const read = async () => {
      last = await readOnce(context, id);
      const { found } = last;
      return found !== undefined && sameText(found.name, name ?? found.name) ? found : undefined;
    };
    const found = await pollUntil(read, timeoutOf(context), call.signal);
    if (found !== undefined) return found;
    // If the credentials are wrong, the list fails with an error that says so.
    if (isDenied(last.refusal)) await run.memory(kind).inventory.fresh(call.signal);
    if (last.found === undefined) throw last.refusal;
    throw readUnderAnotherName(listed, "Run again later. If the error persists, look the object up by id.");
  });
}

/** Milliseconds to wait for an object that this apply may have created. */
function timeoutOf({ run }: LookUpContext): number {
  return run.isWriting ? run.settings.visibilityTimeoutMs : 0;
}

/**
 * Returns undefined if the plan's list does not have the name exactly once, or if a read shows another name.
 */
async function findOnEarlierList(context: LookUpContext, name: string): Promise<Readable | undefined> {
  const { kind, run } = context;
  const [id, ...others] = idsOf(name, run.memory(kind).planListing);
  if (id === undefined || others.length > 0) return undefined;
  return explainingLookUp("read", { subject: { type: kind.type, id }, run }, async () => {
    const { found } = await readOnce(context, id);
    // Terraform normalizes the name in the configuration to NFC.
    return found?.name.normalize("NFC") === name ? found : undefined;
  });
}

/** Throws if the list may lack objects, because a `for_each` over an incomplete list would plan deletes. */
async function listAll<T>(
  type: string,
  { run, call }: Pick<LookUpContext, "run" | "call">,
  list: (options: ListOptions) => AsyncIterable<readonly T[]>,
): Promise<readonly T[]> {
  const onDoubt = ({ reason, isPartial }: Doubt) => {
    if (!isPartial) return;
    throw new ProviderError(
      `${type}: the list of the API may lack objects`,
      `${reason}. A plan with a part of the list could delete what the other part belongs to. ${WHOLE_LIST}`,
    );
  };
  return explainingLookUp("list", { subject: { type }, run }, async () => {
    const all: T[] = [];
    for await (const page of list({ signal: call.signal, onDoubt })) all.push(...page);
    return all;
  });
}

function idsOf(name: string, listing: Listing | undefined): readonly string[] {
  return (listing?.exactly(name) ?? []).map(({ id }) => id);
}

async function findByName(context: LookUpContext, name: string): Promise<string> {
  const { kind, run, call } = context;
  const subject = { type: kind.type };
  let doubt: Doubt | undefined;
  const list = async () => {
    const listing = await explainingLookUp("list", { subject, run }, () =>
      run.memory(kind).inventory.fresh(call.signal),
    );
    const found = idsOf(name, listing);
    doubt = listing.doubt;
    return found.length > 0 ? found : undefined;
  };
  const ids = (await pollUntil(list, timeoutOf(context), call.signal)) ?? [];
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return id;
  throw new ProviderError(
    `${ids.length === 0 ? "No" : ids.length} ${describe(subject)} of this name in the workspace`,
    ids.length === 0
      ? `${doubt === undefined ? "" : `The list may lack objects: ${doubt.reason}. `}The name must match exactly, including upper and lower case. Check the name, or look the object up by id.`
      : `These objects have the name: ${ids.map(shownId).join(", ")}. Look up one of them by its id.`,
    "name",
  );
}
