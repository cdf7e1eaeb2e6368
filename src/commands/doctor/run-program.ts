import { spawn } from "node:child_process";
import { isWindows } from "../../util/is-windows";
import { VERSION_TIMEOUT_MS } from "../../estate/engine/find-engine";
import type { EngineOutcome } from "../../estate/engine/run-engine";

/** What a program did. The status is null if it was killed or not started, and `error` says why. */
export type ProgramRun = EngineOutcome & { readonly error?: Error };

const MAX_OUTPUT = 1 << 20;

interface ProgramRequest {
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** The folder in which it runs. Default: that of this process. */
  readonly folder?: string;
}

/**
 * Runs a program without input, and returns its output. The signal kills it, and all programs that it has
 * started. Rejects only after the signal was aborted.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { environment, signal, folder }: ProgramRequest,
  timeout = VERSION_TIMEOUT_MS,
): Promise<ProgramRun> {
  signal.throwIfAborted();
  const end = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  let [stdout, stderr] = ["", ""];
  // As the leader of its process group, it can be killed with the programs that it has started.
  const child = spawn(program, args, {
    env: environment,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    detached: !isWindows(),
    windowsHide: true,
  });
  // If the limit of open files is reached, Node.js returns a child process without streams.
  const { stdout: output, stderr: errors } = child as Partial<typeof child>;
  const run = await new Promise<ProgramRun>((resolve) => {
    const fail = (error: Error) => resolve({ status: null, stdout, stderr, error });
    const kill = (does = "does not end") => {
      fail(new Error(`${[program, ...args].join(" ")} ${does}.`));
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
    child.on("error", fail);
    child.on("close", (status) => {
      end.removeEventListener("abort", stop);
      resolve({ status, stdout, stderr });
    });
  });
  signal.throwIfAborted();
  return run;
}

function killGroup(leader: number): void {
  try {
    process.kill(isWindows() ? leader : -leader, "SIGKILL");
  } catch {
    // It has ended in this moment.
    return;
  }
}
