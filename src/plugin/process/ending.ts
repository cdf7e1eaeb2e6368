import type { GrpcServer } from "../transport";

/** Time between two checks whether the last write has finished. */
const POLL_INTERVAL_MS = 20;

/** The server and the functions of a plugin that is about to end. */
interface Running {
  readonly server: Pick<GrpcServer, "close">;
  /** Ends waits and reads, and begins no new work. */
  readonly stop: () => void;
  /** Reports whether a write is in flight. */
  readonly busy: () => boolean;
}

/**
 * Resolves when the process may end: the writes in flight have returned and their responses are sent. Other
 * calls get at most `graceMs` milliseconds to finish. With Infinity, they get as long as they need.
 */
export async function windDown({ server, stop, busy }: Running, graceMs: number): Promise<void> {
  stop();
  const responded = server.close();
  await untilIdle(busy);
  await (graceMs === Infinity ? responded : Promise.race([responded, delay(graceMs)]));
}

/** Resolves when no write is in flight. */
export async function untilIdle(busy: () => boolean): Promise<void> {
  while (busy()) await delay(POLL_INTERVAL_MS);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
