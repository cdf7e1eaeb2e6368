import { spawn, type ChildProcess } from "node:child_process";
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
    child.stdout.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
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

  /** What the engine has printed so far. */
  get output(): string {
    return this.#stdout;
  }

  /** Sends a signal to the engine alone. */
  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal to the engine and its plugins, as Ctrl-C in a terminal does. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
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
