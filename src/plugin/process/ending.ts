import type { GrpcServer } from "../transport";

/** How often to look whether the last write has returned. */
const interval = 20;

/** What a process that ends has to wait for. */
export interface Running {
  readonly server: Pick<GrpcServer, "close">;
  readonly stop: () => void;
  readonly busy: () => boolean;
}

/**
 * Ends the work of the process: nothing new begins, writes in flight return, and their answers leave the process.
 * Calls that only read are given `patience` milliseconds after that; the host no longer waits for them.
 */
export async function windDown({ server, stop, busy }: Running, patience: number): Promise<void> {
  stop();
  const answered = server.close();
  while (busy()) await delay(interval);
  await (patience === Infinity ? answered : Promise.race([answered, delay(patience)]));
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
