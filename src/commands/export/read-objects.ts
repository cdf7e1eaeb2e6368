import type { Doubt } from "../../client";
import { Listing, type OnDoubt } from "../../objects/listing";
import { isInWorkspace } from "../../objects/kinds";
import { messageOf } from "../../util/message-of";
import { atMost } from "../../util/lists";
import type { StateObject } from "../../estate/states/state-file";
import type { Connection } from "../../estate/workspace/connection";
import {
  type Kind,
  type ListedObject,
  listPages,
  readObject,
  type WorkspaceObject,
} from "../../estate/workspace/workspace";

export interface List {
  readonly listing: Listing;
  readonly objects: readonly ListedObject[];
}

export function doubtful(kind: Kind, { reason }: Doubt): string {
  return `The list of ${kind}s may lack objects (${reason}), so it is not known which ${kind}s exist.`;
}

export interface Reading {
  readonly lists: ReadonlyMap<Kind, List>;
  readonly listed: readonly ListedObject[];
  readonly objects: readonly WorkspaceObject[];
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly object: ListedObject;
  readonly message: string;
}

export interface Scope {
  readonly connection: Connection;
  readonly managed: readonly StateObject[];
  readonly isSelected: (object: ListedObject) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Lists objects and reads the wanted ones. Calls `onProgress` after each page and each read. Rejects if a list fails
 * or is aborted.
 */
export async function readObjects(
  { connection, signal }: Pick<Scope, "connection" | "signal">,
  kinds: readonly Kind[],
  isWanted: (object: ListedObject) => boolean,
  onProgress?: (listed: number, read: number) => void,
): Promise<Reading> {
  // With the client's limit alone, the next list request would wait for all reads of this page.
  const turn = atMost(connection.concurrency);
  let [listed, done] = [0, 0];
  const read = (object: ListedObject) =>
    readOne(connection, object, signal).finally(() => onProgress?.(listed, (done += 1)));
  const readAll = async (kind: Kind) => {
    const objects: ListedObject[] = [];
    const outcomes: ReturnType<typeof read>[] = [];
    async function* pages(onDoubt: OnDoubt) {
      for await (const page of listPages(connection.client, kind, { signal, onDoubt })) {
        objects.push(...page);
        const wanted = page.filter(isWanted);
        outcomes.push(...wanted.map((object) => turn(() => read(object))));
        onProgress?.((listed += wanted.length), done);
        yield page;
      }
    }
    const listing = await Listing.read(pages);
    return { list: [kind, { listing, objects }] as const, outcomes: await Promise.all(outcomes) };
  };
  const ended = await Promise.all(kinds.map(readAll));
  signal.throwIfAborted();
  const outcomes = ended.flatMap((one) => one.outcomes);
  return {
    lists: new Map(ended.map(({ list }) => list)),
    listed: ended.flatMap(({ list: [, { objects }] }) => objects),
    objects: outcomes.flatMap((outcome) => ("message" in outcome ? [] : outcome)),
    failures: outcomes.flatMap((outcome) => ("message" in outcome ? outcome : [])),
  };
}

/** Reads one object. Returns a failure if the read fails, or shows the object in another workspace. */
export async function readOne(
  { client, workspaceId }: Connection,
  object: ListedObject,
  signal: AbortSignal,
): Promise<WorkspaceObject | Failure> {
  try {
    signal.throwIfAborted();
    const found = await readObject(client, object, signal);
    if (isInWorkspace(found.workspaceId, workspaceId)) return found;
    return { object, message: "The API shows it in another workspace. Check OUTREACH_WORKSPACE_ID." };
  } catch (error) {
    return { object, message: messageOf(error) };
  }
}
