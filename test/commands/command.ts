import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Finished, type Host, startHost } from "./host";
import { codeCacheFor, sharedBundle } from "./shared-bundle";

export type { Finished };

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Without V8's optimising compiler for WebAssembly, a process that reads HCL takes 0.15 s of CPU less, and ends with
 * the same result.
 */
const NODE_OPTIONS = ["--liftoff-only", "--require", join(__dirname, "quick-start.cjs")];

/** The command in a separate folder. `remove` ends its processes and deletes the folder. */
export function bundleCommand(file = "cdktf-outreach.cjs") {
  const folder = mkdtempSync(join(tmpdir(), "cdktf-outreach-cli-"));
  const bundle = join(folder, file);
  mkdirSync(dirname(bundle), { recursive: true });
  copyFileSync(sharedBundle(), bundle);
  mkdirSync(join(folder, "node_modules/@cdktf"), { recursive: true });
  const parser = "node_modules/@cdktf/hcl2json";
  symlinkSync(join(__dirname, "../..", parser), join(folder, parser));
  const children = new Set<ChildProcess>();

  function start(
    args: readonly string[],
    options: Surroundings = {},
  ): { child: ChildProcess; finished: Promise<Finished> } {
    const child = spawn(process.execPath, [...NODE_OPTIONS, bundle, ...args], {
      ...options,
      env: { ...(options.env ?? process.env), CODE_CACHE: codeCacheFor(args) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    const output = { stdout: "", stderr: "" };
    child.stdout!.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr!.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
    const finished = once(child, "close").then(([status, signal]) => {
      children.delete(child);
      return { status, signal, ...output } as Finished;
    });
    return { child, finished };
  }

  let host: Host | undefined;

  /** Runs a command in a process that it shares with other commands of the test file, one after the other. */
  function runIn({ cwd = process.cwd(), env = process.env }: Surroundings, ...args: string[]) {
    host ??= startHost(NODE_OPTIONS);
    children.add(host.child);
    return host.run({ bundle, codeCache: codeCacheFor(args), args, cwd, env });
  }

  return {
    folder,
    /** Starts a process for a command that a test interrupts, or that runs while the test does something. */
    start,
    runIn,
    run: (...args: string[]): Promise<Finished> => runIn({}, ...args),
    /** A running simulator, with the `url` of its ready line. */
    async simulate(...args: string[]) {
      const { child, finished } = start(["simulate", "--port", "0", ...args]);
      const lines = createInterface({ input: child.stdout! });
      const line = await Promise.race([
        once(lines, "line").then(([text]) => String(text)),
        finished.then(({ stderr }) => Promise.reject(new Error(stderr))),
      ]);
      return { url: line.replace("listening on ", ""), line, child, finished };
    },
    async remove(): Promise<void> {
      const closed = [...children].map((child) => once(child, "close"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(closed);
      rmSync(folder, { recursive: true });
    },
  };
}
