/** How long a read or list that follows a write may continue after a stop. */
const GRACE_MS = 5_000;

/** Returns a signal that fires `GRACE_MS` after `signal`, so that reads can find the result of a write. */
export function withGrace(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(GRACE_MS);
  const late = new AbortController();
  const stopped = () => {
    AbortSignal.timeout(GRACE_MS).addEventListener("abort", () => late.abort(), { once: true });
  };
  signal.addEventListener("abort", stopped, { once: true });
  return late.signal;
}
