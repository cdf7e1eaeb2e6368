import { setMaxListeners } from "node:events";
import { makeVisible } from "../../page/visible-text";
import { findEngine } from "../engine/find-engine";
import { readPlanFile } from "../engine/plan-file";
import { type PlannedStack, planStack } from "../engine/plan-stack";
import { findStacks } from "../engine/stacks";
import { inParallel, oneAtATime } from "../shared/lists";
import { UsageError } from "../usage-error";
import { parseParallelism, type Values } from "./options";

/** Returns what the engine planned for each stack, or what the files of `--plan` hold. */
export async function planAll(
  values: Values,
  names: readonly string[],
  { signal, stderr }: { readonly signal: AbortSignal; readonly stderr: NodeJS.WriteStream },
): Promise<PlannedStack[]> {
  const parallelism = parseParallelism(values.parallelism);
  if (values.plan !== undefined) {
    if (names.length > 0) throw new UsageError("Name stacks or give plans with --plan, not both.");
    const reading = { engine: findEngine, signal, cdktfOut: values["cdktf-out"] };
    return inParallel(values.plan, parallelism, (file) => readPlanFile(file, reading));
  }
  const stacks = findStacks(values["cdktf-out"], names);
  const planRun = { engine: findEngine(), signal, exclusively: oneAtATime() };
  const progress = progressOn(stderr, stacks.length);
  return inParallel(stacks, parallelism, (stack) =>
    progress.during(stack.name, async () => ({
      ...(await planStack(stack, planRun)),
      dependencies: stack.dependencies,
    })),
  );
}

const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a task. The first signal aborts it: the engines are interrupted and awaited, and the plan files
 * removed. Further signals interrupt the engines again, which ends them at once.
 */
export async function interruptible<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Each engine adds a listener, and Node warns from the eleventh on.
  setMaxListeners(0, controller.signal);
  const interrupt = () => {
    if (controller.signal.aborted) controller.signal.dispatchEvent(new Event("abort"));
    else controller.abort(new Error("The review was interrupted."));
  };
  for (const name of INTERRUPTS) process.on(name, interrupt);
  try {
    const result = await task(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } finally {
    for (const name of INTERRUPTS) process.off(name, interrupt);
  }
}

interface Progress {
  /** Runs a task, and shows its name meanwhile. */
  during<T>(name: string, task: () => Promise<T>): Promise<T>;
}

/** Returns a progress line that names the running tasks. Silent if the stream is no terminal. */
export function progressOn(stream: NodeJS.WriteStream, total: number): Progress {
  const running = new Set<string>();
  let done = 0;
  const show = () => {
    if (!stream.isTTY) return;
    const line = `Planning ${[...running].map(makeVisible).join(", ")} (${done} of ${total} done)`;
    stream.write(`\r\u001B[K${running.size === 0 ? "" : line.slice(0, (stream.columns || 80) - 1)}`);
  };
  return {
    async during(name, task) {
      running.add(name);
      show();
      try {
        return await task();
      } finally {
        running.delete(name);
        done += 1;
        show();
      }
    },
  };
}
