import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { basename } from "node:path";

/** The engine under test: the one that Jest's set-up has found (`global-setup.ts`); without Jest, Terraform. */
export const ENGINE = process.env["TERRAFORM_BINARY_NAME"] ?? "terraform";

/** Whether the engine is OpenTofu. Only for what one engine has and the other has not, or words otherwise. */
export const IS_TOFU = basename(ENGINE).includes("tofu");

/** What the engines have grown, or mended, since: what a test may need that not every engine has. */
const SINCE = {
  /** The `test` command in its present form. */
  tests: { terraform: "1.6", tofu: "1.6" },
  mocks: { terraform: "1.7", tofu: "1.8" },
  /** `removed` blocks that say whether to destroy. */
  removed: { terraform: "1.7", tofu: "1.9" },
  /** In the language and in the schemas that they print. */
  functions: { terraform: "1.8", tofu: "1.7" },
  ephemeral: { terraform: "1.10", tofu: "1.11" },
  /** An object that it fails to delete keeps its marks in the state. */
  keptMarks: { terraform: "1.0", tofu: "1.12" },
};

let version: string | undefined;

/**
 * The engine's own version: OpenTofu tells it under Terraform's name too. Asked for once, and not by tests
 * that fit all.
 */
export function engineVersion(): string {
  version ??= askVersion();
  return version;
}

function askVersion(): string {
  const answer = execFileSync(ENGINE, ["version", "-json"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // OpenTofu 1.12 prints warnings about its settings ahead of the JSON.
  const told = /"terraform_version": "(.+)"/.exec(answer)?.[1];
  if (told === undefined) throw new Error(`${ENGINE} does not tell its version:\n${answer}`);
  return told;
}

export function engineHas(feature: keyof typeof SINCE): boolean {
  const since = SINCE[feature][IS_TOFU ? "tofu" : "terraform"];
  return engineVersion().localeCompare(since, "en", { numeric: true }) >= 0;
}

/** Jest's `it` where the engine has the feature, else its `it.skip`. */
export function itWith(feature: keyof typeof SINCE): typeof it {
  return engineHas(feature) ? it : it.skip;
}

/** What a command of the engine did. */
export interface RunOutcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of the engine under way, in a process group of its own as in a terminal. */
export class Run {
  readonly ended: Promise<RunOutcome>;
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

  /** True while the engine or one of its plugins runs. */
  get hasProcesses(): boolean {
    return !this.#hasEnded || this.pluginPids().length > 0;
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

  /** Resolves when no provider of this run has a process: a provider finds by polling that its engine has ended. */
  async pluginsEnded(): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (this.pluginPids().length > 0) {
      if (Date.now() > deadline) throw new Error("The provider did not exit within a minute.");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
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

  /** The processes of the provider that the engine has started and that still run. */
  pluginPids(): number[] {
    return pluginPidsOf([this]);
  }
}

/** The processes of the provider that these runs have started and that still run. */
export function pluginPidsOf(runs: readonly Run[]): number[] {
  const engines = new Set(runs.map(({ pid }) => pid).filter(hasGroup));
  // `ps` takes 20 ms of CPU time.
  if (engines.size === 0) return [];
  return execFileSync("ps", ["-A", "-o", "pid=,pgid=,stat="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([pid, group, state]) => engines.has(Number(group)) && !engines.has(Number(pid)) && !isZombie(state),
    )
    .map(([pid]) => Number(pid));
}

/** Reports whether a process group has a process, which may be a zombie. */
function hasGroup(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** A process that has ended and whose parent has not noticed. */
function isZombie(state: string | undefined): boolean {
  return state?.startsWith("Z") ?? false;
}
