import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** The engine under test: terraform, or what TERRAFORM_BINARY_NAME names, such as tofu. */
export const ENGINE = process.env["TERRAFORM_BINARY_NAME"] ?? "terraform";

/** Whether the engine is OpenTofu. Only for what one engine has and the other has not, or words otherwise. */
export const IS_TOFU = basename(ENGINE).includes("tofu");

/** What a command of the engine did. */
export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of the engine under way, in a process group of its own as in a terminal. */
export class Run {
  readonly ended: Promise<Outcome>;
  readonly #child: ChildProcess;
  readonly #awaited = new Map<string, () => void>();
  #stdout = "";
  #stderr = "";
  #hasEnded = false;

  constructor(args: readonly string[], folder: string, env: NodeJS.ProcessEnv) {
    const child = spawn(ENGINE, [...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#announce();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
      this.#announce();
    });
    this.ended = new Promise((done, fail) => {
      child.on("error", fail).on("close", (status, signal) => {
        this.#hasEnded = true;
        done({ status, signal, stdout: this.#stdout, stderr: this.#stderr });
      });
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves when the engine has printed this text, on either stream. */
  async printed(text: string): Promise<void> {
    const seen = new Promise<boolean>((resolve) => this.#awaited.set(text, () => resolve(true)));
    this.#announce();
    if (await Promise.race([seen, this.ended.then(() => false)])) return;
    throw new Error(
      `The engine ended without printing ${JSON.stringify(text)}:\n${this.#stdout}${this.#stderr}`,
    );
  }

  #announce(): void {
    for (const [text, resolve] of this.#awaited) {
      if (this.#stdout.includes(text) || this.#stderr.includes(text)) resolve();
    }
  }

  /** Sends a signal to the engine alone. */
  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal to the engine and its plugins, as Ctrl-C in a terminal does. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** The processes of the provider that the engine has started and that still run (Linux only). */
  pluginPids(): number[] {
    return readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => pid !== this.pid && groupOf(pid) === this.pid);
  }

  /** Whether the engine or a plugin of its group is still there. */
  get hasProcesses(): boolean {
    try {
      process.kill(-this.pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== "ESRCH";
    }
  }
}

/** The process group of a process that runs; undefined for one that has ended, whether or not its parent noticed. */
function groupOf(pid: number): number | undefined {
  try {
    // The name in parentheses may hold anything; behind it come the state, the parent and the group.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? undefined : Number(group);
  } catch {
    return undefined;
  }
}
