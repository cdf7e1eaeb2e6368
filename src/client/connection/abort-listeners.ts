const shared = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Who is called once the signal fires, which it must not have done yet. Many calls share a signal, and a listener of Node's
 * own for each of them takes longer than what else is noted about a call: a signal gets one, for all of them.
 */
export function listenersOf(signal: AbortSignal): Set<() => void> {
  const known = shared.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  shared.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
