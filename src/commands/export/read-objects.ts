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

export function doubtful(kind: Kind, { reason }: Doubt): string {
  return `The list of ${kind}s may lack objects (${reason}), so it is not known which ${kind}s exist.`;
}

export interface Reading {
  readonly lists: ReadonlyMap<Kind, Listing>;
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

/** Lists objects and reads the wanted ones. Rejects if a list fails or is aborted. */
export async function readObjects(
  { connection, signal }: Pick<Scope, "connection" | "signal">,
  kinds: readonly Kind[],
  isWanted: (object: ListedObject) => boolean,
): Promise<Reading> {
  // With the client's limit alone, the next list request would wait for all reads of this page.
  const turn = atMost(connection.concurrency);
  const listed: ListedObject[] = [];
  const reads: Promise<WorkspaceObject | Failure>[] = [];
  const list = async (kind: Kind) => {
    async function* pages(onDoubt: OnDoubt) {
      for await (const page of listPages(connection.client, kind, { signal, onDoubt })) {
        listed.push(...page);
        const wanted = page.filter(isWanted);
        reads.push(...wanted.map((object) => turn(() => readOne(connection, object, signal))));
        yield page;
      }
    }
    return [kind, await Listing.read(pages)] as const;
  };
  const lists = new Map(await Promise.all(kinds.map(list)));
  const ended = await Promise.all(reads);
  signal.throwIfAborted();
  return {
    ...{ lists, listed },
    objects: ended.flatMap((one) => ("message" in one ? [] : one)),
    failures: ended.flatMap((one) => ("message" in one ? one : [])),
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
