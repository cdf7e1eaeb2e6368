import { setTimeout } from "node:timers/promises";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Repeats a look at the server until it finds what it looks for, with growing pauses, for at most so many
 * milliseconds; undefined then. The document promises no consistency: a write may take a while to show.
 * A signal ends the waiting, not the look under way.
 */
export async function lookUntil<T>(
  look: () => Promise<T | undefined>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    const left = deadline - performance.now();
    if (left <= 0 || signal.aborted) return undefined;
    await setTimeout(Math.min(pause, left), undefined, { signal }).catch(() => undefined);
  }
}
