import type { Cluster, OutreachClient, Snippet } from "../../client";

export const KINDS = ["cluster", "snippet"] as const;
export type Kind = (typeof KINDS)[number];

/** What a list names of an object. */
export interface ListedObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

/** Returns a text that is the same for the same object. */
export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

export type WorkspaceObject = ClusterObject | SnippetObject;

interface ReadableObject extends ListedObject {
  /** ISO 8601; null if the server does not report it. */
  readonly lastUpdatedAt: string | null;
}

export interface ClusterObject extends ReadableObject {
  readonly kind: "cluster";
  /** Null if the server has none, or an empty one. */
  readonly description: string | null;
}

export interface SnippetObject extends ReadableObject {
  readonly kind: "snippet";
  readonly prompt: string;
}

/** Fewer pages take less time. 250 long names stay below the client's 8 MiB. */
const PAGE_SIZE = 250;

/** Lists all objects of a kind, a page at a time. Rejects with an OutreachError. */
export async function* listObjects(
  client: OutreachClient,
  kind: Kind,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedObject[]> {
  const options = { signal, maxItems: PAGE_SIZE };
  const pages = kind === "cluster" ? client.listClusters(options) : client.listSnippets(options);
  for await (const page of pages) yield page.map(({ id, name }) => ({ kind, id, name }));
}

/** Reads one object. Rejects with an OutreachError. */
export async function readObject(
  client: OutreachClient,
  { kind, id }: Pick<ListedObject, "kind" | "id">,
  signal: AbortSignal,
): Promise<WorkspaceObject> {
  return kind === "cluster"
    ? clusterObject(await client.getCluster(id, { signal }))
    : snippetObject(await client.getSnippet(id, { signal }));
}

function clusterObject({ id, name, description, lastUpdatedAt }: Cluster): ClusterObject {
  const text = description === "" ? null : (description ?? null);
  return { kind: "cluster", id, name, description: text, lastUpdatedAt: lastUpdatedAt ?? null };
}

function snippetObject({ id, name, prompt, lastUpdatedAt }: Snippet): SnippetObject {
  return { kind: "snippet", id, name, prompt, lastUpdatedAt: lastUpdatedAt ?? null };
}
