import type { setTimeout as Sleep } from "node:timers/promises";

const { setTimeout: sleep } = jest.requireActual<{ setTimeout: typeof Sleep }>("node:timers/promises");

/** Stands in for `node:timers/promises`, so that tests wait for what happens and not for the clock. */
export const waits = {
  /** What part of its time a wait takes. */
  scale: 1 / 20,
  /** Called when a wait of so many milliseconds begins, which then lasts until this ends, too. */
  begun: (() => undefined) as (ms: number) => Promise<unknown> | undefined,
};

/**
 * A wait in steps of which each lets the whole process go on: a machine under load stretches it for everybody
 * alike.
 */
export async function setTimeout<T>(ms: number, value?: T, options?: { signal?: AbortSignal }): Promise<T> {
  await waits.begun(ms);
  for (let left = ms * waits.scale; left > 0; left -= 1) await sleep(Math.min(left, 1), undefined, options);
  return value as T;
}
