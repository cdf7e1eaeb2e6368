import { isRejected, OutreachError, type Cluster, type OutreachClient } from "../../client";
import { sameText } from "../../objects/text";
import { withGrace } from "../run/polling";
import type { WriteOptions } from "../run/object-kind";

/** What a user declares of a cluster. Without `description` the server keeps its value; "" clears it. */
export interface ClusterContent {
  readonly name: string;
  readonly description?: string;
}

export function clusterContent({ name, description }: Described, before: Described | null): ClusterContent {
  const declared = { name: name ?? "" };
  if (description !== null) return { ...declared, description };
  return before === null || before.description === null ? declared : { ...declared, description: "" };
}

type Described = { readonly [K in "name" | "description"]: string | null };

/** Clears the description of a cluster by the empty text. Sends null if the server rejects or ignores it. */
export async function clearDescription(
  client: OutreachClient,
  { found, name }: { readonly found: Cluster; readonly name: string },
  options: WriteOptions,
): Promise<void> {
  const { id } = found;
  try {
    await client.updateCluster({ id, name, description: "" }, options);
  } catch (refusal) {
    if (!isRejected(refusal)) throw refusal;
    await client.updateCluster({ id, name, description: null }, options).catch((error: unknown) => {
      // The server may have rejected the name, and the user did not declare null.
      throw isRejected(error) ? refusal : error;
    });
    return;
  }
  const signal = withGrace(options.signal);
  const read = () => client.getCluster(id, { signal });
  const now = await read();
  const isRenamed = !sameText(now.name, name) && !sameText(now.name, found.name);
  if (isRenamed || sameText(now.description, null) || !sameText(now.description, found.description)) return;
  try {
    await client.updateCluster({ id, name, description: null }, { ...options, signal });
  } catch (error) {
    // If null may be retried after a wait, the next attempt looks at the cluster first.
    if (!(error instanceof OutreachError) || error.repeatAfterMs !== undefined) throw error;
    // The read-back after every write shows the result. If no read is possible, this error is reported.
    await read().catch(() => {
      throw error;
    });
  }
}
