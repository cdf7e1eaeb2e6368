import type { OutreachClient } from "../../client";
import { messageOf } from "../../shared/message-of";
import { atMost } from "../shared/lists";
import {
  type Kind,
  type ListedObject,
  listObjects,
  readObject,
  type WorkspaceObject,
} from "../workspace/objects";

/** What the API showed of a workspace. */
export interface Reading {
  /** The complete list of each requested kind. */
  readonly listings: ReadonlyMap<Kind, Listing>;
  /** The wanted objects. */
  readonly objects: readonly WorkspaceObject[];
  readonly failures: readonly Failure[];
}

/** The objects that the API lists. A list with a page without an array is not explicit, and proves nothing. */
export interface Listing {
  readonly objects: readonly ListedObject[];
  readonly isExplicit: boolean;
}

/** An object that was not exported, and why. */
export interface Failure {
  readonly object: ListedObject;
  readonly message: string;
}

interface ReadOptions {
  readonly kinds: readonly Kind[];
  readonly isWanted: (object: ListedObject) => boolean;
  /** How many reads run at a time; the client's own limit applies as well. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called after each page and each read. */
  readonly onProgress: (listed: number, read: number) => void;
}

/** Lists objects and reads the wanted ones. Rejects if a list fails or is aborted. */
export async function readObjects(client: OutreachClient, options: ReadOptions): Promise<Reading> {
  const { kinds, isWanted, concurrency, signal, onProgress } = options;
  // With the client's limit alone, the next list request would wait for all reads of this page.
  const turn = atMost(concurrency);
  let [listed, done] = [0, 0];
  const read = async (object: ListedObject): Promise<WorkspaceObject | Failure> => {
    try {
      signal.throwIfAborted();
      return await readObject(client, object, signal);
    } catch (error) {
      return { object, message: messageOf(error) };
    } finally {
      onProgress(listed, (done += 1));
    }
  };
  const readAll = async (kind: Kind) => {
    const objects: ListedObject[] = [];
    const outcomes: Promise<WorkspaceObject | Failure>[] = [];
    let isExplicit = true;
    for await (const page of listObjects(client, kind, { signal, onUnlisted: () => (isExplicit = false) })) {
      objects.push(...page);
      const wanted = page.filter(isWanted);
      outcomes.push(...wanted.map((object) => turn(() => read(object))));
      onProgress((listed += wanted.length), done);
    }
    return { listing: [kind, { objects, isExplicit }] as const, outcomes: await Promise.all(outcomes) };
  };
  const ended = await Promise.all(kinds.map(readAll));
  signal.throwIfAborted();
  const outcomes = ended.flatMap((one) => one.outcomes);
  return {
    listings: new Map(ended.map(({ listing }) => listing)),
    objects: outcomes.flatMap((outcome) => ("message" in outcome ? [] : outcome)),
    failures: outcomes.flatMap((outcome) => ("message" in outcome ? outcome : [])),
  };
}
