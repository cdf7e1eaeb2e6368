import { existsSync } from "node:fs";
import { join } from "node:path";
import { findEngine } from "../../estate/engine/find-engine";
import { readPlanFile } from "../../estate/engine/plan-file";
import { type PlannedStack, planStack } from "../../estate/engine/plan-stack";
import {
  findStacks,
  otherStacks,
  plainStack,
  type Stack,
  synthesizedFolder,
} from "../../estate/engine/stacks";
import { synthesize, synthesizedCommit } from "../../estate/engine/synthesize";
import { configurationFiles } from "../../estate/hcl/configuration";
import { currentCommit } from "../../placing/records";
import { makeVisible } from "../../render/visible-text";
import { realPath } from "../../util/files/read-file";
import { existingFolder, UsageError } from "../../util/usage-error";
import { atMost, inParallel } from "../../util/lists";
import { statusLine } from "../../util/process";
import { parseParallelism, type Values } from "./options";
import { readSources, type StackSources } from "./sources";
import { type OtherStack, otherStack } from "./between-stacks";

/** The plans to review, and the commit of their code; null if it is not known. */
interface Planned {
  readonly planned: readonly PlannedStack[];
  readonly commit: string | null;
  /** The stacks of the app that are not planned. */
  readonly others: readonly OtherStack[];
  /** Where the resources of each stack stand, by its name. Saved plans have none. */
  readonly sources: ReadonlyMap<string, StackSources>;
}

/** Synthesizes the app and plans each stack with the engine, or reads the plans of `--plan`, or plans `--dir`. */
export async function planAll(
  values: Values,
  names: readonly string[],
  signal: AbortSignal,
  stderr: NodeJS.WriteStream,
): Promise<Planned> {
  const parallelism = parseParallelism(values.parallelism);
  refuseMixed(values, names);
  if (values.plan !== undefined) {
    const planned = await inParallel(values.plan, parallelism, (file) =>
      readPlanFile(file, values["cdktf-out"], signal),
    );
    return { planned, commit: null, others: [], sources: new Map() };
  }
  const { dir, "cdktf-out": out, "skip-synth": skips } = values;
  const synthesizes = dir === undefined && out === undefined && skips !== true;
  const isFresh = synthesizes && (await synthesize(signal, stderr));
  if (dir === undefined && out === undefined) refusePlainFolder();
  const stacks = dir === undefined ? findStacks(out, names) : foldersToPlan(dir);
  const commit = dir === undefined ? synthesizedCommit(stacks, isFresh) : commitOf(stacks);
  const others = dir === undefined ? otherStacks(stacks, out).map(otherStack) : [];
  const planned = await planEach(stacks, parallelism, signal, stderr);
  const sources = new Map<string, StackSources>();
  for (const stack of stacks) sources.set(stack.name, await readSources(stack, signal));
  return { planned, commit, others, sources };
}

/** Throws UsageError if options name stacks in more than one way. */
function refuseMixed(values: Values, names: readonly string[]): void {
  const { plan, dir } = values;
  if (plan !== undefined && names.length > 0)
    throw new UsageError("Name stacks or give plans with --plan, not both.");
  if (dir === undefined) return;
  const option = (["plan", "skip-synth", "cdktf-out"] as const).find((name) => values[name] !== undefined);
  if (option === undefined && names.length === 0) return;
  const other = option === undefined ? "the name of a stack" : `--${option}`;
  throw new UsageError(`--dir plans folders of .tf files, so it cannot be used with ${other}.`);
}

async function planEach(
  stacks: readonly Stack[],
  parallelism: number,
  signal: AbortSignal,
  stderr: NodeJS.WriteStream,
) {
  const { program: engine } = await findEngine(signal);
  const planRun = { engine, signal, exclusively: atMost(1) };
  const during = progressOn(stderr, stacks.length);
  return inParallel(stacks, parallelism, ({ dependencies, ...stack }) =>
    during(stack.name, async () => ({ ...(await planStack(stack, planRun)), dependencies })),
  );
}

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

/** Returns the folders of `--dir` as stacks, each once. Throws UsageError for a folder without configuration. */
function foldersToPlan(named: readonly string[]): Stack[] {
  const folders = new Map(
    named.map((one) => existingFolder("--dir", one)).map((one) => [realPath(one), one] as const),
  );
  return Array.from(folders.values(), (folder) => {
    if (configurationFiles(folder).length > 0) return plainStack(folder);
    throw new UsageError(`${folder} has no .tf file. Name the folder of a configuration with --dir.`);
  });
}

/**
 * Returns the commit of the folders; null without a commit, or if they are of different ones. The engine reads
 * the files themselves, so they are as new as the plan, except those that synth wrote.
 * @throws Error if synth wrote a folder, and a source has changed since
 */
function commitOf(stacks: readonly Stack[]): string | null {
  const synthesized = synthesizedCommit(stacks);
  if (synthesized !== null) return synthesized;
  const [commit = null, ...others] = new Set(stacks.map(({ folder }) => currentCommit(folder)));
  return others.length === 0 ? commit : null;
}

/** Throws if nothing is synthesized, but the working directory has `.tf` files, which need `--dir`. */
function refusePlainFolder(): void {
  const manifest = join(synthesizedFolder(), "manifest.json");
  const [file] = configurationFiles(".");
  if (file === undefined || existsSync(manifest)) return;
  throw new Error(
    `${manifest} is missing, and this folder has ${file}. Run cdktf synth first, or review the .tf files of this ` +
      "folder with --dir .",
  );
}
