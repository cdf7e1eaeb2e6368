import { isRejected, OutreachError, type Cluster, type OutreachClient } from "../../client";
import { withGrace } from "../lifecycle";
import { sameText } from "../comparison/text";

/**
 * Clears the description of a cluster, whose name every update has to send. The document does not show which value clears one
 * (section 4.2, rule 2). The empty text is sent first; where it is refused, as many servers do with empty texts, null may clear it.
 */
export async function clearDescription(
  client: OutreachClient,
  found: Cluster,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const { id } = found;
  try {
    await client.updateCluster({ id, name, description: "" }, { signal });
  } catch (refusal) {
    if (!isRejected(refusal)) throw refusal;
    await client.updateCluster({ id, name, description: null }, { signal }).catch((error: unknown) => {
      // It may be the name that is refused. The first refusal tells of what was declared, the second of a null that nobody wrote.
      throw isRejected(error) ? refusal : error;
    });
    return;
  }
  await clearByNull(client, found, name, signal);
}

/**
 * Where the empty text did not clear the description, or nothing tells whether it did, null may. It is the second half of a
 * write under way, so a stop lets it finish. A read that shows another text than the one to be cleared shows what somebody else has
 * written since.
 */
async function clearByNull(
  client: OutreachClient,
  { id, description: before }: Cluster,
  name: string,
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
    // Whatever came of it, the read-back after every write tells. Where nothing can be read, this error has to.
    await read().catch(() => {
      throw error;
    });
  }
}
