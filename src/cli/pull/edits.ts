import { setTimeout } from "node:timers/promises";
import { isNotFound, type OutreachClient } from "../../client";
import type { StateObject } from "../states/state-file";
import { readObject, type WorkspaceObject } from "../workspace/objects";

/** An object of a state as the server has it now. */
export interface Current {
  readonly state: StateObject;
  /** Undefined if the workspace no longer has the object. */
  readonly object: WorkspaceObject | undefined;
}

/** In milliseconds. */
const BETWEEN_READS = 500;

/** Reads an object until it shows the last write in the state, for at most `visibilityTimeout` seconds. */
export async function readCurrent(
  client: OutreachClient,
  state: StateObject,
  { signal, visibilityTimeout }: { readonly signal: AbortSignal; readonly visibilityTimeout: number },
): Promise<Current> {
  const until = performance.now() + visibilityTimeout * 1000;
  for (;;) {
    const object = await readObject(client, state, signal).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    if (object === undefined || !isOlder(object, state) || performance.now() >= until)
      return { state, object };
    await setTimeout(Math.min(BETWEEN_READS, until - performance.now()), undefined, { signal });
  }
}

function isOlder({ lastUpdatedAt }: WorkspaceObject, { attributes }: StateObject): boolean {
  const written = attributes["last_updated_at"];
  if (typeof written !== "string" || lastUpdatedAt === null) return false;
  return Date.parse(lastUpdatedAt) < Date.parse(written);
}
