import type { OutreachClient } from "../../client";
import { messageOf } from "../../shared/message-of";
import { atMost } from "../shared/lists";
import { listObjects, readObject, type Kind, type ListedObject, type WorkspaceObject } from "./objects";

interface ReadOptions {
  readonly kinds: readonly Kind[];
  readonly isWanted: (object: ListedObject) => boolean;
  /** How many reads run at a time; the client's own limit applies as well. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called after each page and each read. */
  readonly onProgress: (listed: number, read: number) => void;
}

type Outcome =
  | { readonly object: WorkspaceObject }
  | { readonly failure: { readonly object: ListedObject; readonly message: string } };

/**
 * Lists objects and reads the wanted ones, in the order of `kinds`. Rejects if a list fails or is aborted.
 */
export async function readWorkspace(client: OutreachClient, options: ReadOptions) {
  const { kinds, isWanted, concurrency, signal, onProgress } = options;
  // With the client's limit alone, the next list request would wait for all reads of this page.
  const turn = atMost(concurrency);
  let [listed, done] = [0, 0];
  const read = async (object: ListedObject): Promise<Outcome> => {
    try {
      signal.throwIfAborted();
      return { object: await readObject(client, object, signal) };
    } catch (error) {
      return { failure: { object, message: messageOf(error) } };
    } finally {
      onProgress(listed, (done += 1));
    }
  };
  const readAll = async (kind: Kind): Promise<Outcome[]> => {
    const outcomes: Promise<Outcome>[] = [];
    for await (const page of listObjects(client, kind, signal)) {
      const wanted = page.filter(isWanted);
      outcomes.push(...wanted.map((object) => turn(() => read(object))));
      onProgress((listed += wanted.length), done);
    }
    return Promise.all(outcomes);
  };
  const ended = (await Promise.all(kinds.map(readAll))).flat();
  signal.throwIfAborted();
  return {
    objects: ended.flatMap((outcome) => ("object" in outcome ? outcome.object : [])),
    failures: ended.flatMap((outcome) => ("failure" in outcome ? outcome.failure : [])),
  };
}
