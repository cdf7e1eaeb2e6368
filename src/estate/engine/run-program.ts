import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isWindows } from "../../util/process";
import { messageOf } from "../../util/message-of";

export interface EngineOutcome {
  /** Exit status; null if a signal ended the program. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EngineRun {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program that may be writing something: an engine, or the app that synthesizes.
 * @throws Error if the program cannot be started, or does not end soon after an abort
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
      env: { ...withoutLog(process.env), TF_IN_AUTOMATION: "1", TF_INPUT: "0", ...env },
      // Output goes to files instead of pipes. If this process ended first, a pipe would end the engine at
      // its next line and leave the state locked.
      stdio: ["ignore", ...output],
      // In this process's group, Ctrl-C would interrupt the engine a second time, and the engine would end at
      // once.
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

/** Milliseconds after an abort: until the engine's second interrupt, and until this process stops waiting. */
const [SECOND_INTERRUPT, END_OF_WAIT] = [300, 700];

/**
 * After one interrupt, the engine finishes its current steps. After a second interrupt, the engine ends at
 * once.
 * @throws Error if the engine still runs after the second interrupt
 */
async function interrupting(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  const timers: NodeJS.Timeout[] = [];
  // On Windows, the console sends Ctrl-C to the engine. `kill` would end the engine in the middle of a write.
  const kill = () => isWindows() || child.kill("SIGINT");
  const leave = () => {
    const text =
      `${messageOf(signal.reason)} ${child.spawnfile} (process ${child.pid}) still runs, because it may be releasing ` +
      "the lock of the state. It ends without your help.";
    child.emit("error", new Error(text));
  };
  const interrupt = () => {
    kill();
    if (timers.length === 0) timers.push(setTimeout(kill, SECOND_INTERRUPT), setTimeout(leave, END_OF_WAIT));
  };
  signal.addEventListener("abort", interrupt);
  try {
    return await endOf(child);
  } finally {
    signal.removeEventListener("abort", interrupt);
    for (const timer of timers) clearTimeout(timer);
    child.unref();
  }
}

/** Drops `TF_LOG…`: the review quotes stderr, and a log contains TF_CLI_ARGS, which may hold secrets. */
export function withoutLog(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("TF_LOG")));
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/** `status` is null if the program was killed or not started; `error` is then the reason. */
export type ProgramOutcome = EngineOutcome & { readonly error?: Error };

interface ProgramRun {
  readonly signal: AbortSignal;
  readonly environment?: NodeJS.ProcessEnv;
  readonly folder?: string;
  /** Time limit in milliseconds. The default lets a version manager install an engine first. */
  readonly timeout?: number | undefined;
}

const MAX_OUTPUT = 1 << 20;

/**
 * Runs a program that can be killed without loss. An abort, the time limit or too much output kills the
 * program and its children. Rejects only after an abort.
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
  // Makes the program the leader of a process group, so that the whole group can be killed.
  const options = { env, cwd: folder, detached: !isWindows(), windowsHide: true };
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  // At the limit of open files, Node.js returns a child process without streams.
  const { stdout: output, stderr: errors } = child as Partial<typeof child>;
  const kill = (does = "does not end") => {
    error ??= new Error(`${[program, ...args].join(" ")} ${does}.`);
    try {
      if (child.pid !== undefined) process.kill(isWindows() ? child.pid : -child.pid, "SIGKILL");
    } catch {
      // `kill` fails if the program has already ended.
    }
    // A program that left the group may hold the pipes open.
    output?.destroy();
    errors?.destroy();
  };
  const limit = () => stdout.length + stderr.length > MAX_OUTPUT && kill("prints more than 1 MiB");
  output?.setEncoding("utf8").on("data", (text: string) => ((stdout += text), limit()));
  errors?.setEncoding("utf8").on("data", (text: string) => ((stderr += text), limit()));
  const stop = () => kill();
  end.addEventListener("abort", stop, { once: true });
  const status = await endOf(child).catch((cause: Error) => ((error ??= cause), null));
  end.removeEventListener("abort", stop);
  signal.throwIfAborted();
  return { status: error === undefined ? status : null, stdout, stderr, ...(error && { error }) };
}

/** The output files have no names, so that no run leaves files behind. */
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
  // A single read returns at most 2 GiB.
  for (let at = 0; at < bytes.length;) at += readSync(file, bytes, { offset: at, position: at });
  return bytes.toString("utf8");
}

/**
 * Only this user can read the temporary folder. The path is absolute, because the engine runs in another
 * folder.
 */
export function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(resolve(tmpdir()), "cdktf-outreach-"));
  } catch (cause) {
    const text = `No folder can be made for the files of the engine: ${messageOf(cause)}`;
    throw new Error(`${text}. Set TMPDIR to a folder that you may write to.`, { cause });
  }
}
