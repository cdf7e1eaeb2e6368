import { setMaxListeners } from "node:events";

interface Waits {
  readonly callbacks: Set<() => void>;
  /** The listener on the signal. */
  readonly tellAll: () => void;
}

/**
 * Tells many waits of the end of the signals they share. Node looks through all listeners of a signal for each one that
 * comes or goes, so each signal has a single one here, for as long as anybody waits.
 */
export class Aborts {
  readonly #waits = new Map<AbortSignal, Waits>();

  add(signal: AbortSignal, onAbort: () => void): void {
    const waits = this.#waits.get(signal) ?? this.#listen(signal);
    waits.callbacks.add(onAbort);
  }

  delete(signal: AbortSignal, onAbort: () => void): void {
    const waits = this.#waits.get(signal);
    if (waits === undefined) return;
    waits.callbacks.delete(onAbort);
    if (waits.callbacks.size > 0) return;
    signal.removeEventListener("abort", waits.tellAll);
    this.#waits.delete(signal);
  }

  #listen(signal: AbortSignal): Waits {
    const callbacks = new Set<() => void>();
    const tellAll = () => {
      for (const onAbort of callbacks) onAbort();
    };
    this.#waits.set(signal, { callbacks, tellAll });
    // Others listen too, and Node would warn of a leak from the eleventh on.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", tellAll);
    return { callbacks, tellAll };
  }
}
