const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Returns the listeners of a signal that has not fired yet; add and delete them there. Many calls share one
 * signal, and a Node listener for each call is slow: a signal gets one for all of them.
 */
export function abortListeners(signal: AbortSignal): Set<() => void> {
  const known = bySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  bySignal.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
