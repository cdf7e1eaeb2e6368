import { spawn } from "node:child_process";
import { isWindows } from "../../shared/is-windows";
import { messageOf } from "../../shared/message-of";
import type { EngineOutcome } from "../engine/run-engine";

/** What a program did. The status is null if it was killed or not started, and `error` says why. */
export type ProgramRun = EngineOutcome & { readonly error?: Error };

/** A version manager may install a program before it runs, but does not take longer than this. */
const TIMEOUT_MS = 60_000;

/**
 * Runs a program without input, and returns its output. The signal kills it, and all programs that it has
 * started. Rejects only after the signal was aborted.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { environment, signal }: { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<ProgramRun> {
  signal.throwIfAborted();
  const end = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let [stdout, stderr] = ["", ""];
  // As the leader of its process group, it can be killed with the programs that it has started.
  const child = spawn(program, args, {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: !isWindows(),
    windowsHide: true,
  });
  // If the limit of open files is reached, Node.js returns a child process without streams.
  const { stdout: output, stderr: errors } = child as Partial<typeof child>;
  output?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  errors?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const run = await new Promise<ProgramRun>((resolve) => {
    const fail = (error: Error) => resolve({ status: null, stdout, stderr, error });
    const kill = () => {
      fail(new Error(`${program} ${args.join(" ")} does not end: ${messageOf(end.reason)}`));
      if (child.pid !== undefined) killGroup(child.pid);
      // A program that has left the group may hold the pipes open.
      output?.destroy();
      errors?.destroy();
    };
    end.addEventListener("abort", kill, { once: true });
    child.on("error", fail);
    child.on("close", (status) => {
      end.removeEventListener("abort", kill);
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
