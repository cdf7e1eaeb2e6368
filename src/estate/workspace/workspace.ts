import type { ListOptions, OutreachClient } from "../../client";
import type { Readable } from "../../objects/found";
import type { Kind } from "../../objects/kinds";
import type { OnDoubt } from "../../objects/listing";
import type { VisibilityWindow } from "../../objects/visibility-window";
import { Inventory } from "../../provider/run/inventory";
import type { Connection } from "./connection";

export { type Kind, KINDS } from "../../objects/kinds";

export interface ListedObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** ISO 8601; null or missing if the list has no time. */
  readonly createdAt?: string | null;
}

export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

export type WorkspaceObject = ListedObject & {
  readonly lastUpdatedAt: string | null;
} & (
    | { readonly kind: "snippet"; readonly prompt: string }
    | { readonly kind: "cluster"; readonly description: string | null }
  );

export type FoundObject = WorkspaceObject & Readable;

export async function readObject(
  client: OutreachClient,
  { kind, id: wanted }: Pick<ListedObject, "kind" | "id">,
  signal: AbortSignal,
): Promise<FoundObject> {
  if (kind === "snippet") return { kind, ...(await client.getSnippet(wanted, { signal })) };
  const cluster = await client.getCluster(wanted, { signal });
  return { kind, ...cluster, description: cluster.description || null };
}

export class Workspace {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly #inventories: Readonly<Record<Kind, Inventory>>;
  readonly #entries: Record<Kind, readonly ListedObject[]> = { cluster: [], snippet: [] };

  constructor(connection: Connection, signal: AbortSignal) {
    this.connection = connection;
    this.signal = signal;
    const inventoryOf = (kind: Kind) =>
      new Inventory((aborted, onDoubt) => this.#list(kind, aborted, onDoubt));
    this.#inventories = { cluster: inventoryOf("cluster"), snippet: inventoryOf("snippet") };
  }

  inventory(kind: Kind): Inventory {
    return this.#inventories[kind];
  }

  /** The entries of the newest complete list of a kind; empty before the first list. */
  entries(kind: Kind): readonly ListedObject[] {
    return this.#entries[kind];
  }

  /** `now` is the time of the slowest server clock, or of this machine. */
  get window(): VisibilityWindow {
    const { client, visibilityTimeoutMs: timeoutMs } = this.connection;
    return { now: client.earliestServerTime() ?? Date.now(), timeoutMs };
  }

  async *#list(kind: Kind, signal: AbortSignal, onDoubt: OnDoubt): AsyncGenerator<readonly ListedObject[]> {
    const entries: ListedObject[] = [];
    for await (const page of listPages(this.connection.client, kind, { signal, onDoubt })) {
      entries.push(...page);
      yield page;
    }
    this.#entries[kind] = entries;
  }
}

/** Larger pages are faster. A response with 250 long names stays below the client's limit of 8 MiB. */
const PAGE_SIZE = 250;

/** Calls `onDoubt` for a page that may lack objects. The list is then no proof that an object is missing. */
export async function* listPages(
  client: OutreachClient,
  kind: Kind,
  options: Pick<ListOptions, "signal" | "onDoubt">,
): AsyncGenerator<readonly ListedObject[]> {
  const paged = { ...options, maxItems: PAGE_SIZE };
  const pages: AsyncIterable<readonly Omit<ListedObject, "kind">[]> =
    kind === "cluster" ? client.listClusters(paged) : client.listSnippets(paged);
  for await (const page of pages)
    yield page.map(({ id, name, createdAt = null }) => ({ kind, id, name, createdAt }));
}
