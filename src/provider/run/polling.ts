import { setTimeout } from "node:timers/promises";

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/**
 * Calls `look`, with growing pauses, until it returns a result. Returns undefined after the timeout or a
 * stop. Pass a function if the timeout may change during the polling.
 */
export async function pollUntil<T>(
  look: () => Promise<T | undefined>,
  timeoutMs: number | (() => number),
  signal: AbortSignal,
): Promise<T | undefined> {
  const begunAt = performance.now();
  const timeout = typeof timeoutMs === "number" ? () => timeoutMs : timeoutMs;
  for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, MAX_PAUSE_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    const left = begunAt + timeout() - performance.now();
    if (left <= 0 || signal.aborted) return undefined;
    await pause(Math.min(longest, left), signal);
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

/** `run` gets a signal that fires when the signals of all callers have fired. */
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

const GRACE_MS = 5_000;

/** Fires 5 seconds after `signal`, so that reads can find the result of a write. */
export function withGrace(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(GRACE_MS);
  const late = new AbortController();
  const stopped = () => {
    AbortSignal.timeout(GRACE_MS).addEventListener("abort", () => late.abort(), { once: true });
  };
  signal.addEventListener("abort", stopped, { once: true });
  return late.signal;
}
