const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Returns the set of functions that run when a signal fires. The signal must not have fired yet. All calls
 * with the same signal share one listener of Node, because one listener for each call would be slow.
 */
export function abortListeners(signal: AbortSignal): Set<() => void> {
  const known = bySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  bySignal.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
