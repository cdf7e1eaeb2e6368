import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "../figure";
import { plainEnvironment } from "../measure";
import { planUnchanged } from "../plugin-calls";
import { endPlugin, startPlugin } from "../plugin-process";
import { builtProvider, echoBundle } from "../provider";
import type { Result } from "../report";
import { scratchFolder } from "../scratch";

const COUNT = 1000;

/** Counts and simulates nothing; V8 writes the code that it runs. */
const VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--smc-check=all"] as const;

/**
 * How many instructions the process that plans executes outside of the kernel, by the calls of a plan. Time differs by
 * several percent from run to run, this by half of one, whatever else the machine does: it tells what a small change brings.
 */
export const instructions: Figure = async ({ node, stacks }) => {
  if (spawnSync(VALGRIND[0], ["--version"]).status !== 0) {
    throw new Error(
      "instructions are counted by valgrind, which is not on PATH. Install it, or leave this figure out.",
    );
  }
  const applied = await stacks.ours(COUNT);
  const instances = applied.state().resources.flatMap((resource) => resource.instances);
  const count = async (bundle: string): Promise<number> => {
    const folder = scratchFolder("instructions");
    const log = join(folder, "valgrind.log");
    const files = [`--log-file=${log}`, "--cachegrind-out-file=/dev/null"];
    const env = {
      ...plainEnvironment(),
      ...applied.api!.settings,
      OUTREACH_DECLARED_SNIPPETS: String(COUNT),
      TMPDIR: folder,
    };
    const plugin = await startPlugin([...VALGRIND, ...files, node, join(bundle, "provider.cjs")], env);
    await planUnchanged(plugin, instances);
    await endPlugin(plugin);
    const counted = /I\s+refs:\s+([\d,]+)/.exec(readFileSync(log, "utf8"))?.[1];
    if (counted === undefined) throw new Error("valgrind has counted no instructions.");
    return Number(counted.replaceAll(",", "")) / 1e6;
  };
  const result = (what: string, value: number): Result => {
    return { figure: "instructions", what: `plan of ${COUNT}, ${what}`, value, unit: "million" };
  };
  return {
    results: [
      result("instructions of the provider", await count(builtProvider)),
      result("instructions of the echo", await count(await echoBundle())),
    ],
  };
};
