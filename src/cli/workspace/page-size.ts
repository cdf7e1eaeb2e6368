import type { ListOptions, OutreachClient } from "../../client";
import type { Kind } from "../../objects/kinds";
import type { ListedObject } from "./objects";

/** Larger pages are faster. A response with 250 long names stays below the client's limit of 8 MiB. */
const PAGE_SIZE = 250;

/**
 * Lists all objects of a kind, a page at a time. Calls `onDoubt` for a page that may lack objects: such a
 * list proves nothing about an object that it lacks. Rejects with an OutreachError.
 */
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
