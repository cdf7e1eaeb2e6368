import type { GrpcServer } from "../transport";
import type { Plugin } from "./plugin";

/** Time between two checks whether the last write has finished. */
const POLL_INTERVAL_MS = 20;

/** A plugin that is about to end, and its server. */
type Running = Pick<Plugin, "stop" | "busy"> & { readonly server: Pick<GrpcServer, "close"> };

/**
 * Resolves when the process may end: the writes in flight have returned and their responses are sent. Other
 * calls get at most `graceMs` milliseconds to finish. With Infinity, they get as long as they need.
 */
export async function windDown(running: Running, graceMs: number): Promise<void> {
  running.stop();
  const responded = running.server.close();
  await untilIdle(() => running.busy());
  await (graceMs === Infinity ? responded : Promise.race([responded, delay(graceMs)]));
}

/** Resolves when no write is in flight. */
export async function untilIdle(busy: () => boolean): Promise<void> {
  while (busy()) await delay(POLL_INTERVAL_MS);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
