import { setMaxListeners } from "node:events";
import { isCancelled } from "../client";
import { Interruption } from "../util/process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ctrl-C, SIGTERM and SIGHUP abort the task's signal. Running engines then finish their current steps. A
 * second interrupt, other than SIGHUP, makes the engines end at once.
 * @throws Interruption naming the signal, if the task was interrupted and threw no other error
 */
export async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Each engine adds a listener, and Node.js warns of more than ten.
  setMaxListeners(0, controller.signal);
  const interrupt = (name: NodeJS.Signals) => {
    if (!controller.signal.aborted) controller.abort(new Interruption(name));
    // When a terminal is closed, both the kernel and the shell may send SIGHUP.
    else if (name !== "SIGHUP") controller.signal.dispatchEvent(new Event("abort"));
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    const result = await task(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw controller.signal.aborted && isCancelled(error) ? controller.signal.reason : error;
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt);
  }
}
