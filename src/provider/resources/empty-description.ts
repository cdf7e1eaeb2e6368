import { isRejected, OutreachError, type Cluster, type OutreachClient } from "../../client";
import { sameText } from "../../objects/text";
import { withGrace } from "../run/grace-after-stop";

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
  signal: AbortSignal,
): Promise<void> {
  const { found, name } = cleared;
  const clearWith = (description: "" | null) =>
    client.updateCluster({ id: found.id, name, description }, { signal });
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
  await clearByNull(client, cleared, signal);
}

/** Sends null unless a read shows a cleared or changed description. Continues after a stop of the run. */
async function clearByNull(
  client: OutreachClient,
  { found: { id, description: before }, name }: Cleared,
  stopped: AbortSignal,
): Promise<void> {
  const signal = withGrace(stopped);
  const read = () => client.getCluster(id, { signal });
  try {
    const { description } = await read();
    if (sameText(description, null) || !sameText(description, before)) return;
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
  }
  try {
    await client.updateCluster({ id, name, description: null }, { signal });
  } catch (error) {
    if (!(error instanceof OutreachError)) throw error;
    // The read-back after every write shows the result. If no read is possible, this error is reported.
    await read().catch(() => {
      throw error;
    });
  }
}
