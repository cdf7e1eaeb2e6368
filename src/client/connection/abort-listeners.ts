const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** Returns the listeners of a signal that has not fired. A Node listener for each call would be slow. */
export function abortListeners(signal: AbortSignal): Set<() => void> {
  const known = bySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  bySignal.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
