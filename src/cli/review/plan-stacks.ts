import { makeVisible } from "../../page/visible-text";
import { findEngine } from "../engine/find-engine";
import { readPlanFile } from "../engine/plan-file";
import { type PlannedStack, planStack } from "../engine/plan-stack";
import { findStacks } from "../engine/stacks";
import { synthesize } from "../engine/synthesize";
import { synthesizedCommit } from "../engine/synthesized-from";
import { atMost, inParallel } from "../shared/lists";
import { statusLine } from "../shared/status-line";
import { UsageError } from "../usage-error";
import { parseParallelism, type Values } from "./options";

/** The plans to review, and the commit of their code; null if it is not known. */
export interface Planned {
  readonly planned: readonly PlannedStack[];
  readonly commit: string | null;
}

/** Synthesizes the app and plans each stack with the engine, or reads the plan files of `--plan`. */
export async function planAll(
  values: Values,
  names: readonly string[],
  { signal, stderr }: { readonly signal: AbortSignal; readonly stderr: NodeJS.WriteStream },
): Promise<Planned> {
  const parallelism = parseParallelism(values.parallelism);
  if (values.plan !== undefined) {
    if (names.length > 0) throw new UsageError("Name stacks or give plans with --plan, not both.");
    const reading = { engine: findEngine, signal, cdktfOut: values["cdktf-out"] };
    const planned = await inParallel(values.plan, parallelism, (file) => readPlanFile(file, reading));
    return { planned, commit: null };
  }
  const { "cdktf-out": out, "skip-synth": skips } = values;
  if (skips !== true && out === undefined) await synthesize(signal, stderr);
  const stacks = findStacks(out, names);
  const commit = synthesizedCommit(stacks);
  const planRun = { engine: findEngine(), signal, exclusively: atMost(1) };
  const during = progressOn(stderr, stacks.length);
  const planned = await inParallel(stacks, parallelism, ({ dependencies, ...stack }) =>
    during(stack.name, async () => ({ ...(await planStack(stack, planRun)), dependencies })),
  );
  return { planned, commit };
}

/** Returns a function that runs a task, and shows the task's name in a line of the stream meanwhile. */
export function progressOn(stream: NodeJS.WriteStream, total: number) {
  const running = new Set<string>();
  const show = statusLine(stream);
  let done = 0;
  const update = () => {
    const names = [...running].map(makeVisible).join(", ");
    show(running.size === 0 ? "" : `Planning ${names} (${done} of ${total} done)`);
  };
  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    running.add(name);
    update();
    try {
      return await task();
    } finally {
      running.delete(name);
      done += 1;
      update();
    }
  };
}
