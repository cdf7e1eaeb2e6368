import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Api } from "../api";
import type { Figure } from "../figure";
import { plainEnvironment } from "../measure";
import { createAll, planUnchanged } from "../plugin-calls";
import { type PluginProcess, withPlugin } from "../plugin-process";
import { builtProvider, echoBundle } from "../provider";
import type { Result } from "../report";
import { scratchFolder } from "../scratch";

const COUNT = 1000;

/** Without a simulated cache. `--smc-check=all` is needed because V8 generates code while it runs. */
const VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--smc-check=all"] as const;

/**
 * Counts the instructions that the provider's process executes outside of the kernel for the calls of a plan
 * and of an apply. Counts vary less than times, but a busy machine changes them by some percent too: compare
 * several runs to see the effect of a small change (bench/NOTES.md).
 */
export const instructions: Figure = async ({ node, stacks }) => {
  if (spawnSync(VALGRIND[0], ["--version"]).status !== 0) {
    throw new Error(
      "instructions are counted by valgrind, which is not on PATH. Install it, or leave this figure out.",
    );
  }
  const applied = await stacks.ours(COUNT);
  const instances = applied.instances();
  const plan = (bundle: string) =>
    count(node, bundle, applied.api!, (plugin) => planUnchanged(plugin, instances));
  const create = async (bundle: string) =>
    count(node, bundle, await Api.start(), (plugin) => createAll(plugin, COUNT));
  return {
    results: [
      result(`plan of ${COUNT}, instructions of the provider`, await plan(builtProvider)),
      result(`plan of ${COUNT}, instructions of the echo`, await plan(await echoBundle())),
      result(`create of ${COUNT}, instructions of the provider`, await create(builtProvider)),
    ],
  };
};

async function count(
  node: string,
  bundle: string,
  api: Api,
  use: (plugin: PluginProcess) => Promise<unknown>,
): Promise<number> {
  const folder = scratchFolder("instructions");
  const log = join(folder, "valgrind.log");
  const files = [`--log-file=${log}`, "--cachegrind-out-file=/dev/null"];
  const declared = { OUTREACH_DECLARED_SNIPPETS: String(COUNT) };
  const env = { ...plainEnvironment(), ...api.settings, ...declared, TMPDIR: folder };
  await withPlugin([...VALGRIND, ...files, node, join(bundle, "provider.cjs")], env, use);
  const counted = /I\s+refs:\s+([\d,]+)/.exec(readFileSync(log, "utf8"))?.[1];
  if (counted === undefined) throw new Error("valgrind has counted no instructions.");
  return Number(counted.replaceAll(",", "")) / 1e6;
}

function result(what: string, value: number): Result {
  return { figure: "instructions", what, value, unit: "million" };
}
