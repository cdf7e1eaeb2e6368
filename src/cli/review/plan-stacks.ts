import { spawnSync } from "node:child_process";
import { makeVisible } from "../../page/visible-text";
import { findEngine } from "../engine/find-engine";
import { readPlanFile } from "../engine/plan-file";
import { type PlannedStack, planStack } from "../engine/plan-stack";
import { findStacks } from "../engine/stacks";
import { atMost, inParallel } from "../shared/lists";
import { statusLine } from "../shared/status-line";
import { UsageError } from "../usage-error";
import { parseParallelism, type Values } from "./options";

/** Plans each stack with the engine, or reads the plan files of `--plan`. */
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
  const planRun = { engine: findEngine(), signal, exclusively: atMost(1) };
  const during = progressOn(stderr, stacks.length);
  return inParallel(stacks, parallelism, ({ dependencies, ...stack }) =>
    during(stack.name, async () => ({ ...(await planStack(stack, planRun)), dependencies })),
  );
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

/** Returns the commit in 40 digits, and `-dirty` if tracked files are changed; null without a commit. */
export function currentCommit(folder: string): string | null {
  const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  const { status, stdout } = spawnSync("git", args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
    // Without this variable, git would refresh its index file.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0" },
  });
  return status === 0 ? stdout.trim() : null;
}
