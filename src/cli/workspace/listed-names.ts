import { MIN_CUT_LENGTH } from "../../objects/listing";
import { inParallel } from "../shared/lists";
import type { Connection } from "./connection";
import { type ListedObject, readObject } from "./objects";

/** Other names may be as long as the cut ones by chance. */
const MAX_READS = 3;

/** Why a selection by name may be wrong. */
export const OTHER_NAMES =
  "The list shows other names than the objects have, so --match and --exclude may select wrong objects.";

/**
 * Reports whether a list may show other names than its objects have. Reads those with the longest listed names:
 * a list that cuts names cuts the longest. A read that fails shows no name, so the result is true.
 */
export async function mayShowOtherNames(
  { client, concurrency }: Connection,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): Promise<boolean> {
  const longest = objects.reduce((length, { name }) => Math.max(length, name.length), MIN_CUT_LENGTH);
  const first = objects.filter(({ name }) => name.length === longest).slice(0, MAX_READS);
  const isOther = await inParallel(first, concurrency, async (object) => {
    try {
      return (await readObject(client, object, signal)).name !== object.name;
    } catch {
      signal.throwIfAborted();
      return true;
    }
  });
  return isOther.includes(true);
}
