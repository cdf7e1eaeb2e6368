import type { ListOptions, OutreachClient } from "../../client";
import type { Listed } from "../../objects/found";
import type { Kind } from "../../objects/kinds";

/** An entry of a list. The list of clusters may show their creation times. */
export type Entry = Listed & { readonly createdAt?: string | null };

/** Larger pages are faster. A response with 250 long names stays below the client's limit of 8 MiB. */
const PAGE_SIZE = 250;

/**
 * Lists all objects of a kind, a page at a time. Calls `onUnlisted` for a page without its array: such a list
 * proves nothing about an object that it lacks. Rejects with an OutreachError.
 */
export function listPages(
  client: OutreachClient,
  kind: Kind,
  options: Pick<ListOptions, "signal" | "onUnlisted">,
): AsyncIterable<readonly Entry[]> {
  const paged = { ...options, maxItems: PAGE_SIZE };
  return kind === "cluster" ? client.listClusters(paged) : client.listSnippets(paged);
}
