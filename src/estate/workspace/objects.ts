import type { OutreachClient } from "../../client";
import type { Readable } from "../../objects/found";
import type { Kind } from "../../objects/kinds";

export { type Kind, KINDS } from "../../objects/kinds";

/** An object in the response of a list. */
export interface ListedObject {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** ISO 8601; null or absent if the list does not show it. */
  readonly createdAt?: string | null;
}

/** Returns a text that identifies an object of one workspace, for maps and sets. */
export function keyOf({ kind, id }: { readonly kind: string; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** An object in the response of a read. */
export type WorkspaceObject = ListedObject & {
  /** ISO 8601; null if the server does not report it. */
  readonly lastUpdatedAt: string | null;
} & (
    | { readonly kind: "snippet"; readonly prompt: string }
    /** The description is null if it is missing or empty at the server. */
    | { readonly kind: "cluster"; readonly description: string | null }
  );

/** An object in the response of a read, with the facts that identify it. */
export type FoundObject = WorkspaceObject & Readable;

/** Reads one object. Rejects with an OutreachError. */
export async function readObject(
  client: OutreachClient,
  { kind, id: wanted }: Pick<ListedObject, "kind" | "id">,
  signal: AbortSignal,
): Promise<FoundObject> {
  if (kind === "snippet") return { kind, ...(await client.getSnippet(wanted, { signal })) };
  const cluster = await client.getCluster(wanted, { signal });
  return { kind, ...cluster, description: cluster.description || null };
}
