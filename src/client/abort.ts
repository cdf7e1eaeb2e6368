import { setMaxListeners } from "node:events";

const shared = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once the signal fires. Many calls share a signal, and a listener of Node's own for each of them takes longer
 * than what else is noted about a call: a signal gets one, for all of them. It must not have fired yet.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
  listenersOf(signal).add(listener);
}

/** Takes a listener back. */
export function offAbort(signal: AbortSignal, listener: () => void): void {
  shared.get(signal)?.delete(listener);
}

/** Also to be called before timers wait on a signal: Node would warn of a leak from the eleventh on. */
export function listenersOf(signal: AbortSignal): Set<() => void> {
  let listeners = shared.get(signal);
  if (listeners === undefined) {
    const added = new Set<() => void>();
    listeners = added;
    shared.set(signal, added);
    setMaxListeners(0, signal);
    signal.addEventListener("abort", () => added.forEach((listener) => listener()), { once: true });
  }
  return listeners;
}
