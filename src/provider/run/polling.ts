import { setTimeout } from "node:timers/promises";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** How long a stop leaves to the look that ends a write. */
const GRACE_MS = 5_000;

/**
 * The signal for looks that end a write: it follows the call's own one a little later. A write that was sent is to be
 * recorded at a stop too, and only a look tells what became of it.
 */
export function withGrace(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(GRACE_MS);
  const late = new AbortController();
  const stopped = () => {
    AbortSignal.timeout(GRACE_MS).addEventListener("abort", () => late.abort(), { once: true });
  };
  signal.addEventListener("abort", stopped, { once: true });
  return late.signal;
}

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
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    const left = deadline - performance.now();
    if (left <= 0 || signal.aborted) return undefined;
    await pause(Math.min(longest, left), signal);
  }
}

/** Waits for so many milliseconds, or for the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

/** Does what several wait for: it is given a signal that is aborted once all of theirs are. */
export async function withinAll<T>(
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const all = new AbortController();
  const check = () => {
    if (signals.every(({ aborted }) => aborted)) all.abort();
  };
  check();
  for (const signal of signals) signal.addEventListener("abort", check);
  try {
    return await run(all.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", check);
  }
}
