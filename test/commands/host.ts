import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What a command did in the host process. */
export interface Finished {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export type Host = ReturnType<typeof startHost>;

/**
 * Starts a process that runs commands (`command-host.cjs`) or apps. Rejects each order that has not ended when the
 * process ends.
 */
export function startHost(execArgv: readonly string[], program = join(__dirname, "command-host.cjs")) {
  const child = fork(program, { execArgv: [...execArgv], stdio: ["ignore", 2, 2, "ipc"] });
  const waiting: { resolve(finished: Finished): void; reject(error: Error): void }[] = [];
  child.on("message", (finished) => waiting.shift()!.resolve(finished as Finished));
  child.on("close", (status) => {
    for (const { reject } of waiting) reject(new Error(`The process of the commands ended with ${status}.`));
  });
  const run = (order: object) =>
    new Promise<Finished>((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.send(order);
    });
  return {
    child,
    run,
    async close(): Promise<void> {
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    },
  };
}
