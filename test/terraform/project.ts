import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import { ENGINE, engineHas, pluginPidsOf, Run, type RunOutcome } from "./engine";
import { runCommand } from "./commands";
import { reviewingBeside } from "./review-facts";
import type { RunningProvider } from "./running-provider";
import {
  announcedActions,
  announcementsOf,
  diagnosticsOf,
  type Diagnostic,
  type PlanJson,
} from "./plan-json";
import { readStateFile, type StoredInstance } from "./state-file";

/** Where the engine finds the built provider. */
const MIRROR = "terraform.d/plugins";
const DIST_PROVIDER = resolve(__dirname, "../../dist/provider");

export const USER_ID = "user-0f3a9c7e";
export const WORKSPACE_ID = "workspace-77b1d2e4";

/** A configuration in Terraform's JSON syntax, without the provider's requirement. */
export type Configuration = Readonly<Record<string, unknown>>;

const REQUIRED_PROVIDERS = {
  terraform: { required_providers: { outreach: { source: PROVIDER_ADDRESS, version: PROVIDER_VERSION } } },
};

export interface ProjectOptions {
  /** Environment variables on top of the simulator's; undefined takes one away. */
  readonly env?: NodeJS.ProcessEnv;
  /** Serves the commands. Without it, the engine starts the built provider. */
  readonly running?: RunningProvider | undefined;
  /** Installs the built provider. @default if none is running */
  readonly isInstalled?: boolean;
}

/** The environment of a command that runs the built provider, in a project that has both. */
export const BUILT = { TF_REATTACH_PROVIDERS: undefined };

/** A folder with a configuration, the built provider beside it, and the engine to run on both. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), "outreach-tf-"));
  /** Where the engine and the provider keep temporary files. */
  readonly temporary = join(this.folder, "tmp");
  readonly #env: NodeJS.ProcessEnv;
  readonly #running: RunningProvider | undefined;
  readonly #runs: Run[] = [];
  #isInitialized = false;

  constructor(baseUrl: string, { env, running, isInstalled = running === undefined }: ProjectOptions = {}) {
    this.#running = running;
    this.#env = {
      ...withoutSettings(process.env),
      // No settings and no plugins of the person who runs the tests.
      HOME: join(this.folder, "home"),
      TMPDIR: this.temporary,
      CHECKPOINT_DISABLE: "1",
      TF_IN_AUTOMATION: "1",
      ...(running && { TF_REATTACH_PROVIDERS: running.reattach }),
      ...settingsOf(baseUrl, env),
    };
    mkdirSync(join(this.folder, "home"));
    mkdirSync(this.temporary);
    if (isInstalled) this.installProvider(MIRROR);
  }

  /**
   * Copies the built provider into a mirror below the project's folder, and returns the copy's own folder.
   */
  installProvider(mirror: string): string {
    if (!existsSync(DIST_PROVIDER)) throw new Error("dist/provider is missing: run npm run build");
    const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
    const folder = join(this.folder, mirror, PROVIDER_ADDRESS, PROVIDER_VERSION, platform);
    mkdirSync(folder, { recursive: true });
    cpSync(DIST_PROVIDER, folder, { recursive: true });
    return folder;
  }

  /** Writes the configuration, in place of the last one. */
  configure(configuration: Configuration): void {
    this.write("main.tf.json", JSON.stringify({ ...REQUIRED_PROVIDERS, ...configuration }, null, 2));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Starts the engine without waiting for it. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
    const all = { ...this.#env, ...env };
    this.#running?.setEnvironment(all);
    const run = new Run(args, this.folder, all);
    this.#runs.push(run);
    return run;
  }

  async run(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<RunOutcome> {
    if (args[0] === "init") this.#isInitialized = true;
    else if (!this.#isInitialized) await this.init();
    return this.start(args, env).ended;
  }

  /** Runs a command that must succeed. */
  async succeed(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<RunOutcome> {
    const outcome = await this.run(args, env);
    if (outcome.status !== 0) throw new Error(`It should have succeeded: ${reportOf(args, outcome)}`);
    return outcome;
  }

  /** Runs a command that must fail, with `-json`, and returns its errors by address. */
  async fail(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Diagnostic[]> {
    const [command, ...rest] = args;
    const outcome = await this.run([command!, "-json", "-input=false", ...rest], env);
    if (outcome.status !== 1) throw new Error(`It should have failed: ${reportOf(args, outcome)}`);
    return diagnosticsOf(outcome)
      .filter(({ severity }) => severity === "error")
      .sort((a, b) => (a.address ?? "").localeCompare(b.address ?? ""));
  }

  /** The first command does this otherwise. Without a built provider, there is nothing to initialize. */
  async init(): Promise<void> {
    this.#isInitialized = true;
    const isInstalled = existsSync(join(this.folder, MIRROR));
    if (isInstalled) await this.succeed(["init", "-no-color", "-input=false"], BUILT);
  }

  /** Plans and reads the plan file. */
  async plan(...args: string[]): Promise<PlanJson> {
    await this.succeed(["plan", "-no-color", "-input=false", "-out=plan", ...args]);
    return this.showPlan();
  }

  async showPlan(): Promise<PlanJson> {
    return JSON.parse((await this.succeed(["show", "-json", "plan"])).stdout) as PlanJson;
  }

  /** Applies the configuration, or the plan file that was made with `plan`. */
  async apply(...args: string[]): Promise<RunOutcome> {
    return this.succeed(["apply", "-no-color", "-input=false", "-auto-approve", ...args]);
  }

  async destroy(...args: string[]): Promise<RunOutcome> {
    return this.succeed(["destroy", "-no-color", "-input=false", "-auto-approve", ...args]);
  }

  /** Reviews the project, which counts as the synthesized stack `main`, with our built command. */
  async review(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ readonly status: number | null; readonly said: string }> {
    if (!this.#isInitialized) await this.init();
    const stacks = { main: { name: "main", workingDirectory: "." } };
    this.write("manifest.json", JSON.stringify({ stacks }));
    const review = ["review", "--cdktf-out", ".", "--format", "text", ...args];
    const all = { ...this.#env, ...(this.#running && reviewingBeside(this.folder)), ...env };
    this.#running?.setEnvironment(all);
    const { status, stdout, stderr } = await runCommand(review, { cwd: this.folder, env: all });
    return { status, said: `${stdout}\n${stderr}` };
  }

  /** Reviews changes, and returns the path of their approval. */
  async approve(args: readonly string[] = [], env?: NodeJS.ProcessEnv): Promise<string> {
    const approval = join(this.folder, "approval.json");
    const { status, said } = await this.review([...args, "--approval", approval], env);
    if (status === 2) return approval;
    throw new Error(`The review should have ended with 2, but ended with ${status}: ${said}`);
  }

  /** Plans and keeps the plan file. Returns what the plan would do: `{ "outreach_snippet.a": "update" }`. */
  async actions(...args: string[]): Promise<Record<string, string>> {
    return announcedActions(await this.succeed(["plan", "-json", "-input=false", "-out=plan", ...args]));
  }

  /** What a plan finds to do and what it finds changed outside, in one run and without values. */
  async announcements(args: readonly string[] = [], env?: NodeJS.ProcessEnv): Promise<string[]> {
    return announcementsOf(await this.succeed(["plan", "-json", "-input=false", ...args], env));
  }

  /** Expects that nothing is left to do, and that a refresh finds nothing that has drifted. */
  async expectEmptyPlan(): Promise<void> {
    const args = ["plan", "-json", "-input=false", "-detailed-exitcode"];
    const outcome = await this.run(args);
    if (outcome.status === 1) throw new Error(`It should have succeeded: ${reportOf(args, outcome)}`);
    const found = { status: outcome.status, changes: announcementsOf(outcome) };
    expect(found).toEqual({ status: 0, changes: [] });
  }

  /** The values of the outputs. */
  async outputs(): Promise<Record<string, unknown>> {
    const { stdout } = await this.succeed(["output", "-json"]);
    const outputs = JSON.parse(stdout) as Record<string, { value: unknown }>;
    return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
  }

  /** The stored instances by address, as in the state file. */
  state(): Record<string, StoredInstance> {
    return readStateFile(join(this.folder, "terraform.tfstate"));
  }

  /**
   * What a delete that fails has to leave of the state: all of it, where the engine itself does not drop the
   * marks.
   */
  stateToKeep(): Record<string, StoredInstance> {
    const state = this.state();
    if (engineHas("keptMarks")) return state;
    const unmarked = Object.entries(state).map(([address, stored]) => [
      address,
      { ...stored, sensitive: [] },
    ]);
    return Object.fromEntries(unmarked) as Record<string, StoredInstance>;
  }

  /** The attributes of one stored instance. */
  attributes(address: string): Record<string, unknown> {
    const instance = this.state()[address];
    if (instance === undefined) throw new Error(`${address} is not in the state.`);
    return instance.attributes;
  }

  /** Ends what still runs, removes the folder, and returns what finished commands have left behind. */
  dispose(): string[] {
    const running = this.#runs.filter(({ hasEnded }) => !hasEnded);
    for (const run of running) run.killGroup("SIGKILL");
    const processes = pluginPidsOf(this.#runs.filter(({ hasEnded }) => hasEnded));
    for (const pid of processes) process.kill(pid, "SIGKILL");
    // Whoever was killed could not tidy up.
    const files = running.length > 0 ? [] : readdirSync(this.temporary);
    rmSync(this.folder, { recursive: true, force: true });
    return [...processes.map((pid) => `process ${pid}`), ...files];
  }
}

function reportOf(args: readonly string[], { status, signal, stdout, stderr }: RunOutcome): string {
  return `${ENGINE} ${args.join(" ")} ended with ${status ?? signal}\n${stdout}\n${stderr}`;
}

/** Returns the settings of the provider for a server, with the environment of a project. */
export function settingsOf(baseUrl: string, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    OUTREACH_BASE_URL: baseUrl,
    OUTREACH_USER_ID: USER_ID,
    OUTREACH_WORKSPACE_ID: WORKSPACE_ID,
    ...env,
  };
}

export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TF_|OUTREACH_|CDKTF_)/.test(name)));
}
