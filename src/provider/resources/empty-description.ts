import { isRejected, OutreachError, type Cluster, type OutreachClient } from "../../client";
import { sameText } from "../../objects/text";
import { withGrace } from "../run/polling";
import type { WriteOptions } from "../run/object-kind";

/** What a user declares of a cluster. Without `description` the server keeps its value; "" clears it. */
export interface ClusterContent {
  readonly name: string;
  readonly description?: string;
}

/** Returns the description as a state holds it: the API does not tell an empty text from none. */
export function storedDescription(description: string | null): string | null {
  return description === "" ? null : description;
}

/** Returns the declared content. It clears a description that `before`, the state that it replaces, has. */
export function clusterContent({ name, description }: Described, before: Described | null): ClusterContent {
  const declared = { name: name ?? "" };
  if (description !== null) return { ...declared, description };
  return before === null || before.description === null ? declared : { ...declared, description: "" };
}

interface Described {
  readonly name: string | null;
  readonly description: string | null;
}

/** A cluster whose description is to be cleared, and the name that every update has to send. */
interface Cleared {
  readonly found: Cluster;
  readonly name: string;
}

/** Clears the description of a cluster by the empty text. Sends null if the server rejects or ignores it. */
export async function clearDescription(
  client: OutreachClient,
  cleared: Cleared,
  options: WriteOptions,
): Promise<void> {
  const { found, name } = cleared;
  const clearWith = (description: "" | null) =>
    client.updateCluster({ id: found.id, name, description }, options);
  try {
    await clearWith("");
  } catch (refusal) {
    if (!isRejected(refusal)) throw refusal;
    await clearWith(null).catch((error: unknown) => {
      // The server may have rejected the name. The first error is reported, because the second one is about
      // null, which the user did not declare.
      throw isRejected(error) ? refusal : error;
    });
    return;
  }
  await clearByNull(client, cleared, options);
}

/**
 * Sends null if a read still shows the description. Continues after a stop of the run. Throws if the read fails, or if
 * null may be retried after a wait: the next attempt then looks at the cluster first.
 */
async function clearByNull(
  client: OutreachClient,
  { found, name }: Cleared,
  options: WriteOptions,
): Promise<void> {
  const { id } = found;
  const signal = withGrace(options.signal);
  const read = () => client.getCluster(id, { signal });
  const now = await read();
  const isRenamed = !sameText(now.name, name) && !sameText(now.name, found.name);
  if (isRenamed || sameText(now.description, null) || !sameText(now.description, found.description)) return;
  try {
    await client.updateCluster({ id, name, description: null }, { ...options, signal });
  } catch (error) {
    if (!(error instanceof OutreachError) || error.repeatAfterMs !== undefined) throw error;
    // The read-back after every write shows the result. If no read is possible, this error is reported.
    await read().catch(() => {
      throw error;
    });
  }
}
