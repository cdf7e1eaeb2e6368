import type { GrpcServer } from "../transport";

/** How often to look whether the last write has returned. */
const LOOK_EVERY_MS = 20;

/** What a process that ends has to wait for. */
interface Running {
  readonly server: Pick<GrpcServer, "close">;
  readonly stop: () => void;
  readonly busy: () => boolean;
}

/**
 * Ends the work of the process: nothing new begins, writes in flight return, and their answers leave the process.
 * Calls that only read are given `patienceMs` after that; the host no longer waits for them.
 */
export async function windDown({ server, stop, busy }: Running, patienceMs: number): Promise<void> {
  stop();
  const answered = server.close();
  await untilIdle(busy);
  await (patienceMs === Infinity ? answered : Promise.race([answered, delay(patienceMs)]));
}

/** Resolves when the last write has returned. */
export async function untilIdle(busy: () => boolean): Promise<void> {
  while (busy()) await delay(LOOK_EVERY_MS);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
