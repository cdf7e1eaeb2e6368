import { isRejected, OutreachError, type Cluster, type OutreachClient } from "../../client";
import { sameText } from "../../objects/text";
import { withGrace } from "../run/polling";

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
