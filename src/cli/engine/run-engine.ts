import { spawn } from "node:child_process";
import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";

export interface EngineOutcome {
  /** The exit status; null after a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface EngineRun {
  readonly folder: string;
  /** The first abort lets the engine finish its current steps; a second abort ends the engine at once. */
  readonly signal: AbortSignal;
}

/** Runs the engine and returns its output and status. Throws only if it cannot be started. */
export function runEngine(
  engine: string,
  args: readonly string[],
  { folder, signal }: EngineRun,
): Promise<EngineOutcome> {
  signal.throwIfAborted();
  const child = spawn(engine, [...args], {
    cwd: folder,
    env: engineEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    // In our process group, Ctrl-C would interrupt the engine twice, so the engine would end at once.
    detached: true,
  });
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  return new Promise<EngineOutcome>((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.on("error", (error) => reject(notStarted(engine, error)));
    // If the limit of open files is reached, Node.js returns a child process without streams.
    const { stdout: output, stderr: errors } = child as Partial<typeof child>;
    output?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    errors?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  }).finally(() => signal.removeEventListener("abort", interrupt));
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

/** Returns the environment without the variables that turn on an engine's log. */
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
