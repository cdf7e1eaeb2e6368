import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isWindows } from "../../util/is-windows";
import { messageOf } from "../../util/message-of";
import { openNameless, textIn } from "./temporary-files";

export interface EngineOutcome {
  /** The exit status; null after a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EngineRun {
  readonly folder: string;
  /** An abort interrupts the engine: see `interrupting`. A second abort interrupts it once more. */
  readonly signal: AbortSignal;
  /** Additional variables of its environment. Default: none. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs an engine. Throws an Error if it cannot be started, or if it has not ended soon after an abort. */
export async function runEngine(
  engine: string,
  args: readonly string[],
  { folder, signal, env = {} }: EngineRun,
): Promise<EngineOutcome> {
  signal.throwIfAborted();
  const output: number[] = [];
  try {
    output.push(...openNameless(2));
    const child = spawn(engine, [...args], {
      cwd: folder,
      env: { ...engineEnvironment(), ...env },
      // Not pipes: an engine that this process no longer waits for would die of its next line, with the
      // state still locked.
      stdio: ["ignore", ...output],
      // In our process group, Ctrl-C would interrupt the engine twice, so the engine would end at once.
      detached: !isWindows(),
      windowsHide: true,
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
    const status = await interrupting(child, signal, ended);
    const [stdout, stderr] = output.map(textIn) as [string, string];
    return { status, stdout, stderr };
  } catch (error) {
    throw "code" in (error as Error) ? notStarted(engine, error as Error) : error;
  } finally {
    for (const file of output) closeSync(file);
  }
}

/** Milliseconds from an abort to the second interrupt of the engine, and to the end of our wait. */
const [SECOND_INTERRUPT, END_OF_WAIT] = [300, 700];

/**
 * Returns the status of an engine. An abort of the signal interrupts the engine, which then finishes its
 * current steps. A second interrupt makes it end at once. An engine that still runs after that is left alone,
 * because it may be releasing the lock of the state.
 * @throws Error if the engine is left alone.
 */
async function interrupting(
  child: ChildProcess,
  signal: AbortSignal,
  ended: Promise<number | null>,
): Promise<number | null> {
  const timers: NodeJS.Timeout[] = [];
  let leave: (error: Error) => void;
  const left = new Promise<never>((_, reject) => (leave = reject));
  // On Windows, the console sends Ctrl-C to the engine itself, and `kill` would end it in the middle of a write.
  const kill = () => isWindows() || child.kill("SIGINT");
  const interrupt = () => {
    kill();
    if (timers.length > 0) return;
    timers.push(setTimeout(kill, SECOND_INTERRUPT));
    timers.push(setTimeout(() => leave(stillRunning(child, signal)), END_OF_WAIT));
  };
  signal.addEventListener("abort", interrupt);
  try {
    return await Promise.race([ended, left]);
  } finally {
    signal.removeEventListener("abort", interrupt);
    for (const timer of timers) clearTimeout(timer);
    child.unref();
  }
}

function stillRunning({ pid, spawnfile }: ChildProcess, { reason }: AbortSignal): Error {
  return new Error(
    `${messageOf(reason)} ${spawnfile} (process ${pid}) still runs, because it may be releasing the lock of the state. ` +
      "It ends without your help.",
  );
}

function notStarted(engine: string, cause: Error): Error {
  return new Error(
    `${engine} cannot be started: ${cause.message}. If the limit of open files (ulimit -n) or of processes is reached, ` +
      "plan fewer stacks at a time with --parallelism.",
    { cause },
  );
}

/** Removes TF_LOG unless the log goes to a file: a log holds secrets, and the review quotes stderr. */
function engineEnvironment(): NodeJS.ProcessEnv {
  const log = logFile(process.env["TF_LOG_PATH"] ?? "");
  return {
    ...(log === undefined ? withoutLog(process.env) : { ...process.env, TF_LOG_PATH: log }),
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
  };
}

export function withoutLog(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("TF_LOG")));
}

/** Returns the real path of a file that can be written; undefined for anything else. */
function logFile(named: string): string | undefined {
  if (named === "") return undefined;
  // The engine runs in other folders, so a relative path must be resolved here.
  const file = resolve(named);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) return undefined;
    closeSync(openSync(file, "a"));
    // TF_LOG_PATH may be /dev/stderr, redirected to a file. For the engine, that name means its own standard
    // error, so it gets the path of the file instead.
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
