import { spawn } from "node:child_process";
import { closeSync, openSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";

export interface EngineOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface EngineRun {
  readonly folder: string;
  /** Each abort interrupts the engine: the first ends it in order, the second at once. */
  readonly signal: AbortSignal;
}

/** Runs the engine to its end, whatever its status. */
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
    // A group of its own: Ctrl-C would reach it twice, and a second interrupt means to drop everything.
    detached: true,
  });
  const interrupt = () => child.kill("SIGINT");
  signal.addEventListener("abort", interrupt);
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.on("error", (error) => {
      signal.removeEventListener("abort", interrupt);
      reject(notStarted(engine, error));
    });
    // Where there is no file left to open, Node gives a child without them.
    const { stdout: output, stderr: errors } = child as Partial<typeof child>;
    output?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    errors?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("close", (status) => {
      signal.removeEventListener("abort", interrupt);
      resolve({ status, stdout, stderr });
    });
  });
}

function notStarted(engine: string, cause: Error): Error {
  return new Error(
    `${engine} cannot be started: ${cause.message}. Where the system allows no more open files (ulimit -n) or processes, plan ` +
      "fewer stacks at a time with --parallelism.",
    { cause },
  );
}

/**
 * The log that TF_LOG asks for would stand in the error output, which the review quotes where an engine fails: with arguments
 * and requests, and so with secrets. With TF_LOG_PATH it is in a file, unless the engine cannot open that: /dev/stderr, for one,
 * which is what we read from.
 */
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

/** The real path of a file that can be written; undefined for anything else. */
function logFile(named: string): string | undefined {
  if (named === "") return undefined;
  // It may be relative, and the engine runs in other folders.
  const file = resolve(named);
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) return undefined;
    closeSync(openSync(file, "a"));
    // Where /dev/stderr is a file of ours, the engine would find its own error output under that name.
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
