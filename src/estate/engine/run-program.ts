import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isWindows } from "../../util/process";
import { messageOf } from "../../util/message-of";

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
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs an engine, or the app that synthesizes: a program that may write something.
 * @throws Error if it cannot be started, or if it has not ended soon after an abort
 */
export async function runEngine(
  engine: string,
  args: readonly string[],
  { folder, signal, env = {} }: EngineRun,
): Promise<EngineOutcome> {
  signal.throwIfAborted();
  const output: number[] = [];
  try {
    output.push(...openNameless());
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
    const status = await interrupting(child, signal);
    const [stdout, stderr] = output.map(textIn) as [string, string];
    return { status, stdout, stderr };
  } catch (error) {
    if (!("code" in (error as Error))) throw error;
    throw new Error(
      `${engine} cannot be started: ${messageOf(error)}. If the limit of open files (ulimit -n) or of processes is ` +
        "reached, plan fewer stacks at a time with --parallelism.",
      { cause: error },
    );
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
async function interrupting(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  const timers: NodeJS.Timeout[] = [];
  // On Windows, the console sends Ctrl-C to the engine itself, and `kill` would end it in the middle of a write.
  const kill = () => isWindows() || child.kill("SIGINT");
  const interrupt = () => {
    kill();
    if (timers.length === 0)
      timers.push(
        setTimeout(kill, SECOND_INTERRUPT),
        // This rejects the promise below.
        setTimeout(() => child.emit("error", left()), END_OF_WAIT),
      );
  };
  const left = () =>
    new Error(
      `${messageOf(signal.reason)} ${child.spawnfile} (process ${child.pid}) still runs, because it may be releasing ` +
        "the lock of the state. It ends without your help.",
    );
  signal.addEventListener("abort", interrupt);
  try {
    return await new Promise<number | null>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", resolve);
    });
  } finally {
    signal.removeEventListener("abort", interrupt);
    for (const timer of timers) clearTimeout(timer);
    child.unref();
  }
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

/** The status is null if the program was killed or not started, and `error` says why. */
export type ProgramOutcome = EngineOutcome & { readonly error?: Error };

interface ProgramRun {
  readonly signal: AbortSignal;
  readonly environment?: NodeJS.ProcessEnv;
  readonly folder?: string;
  /** In milliseconds. Default: a version manager may install an engine before it runs it, but needs less. */
  readonly timeout?: number | undefined;
}

const MAX_OUTPUT = 1 << 20;

/**
 * Runs a program that writes nothing of value. The signal, the time and too much output kill it, with all programs
 * that it has started; `error` then says why, as it does for a program that was not started. Rejects only after the
 * signal was aborted.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { signal, environment: env, folder, timeout = 60_000 }: ProgramRun,
): Promise<ProgramOutcome> {
  signal.throwIfAborted();
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  let [stdout, stderr] = ["", ""];
  let error: Error | undefined;
  // As the leader of its process group, it can be killed with the programs that it has started.
  const options = { env, cwd: folder, detached: !isWindows(), windowsHide: true };
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  // If the limit of open files is reached, Node.js returns a child process without streams.
  const { stdout: output, stderr: errors } = child as Partial<typeof child>;
  const kill = (does = "does not end") => {
    error ??= new Error(`${[program, ...args].join(" ")} ${does}.`);
    if (child.pid !== undefined) killGroup(child.pid);
    // A program that has left the group may hold the pipes open.
    output?.destroy();
    errors?.destroy();
  };
  const limit = () => stdout.length + stderr.length > MAX_OUTPUT && kill("prints more than 1 MiB");
  output?.setEncoding("utf8").on("data", (text: string) => ((stdout += text), limit()));
  errors?.setEncoding("utf8").on("data", (text: string) => ((stderr += text), limit()));
  const stop = () => kill();
  end.addEventListener("abort", stop, { once: true });
  const status = await new Promise<number | null>((resolve) => {
    child.on("error", (cause) => resolve(((error ??= cause), null)));
    child.on("close", resolve);
  });
  end.removeEventListener("abort", stop);
  signal.throwIfAborted();
  return { status: error === undefined ? status : null, stdout, stderr, ...(error && { error }) };
}

function killGroup(leader: number): void {
  try {
    process.kill(isWindows() ? leader : -leader, "SIGKILL");
  } catch {
    // It has ended in this moment.
    return;
  }
}

/** Opens two files for the output of an engine. They have no name, so that no run leaves them behind. */
function openNameless(): number[] {
  const folder = makeTemporaryFolder();
  try {
    return ["stdout", "stderr"].map((name) => openSync(join(folder, name), "wx+", 0o600));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textIn(file: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size);
  // One read returns at most 2 GiB.
  for (let at = 0; at < bytes.length;) at += readSync(file, bytes, { offset: at, position: at });
  return bytes.toString("utf8");
}

/** Makes a folder that only this user can read. Its path is absolute: the engine runs in another folder. */
export function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(resolve(tmpdir()), "cdktf-outreach-"));
  } catch (cause) {
    const text = `No folder can be made for the files of the engine: ${messageOf(cause)}`;
    throw new Error(`${text}. Set TMPDIR to a folder that you may write to.`, { cause });
  }
}
