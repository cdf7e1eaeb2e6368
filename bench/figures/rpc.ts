import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bundleProvider } from "../../scripts/bundle-provider.mjs";
import { Api } from "../api";
import type { Figure } from "../figure";
import { plainEnvironment } from "../measure";
import { createAll, planUnchanged, type Windows } from "../plugin-calls";
import { type PluginProcess, withPlugin } from "../plugin-process";
import { phases, Profile, type TimeSpent } from "../profile";
import type { RpcProfile } from "../report";
import { scratchFolder } from "../scratch";
import { median } from "../statistics";

const COUNT = 1000;

/** Fine enough for calls of a tenth of a millisecond, of which there are a thousand. */
const SAMPLE_MICROSECONDS = 100;

/** How many source files of each RPC are named. */
const MOST_FILES = 12;

/**
 * What each RPC of a plan and of an apply costs the provider's process. One process gets the calls of a plan one kind
 * after the other, so that a profile tells the kinds apart; it is as cold as in a real plan of this size.
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

/** The shipped files, but not minified, so that every function can be traced to its source. */
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

/** The median round, for one call. */
function perCall(rpc: string, times: readonly TimeSpent[]): RpcProfile {
  const middle = (of: (time: TimeSpent) => number): number => median(times.map(of)) / COUNT;
  const files = [...new Set(times.flatMap((time) => [...time.files.keys()]))]
    .map((file) => [file, middle((time) => time.files.get(file) ?? 0)] as const)
    .sort(([, a], [, b]) => b - a);
  return {
    rpc,
    total: middle(({ total }) => total),
    phases: Object.fromEntries(phases.map((phase) => [phase, middle((time) => time.phases[phase] ?? 0)])),
    files: Object.fromEntries(files.slice(0, MOST_FILES)),
  };
}
