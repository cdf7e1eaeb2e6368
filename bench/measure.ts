import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { untilTheEnd } from "./scratch";

export interface Measure {
  readonly seconds: number;
  /** User and system time of the program and of its child processes. */
  readonly cpuSeconds: number;
}

export const seconds = (run: Measure): number => run.seconds;
export const cpuSeconds = (run: Measure): number => run.cpuSeconds;

/** The environment without settings of Terraform, Node.js and the provider, which would change the result. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|OUTREACH_|NODE_)/.test(name));
  return Object.fromEntries(inherited);
}

export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** `times` (POSIX) prints the times of the shell, and on the next line the times of its children. */
const SCRIPT = 'output=$1; shift; "$@" >"$output" 2>&1; status=$?; times; exit $status';

/**
 * Throws if the program fails. The program writes its output to a file, because reading the output here would
 * slow the program down.
 */
export async function measure({ command, folder, env }: Program): Promise<Measure> {
  const output = join(folder, "output.txt");
  const begin = performance.now();
  const child = spawn("sh", ["-c", SCRIPT, "sh", output, ...command], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  untilTheEnd(child);
  let times = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (times += text));
  const status = await new Promise((done, fail) => child.on("error", fail).on("close", done));
  const seconds = (performance.now() - begin) / 1000;
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}:\n${endOf(output)}`);
  return { seconds, cpuSeconds: childrenOf(times) };
}

function childrenOf(times: string): number {
  const spent = Array.from(times.matchAll(/(\d+)m([\d.]+)s/g), ([, minutes, seconds]) => {
    return Number(minutes) * 60 + Number(seconds);
  });
  if (spent.length !== 4) throw new Error(`The times that the shell printed cannot be parsed: ${times}`);
  return spent[2]! + spent[3]!;
}

function endOf(file: string): string {
  const text = readFileSync(file, "utf8");
  return text.slice(-4000);
}
