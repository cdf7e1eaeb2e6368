import { findEngine } from "../../estate/engine/find-engine";
import { readPlanFile } from "../../estate/engine/plan-file";
import { planStack } from "../../estate/engine/plan-stack";
import { findStacks, plainStack, type Stack } from "../../estate/engine/stacks";
import { synthesize, synthesizedCommit } from "../../estate/engine/synthesize";
import { configurationFiles } from "../../estate/hcl/configuration";
import { commitIn } from "../../placing/records";
import { realPath } from "../../util/files/read-file";
import { existingFolder, UsageError } from "../../util/usage-error";
import { atMost, inParallel } from "../../util/lists";
import { statusLine } from "../../util/process";
import { parseParallelism, type Values } from "./options";
import { readSources, type StackSources } from "./sources";

/**
 * `sources`: where each stack declares its resources; saved plans have none. `other`: the stack of
 * `--only-texts-of`. `planned` includes `other` if that stack is reviewed, too, or if its plan failed.
 */
export async function planAll(
  values: Values,
  names: readonly string[],
  signal: AbortSignal,
  stderr: NodeJS.WriteStream,
) {
  const sources = new Map<string, StackSources>();
  const parallelism = parseParallelism(values.parallelism);
  refuseMixed(values, names);
  const { plan, dir, "cdktf-out": out, "skip-synth": skips } = values;
  if (plan !== undefined) {
    const planned = await inParallel(plan, parallelism, (file) => readPlanFile(file, out, signal));
    return { planned, other: undefined, commit: null, sources };
  }
  const synthesizes = dir === undefined && out === undefined && skips !== true;
  const isFresh = synthesizes && (await synthesize(signal, stderr));
  const { stacks, reviewed, other } = stacksToPlan(values, names);
  // Throws if synth wrote the folder and a source has changed since.
  const commit = synthesizedCommit(stacks, isFresh) ?? (dir === undefined ? null : commitOf(stacks));
  const planned = await planEach(stacks, parallelism, signal, stderr);
  for (const stack of stacks) sources.set(stack.name, await readSources(stack, signal));
  return {
    planned: planned.filter(({ name, plan: made }) => reviewed.has(name) || made === null),
    other: planned.find(({ name }) => name === other),
    commit,
    sources,
  };
}

function stacksToPlan({ dir, "cdktf-out": out, "only-texts-of": only }: Values, names: readonly string[]) {
  const find = (given: readonly string[]) =>
    dir === undefined ? findStacks(out, given) : foldersToPlan(given);
  const stacks = find(dir ?? names);
  const reviewed = new Set(stacks.map(({ name }) => name));
  if (only === undefined) return { stacks, reviewed };
  const [other] = find([only]) as [Stack];
  const others = stacks.filter(({ name }) => name !== other.name);
  if (others.length > 0) return { stacks: [...others, other], reviewed, other: other.name };
  throw new UsageError(`--only-texts-of ${only} compares other stacks with ${only}. Name one of them, too.`);
}

function refuseMixed(values: Values, names: readonly string[]): void {
  const { plan, dir } = values;
  if (plan !== undefined && names.length > 0)
    throw new UsageError("Name stacks or give plans with --plan, not both.");
  if (plan !== undefined && values["only-texts-of"] !== undefined)
    throw new UsageError("--only-texts-of plans a stack, so it cannot be used with --plan.");
  if (dir === undefined) return;
  const options = (["plan", "skip-synth", "cdktf-out"] as const).filter((name) => values[name] !== undefined);
  const [other] = [
    ...options.map((name) => `--${name}`),
    ...(names.length > 0 ? ["the name of a stack"] : []),
  ];
  if (other !== undefined)
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
  const show = statusLine(stderr);
  let done = 0;
  const showDone = () => show(`Planning: ${done} of ${stacks.length} done`);
  showDone();
  const plans = inParallel(stacks, parallelism, async ({ dependencies, ...stack }) => {
    const planned = await planStack(stack, planRun);
    done += 1;
    showDone();
    return { ...planned, dependencies };
  });
  return plans.finally(() => show(""));
}

function foldersToPlan(named: readonly string[]): Stack[] {
  const folders = new Map(
    named.map((one) => existingFolder("--dir", one)).map((one) => [realPath(one), one] as const),
  );
  return Array.from(folders.values(), (folder) => {
    if (configurationFiles(folder).length > 0) return plainStack(folder);
    throw new UsageError(`${folder} has no .tf file. Name the folder of a configuration with --dir.`);
  });
}

function commitOf(stacks: readonly Stack[]): string | null {
  const [commit = null, ...others] = new Set(stacks.map(({ folder }) => commitIn(folder).commit));
  return others.length === 0 ? commit : null;
}
