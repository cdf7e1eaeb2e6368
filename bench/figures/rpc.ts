import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bundleProvider } from "../../scripts/bundle-provider.mjs";
import { Api } from "../api";
import type { Figure } from "../figure";
import { plainEnvironment } from "../measure";
import { createAll, planUnchanged, type Windows } from "../plugin-calls";
import { type PluginProcess, withPlugin } from "../plugin-process";
import { Profile, type TimeSpent } from "../profile";
import type { RpcProfile } from "../report";
import { scratchFolder } from "../scratch";

const COUNT = 1000;

/** Short enough for a thousand calls that each take a tenth of a millisecond. */
const SAMPLE_MICROSECONDS = 100;

/** Most source files in the report of one RPC. */
const MOST_FILES = 12;

/**
 * Measures the CPU time of each RPC of a plan and of an apply in the provider's process. One process receives
 * the calls of a plan, one RPC after the other, so that the profile separates the RPCs. The process is as
 * cold as in a real plan of this size.
 */
export const rpc: Figure = async ({ stacks, rounds, node }) => {
  const bundle = await bundleWithSources();
  const applied = await stacks.ours(COUNT);
  const instances = applied.instances();
  const empty = await Api.start();
  const spent = new Map<string, TimeSpent[]>();
  for (let round = 0; round < rounds(3, 1); round++) {
    const driven = [
      await drive(node, bundle, applied.api!, (plugin) => planUnchanged(plugin, instances)),
      await drive(node, bundle, empty, (plugin) => createAll(plugin, COUNT)),
    ];
    await empty.reset();
    for (const [name, time] of driven.flat()) spent.set(name, [...(spent.get(name) ?? []), time]);
  }
  return { results: [], profiles: Array.from(spent, ([name, times]) => perCall(name, times)) };
};

/** Bundles the shipped files without minifying, so that every function has a source file. */
async function bundleWithSources(): Promise<string> {
  const folder = scratchFolder("profiled");
  await bundleProvider("src/provider/main.ts", folder, { minify: false, sourcemap: "external" });
  return folder;
}

async function drive(
  node: string,
  bundle: string,
  api: Api,
  use: (plugin: PluginProcess) => Promise<Windows>,
): Promise<[string, TimeSpent][]> {
  const folder = scratchFolder("profile");
  const options = ["--cpu-prof", `--cpu-prof-interval=${SAMPLE_MICROSECONDS}`, `--cpu-prof-dir=${folder}`];
  const env = { ...plainEnvironment(), ...api.settings, TMPDIR: folder };
  const windows = await withPlugin([node, ...options, join(bundle, "provider.cjs")], env, use);
  const file = readdirSync(folder).find((name) => name.endsWith(".cpuprofile"));
  if (file === undefined) throw new Error("The provider has written no profile.");
  const profile = new Profile(join(folder, file), bundle);
  return Array.from(windows, ([name, window]) => [name, profile.within(window)]);
}

/** Returns the round with the median total, divided by the calls. The parts of one round add up. */
function perCall(rpc: string, rounds: readonly TimeSpent[]): RpcProfile {
  const inOrder = [...rounds].sort((a, b) => a.total - b.total);
  const { total, phases, files } = inOrder[Math.floor(inOrder.length / 2)]!;
  const shares = [...files].sort(([, a], [, b]) => b - a).slice(0, MOST_FILES);
  const each = (entries: Iterable<readonly [string, number]>): Record<string, number> =>
    Object.fromEntries(Array.from(entries, ([name, time]) => [name, time / COUNT]));
  return { rpc, total: total / COUNT, phases: each(Object.entries(phases)), files: each(shares) };
}
