const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Returns the functions that run when a signal fires, which must not have fired yet. All its calls share one
 * listener of Node, because one listener for each call would be slow.
 */
export function abortListeners(signal: AbortSignal): Set<() => void> {
  const known = bySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  bySignal.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
