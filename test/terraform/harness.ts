import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";

const ROOT = resolve(__dirname, "../..");
const DIST_PROVIDER = join(ROOT, "dist/provider");

/** The engine under test: terraform, or what TERRAFORM_BINARY_NAME names, such as tofu. */
export const ENGINE = process.env["TERRAFORM_BINARY_NAME"] ?? "terraform";

export const USER_ID = "user-0f3a9c7e";
export const WORKSPACE_ID = "workspace-77b1d2e4";

/** What a command of the engine did. */
export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** One planned change, from `show -json`. */
export interface ResourceChange {
  readonly address: string;
  readonly type: string;
  readonly change: {
    readonly actions: readonly string[];
    readonly before: Record<string, unknown> | null;
    readonly after: Record<string, unknown> | null;
    readonly after_unknown: Record<string, unknown>;
    readonly after_sensitive: Record<string, unknown> | false;
    readonly replace_paths?: readonly (readonly string[])[];
    readonly importing?: { readonly id: string };
  };
}

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
}

export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Record<string, { readonly after?: unknown }>;
}

/** A configuration in Terraform's JSON syntax, without the provider's requirement. */
export type Configuration = Readonly<Record<string, unknown>>;

const REQUIRED_PROVIDERS = {
  terraform: { required_providers: { outreach: { source: PROVIDER_ADDRESS, version: PROVIDER_VERSION } } },
};

export interface ProjectOptions {
  /** Environment variables on top of the simulator's. */
  readonly env?: Readonly<Record<string, string>>;
  /** The value of TF_REATTACH_PROVIDERS: uses a provider that already runs instead of the built one. */
  readonly reattach?: string;
}

/** A folder with a configuration, the built provider beside it, and the engine to run on both. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), "outreach-tf-"));
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();

  constructor(baseUrl: string, { env, reattach }: ProjectOptions = {}) {
    this.#env = {
      ...withoutTerraformSettings(process.env),
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      OUTREACH_BASE_URL: baseUrl,
      OUTREACH_USER_ID: USER_ID,
      OUTREACH_WORKSPACE_ID: WORKSPACE_ID,
      ...(reattach !== undefined && { TF_REATTACH_PROVIDERS: reattach }),
      ...env,
    };
    if (reattach === undefined) this.#installProvider();
  }

  #installProvider(): void {
    if (!existsSync(DIST_PROVIDER)) throw new Error("dist/provider is missing: run npm run build");
    const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
    const mirror = join(this.folder, "terraform.d/plugins", PROVIDER_ADDRESS, PROVIDER_VERSION, platform);
    mkdirSync(mirror, { recursive: true });
    cpSync(DIST_PROVIDER, mirror, { recursive: true });
  }

  /** Writes the configuration, in place of the last one. */
  configure(configuration: Configuration): void {
    const text = JSON.stringify({ ...REQUIRED_PROVIDERS, ...configuration }, null, 2);
    writeFileSync(join(this.folder, "main.tf.json"), text);
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Starts the engine without waiting for it. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
    const child = spawn(ENGINE, [...args], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#running.add(child);
    const run = new Run(child);
    void run.ended.finally(() => this.#running.delete(child));
    return run;
  }

  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
    return this.start(args, env).ended;
  }

  /** Runs a command that must succeed. */
  async succeed(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome> {
    const outcome = await this.run(args, env);
    if (outcome.status !== 0) {
      throw new Error(
        `${ENGINE} ${args.join(" ")} ended with ${outcome.status ?? outcome.signal}:\n${outcome.stdout}\n${outcome.stderr}`,
      );
    }
    return outcome;
  }

  async init(): Promise<void> {
    await this.succeed(["init", "-no-color", "-input=false"]);
  }

  /** Plans and reads the plan file. */
  async plan(...args: string[]): Promise<PlanJson> {
    await this.succeed(["plan", "-no-color", "-input=false", "-out=plan", ...args]);
    return this.showPlan();
  }

  async showPlan(): Promise<PlanJson> {
    return JSON.parse((await this.succeed(["show", "-json", "plan"])).stdout) as PlanJson;
  }

  async apply(...args: string[]): Promise<Outcome> {
    return this.succeed(["apply", "-no-color", "-input=false", "-auto-approve", ...args]);
  }

  async destroy(...args: string[]): Promise<Outcome> {
    return this.succeed(["destroy", "-no-color", "-input=false", "-auto-approve", ...args]);
  }

  /** What the plan would do, without no-ops: `{ "outreach_snippet.a": "update" }`. */
  async actions(...args: string[]): Promise<Record<string, string>> {
    return actionsOf(await this.plan(...args));
  }

  /** Expects that nothing is left to do, with and without a refresh. */
  async expectEmptyPlan(): Promise<void> {
    expect(await this.actions("-refresh=false")).toEqual({});
    const plan = await this.plan();
    expect(actionsOf(plan)).toEqual({});
    expect(plan.resource_drift ?? []).toEqual([]);
  }

  /** The stored instances by address, as in the state file. */
  state(): Record<string, { attributes: Record<string, unknown>; status?: string; sensitive: unknown }> {
    const file = join(this.folder, "terraform.tfstate");
    if (!existsSync(file)) return {};
    const { resources } = JSON.parse(readFileSync(file, "utf8")) as {
      resources: {
        mode: string;
        type: string;
        name: string;
        instances: {
          attributes: Record<string, unknown>;
          status?: string;
          index_key?: unknown;
          sensitive_attributes: unknown;
        }[];
      }[];
    };
    return Object.fromEntries(
      resources.flatMap(({ mode, type, name, instances }) =>
        instances.map(({ attributes, status, index_key, sensitive_attributes }) => {
          const key = index_key === undefined ? "" : `[${JSON.stringify(index_key)}]`;
          const address = `${mode === "data" ? "data." : ""}${type}.${name}${key}`;
          return [
            address,
            { attributes, sensitive: sensitive_attributes, ...(status !== undefined && { status }) },
          ];
        }),
      ),
    );
  }

  /** Ends what still runs and removes the folder. */
  dispose(): void {
    for (const child of this.#running) {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A command of the engine under way, in a process group of its own as in a terminal. */
export class Run {
  readonly ended: Promise<Outcome>;
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    this.ended = new Promise((done, fail) => {
      child
        .on("error", fail)
        .on("close", (status, signal) =>
          done({ status, signal, stdout: this.#stdout, stderr: this.#stderr }),
        );
    });
  }

  /** Sends a signal to the engine alone. */
  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal to the engine and its plugins, as Ctrl-C in a terminal does. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-this.#child.pid!, signal);
  }
}

export function actionsOf(plan: PlanJson): Record<string, string> {
  const changes = (plan.resource_changes ?? []).filter(
    ({ change }) => change.actions.join() !== "no-op" && change.actions.join() !== "read",
  );
  return Object.fromEntries(changes.map(({ address, change }) => [address, change.actions.join("+")]));
}

/** The diagnostics of a command run with `-json`. */
export function diagnosticsOf({ stdout }: Outcome): Diagnostic[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { type?: string; diagnostic?: Diagnostic })
    .flatMap(({ type, diagnostic }) =>
      type === "diagnostic" && diagnostic !== undefined ? [diagnostic] : [],
    );
}

function withoutTerraformSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TF_|OUTREACH_|CDKTF_)/.test(name)));
}

/** A simulator and projects on it, cleaned up after each test. */
export function workbench(options: SimulatorOptions = {}): {
  simulator: () => Simulator;
  project: (options?: ProjectOptions) => Promise<Project>;
} {
  let simulator: Simulator;
  const projects: Project[] = [];
  beforeEach(async () => {
    simulator = await startSimulator({ seed: 1, ...options });
  });
  afterEach(async () => {
    for (const project of projects.splice(0)) project.dispose();
    await simulator.close();
  });
  return {
    simulator: () => simulator,
    async project(projectOptions) {
      const project = new Project(simulator.url, projectOptions);
      projects.push(project);
      return project;
    },
  };
}
