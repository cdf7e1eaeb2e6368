import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { startSimulator, type Simulator } from "../../src/simulator";
import { ENGINE } from "../terraform/engine";
import type { RunningProvider } from "../terraform/running-provider";
import { BUILT } from "../terraform/project";
import { Hosts } from "./hosts";

export const ROOT = resolve(__dirname, "../..");
export const CLI = join(ROOT, "node_modules/cdktf-cli/bundle/bin/cdktf");

/**
 * The options of Node.js that save cdktf-cli and cdktn-cli half of their CPU time. Their WebAssembly runs too
 * briefly for V8's optimising compiler.
 */
export const QUICK_START = ["--liftoff-only", "--require", join(__dirname, "lazy-modules.cjs")] as const;

/** The arguments of Node.js that run cdktf-cli. */
export const CLI_COMMAND = [...QUICK_START, CLI] as const;

/**
 * What `cdktf` is where a test is of an app or a guide and not of cdktf-cli: its stand-in. With
 * OUTREACH_TEST_CDKTF_CLI=1, as in CI on the main branch, cdktf-cli itself.
 */
export const CDKTF = process.env["OUTREACH_TEST_CDKTF_CLI"] === "1" ? CLI : join(__dirname, "stand-in.cjs");

export const WORKSPACE_ID = "workspace-77b1d2e4";

/**
 * The arguments of Node.js that run our command. The parser of HCL is WebAssembly, and V8 takes two thirds of
 * its CPU time to optimize it.
 */
export const COMMAND = ["--liftoff-only", join(ROOT, "dist/cli/cdktf-outreach.cjs")] as const;

/** The environment in which `cdktf synth --hcl` runs an app. */
export const HCL = { SYNTH_HCL_OUTPUT: "true" };

/**
 * Puts what apps in TypeScript are run with into a folder of packages: the stand-in for tsx, or tsx itself where
 * `cdktf` is cdktf-cli.
 */
export function addTsx(modules: string): void {
  const folder = join(modules, "tsx");
  rmSync(folder, { recursive: true, force: true });
  if (CDKTF === CLI) return symlinkSync(join(ROOT, "node_modules/tsx"), folder);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "index.js"),
    `require(${JSON.stringify(join(__dirname, "tsx-stand-in.cjs"))});\n`,
  );
}

/** What a command did; cdktf prints its results to stdout. */
export interface CommandOutcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProjectOptions {
  /** Part of the project folder's path. */
  readonly name?: string;
  /** The home directory, where cdktf keeps its plugin cache. Default: an empty one of the project's own. */
  readonly home?: string;
  /**
   * What `cdktf-outreach` is: default this repository, linked; "none" leaves the installation to the test.
   */
  readonly package?: "linked" | "none";
  /** Serves the provider instead of the built one, except to cdktf-cli. */
  readonly inProcess?: RunningProvider | undefined;
  /** Run the app and our commands. Without them, each run is a process. */
  readonly hosts?: Hosts;
}

interface SpawnOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with all that the program has printed to stdout, each time it prints more, and with its process. */
  readonly onStdout?: (stdout: string, child: ChildProcess) => void;
}

/**
 * What the engine talks to. In-process, the provider runs within the test process, as in `workbench()`. A plan
 * or an apply takes less than half of the CPU time.
 */
type ProviderKind = "built" | "in-process";

interface BenchProjectOptions extends Omit<ProjectOptions, "inProcess" | "hosts"> {
  /** @default that of the bench */
  readonly provider?: "built";
}

/** A CDKTF app in a temporary folder, and the real cdktf-cli to run on it. */
export class CdktfProject {
  /** Holds everything of the project, its home too. */
  readonly #base: string;
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #inProcess: RunningProvider | undefined;
  readonly #hosts: Hosts | undefined;
  readonly #running = new Set<ChildProcess>();

  constructor(
    baseUrl: string,
    { name = "app", home, package: source = "linked", inProcess, hosts }: ProjectOptions = {},
  ) {
    this.#inProcess = inProcess;
    this.#hosts = hosts;
    this.#base = mkdtempSync(join(tmpdir(), "cdktf-outreach-test-"));
    this.folder = join(this.#base, name);
    this.#env = {
      ...withoutSettings(process.env),
      HOME: home ?? join(this.#base, "home"),
      CI: "1",
      CHECKPOINT_DISABLE: "1",
      FORCE_COLOR: "0",
      OUTREACH_BASE_URL: baseUrl,
      OUTREACH_USER_ID: "user-0f3a9c7e",
      OUTREACH_WORKSPACE_ID: WORKSPACE_ID,
      ...(inProcess && { TF_REATTACH_PROVIDERS: inProcess.reattach }),
    };
    mkdirSync(join(this.#base, "home"));
    this.write("package.json", JSON.stringify({ private: true }));
    this.write(
      "cdktf.json",
      JSON.stringify({
        language: "typescript",
        app: "node main.js",
        projectId: "test",
        sendCrashReports: "false",
      }),
    );
    this.linkPeers();
    if (source === "linked") this.link("cdktf-outreach", ROOT);
  }

  /** Copies the build into the project's node_modules, where it finds no package of this repository. */
  installCopy(): string {
    const folder = join(this.folder, "node_modules/cdktf-outreach");
    rmSync(folder, { recursive: true, force: true });
    for (const part of ["dist", "package.json"])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    return folder;
  }

  /** What an app has installed beside this package. */
  linkPeers(): void {
    for (const peer of ["cdktf", "cdktn", "constructs"]) this.link(peer, join(ROOT, "node_modules", peer));
  }

  /** Makes a package of the project's node_modules a link to a folder. */
  link(name: string, target: string): void {
    const path = join(this.folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  }

  /** Makes what npm makes of the packages' commands, which npx runs. `cdktf` has the arguments of Node.js. */
  linkCommands(cdktf: readonly string[] = [CDKTF]): void {
    const tsc = [join(ROOT, "node_modules/typescript7/bin/tsc")];
    const commands = { cdktf, "cdktf-outreach": this.#ownCommand(), tsc };
    for (const [name, args] of Object.entries(commands)) {
      const command = join("node_modules/.bin", name);
      const quoted = [process.execPath, ...args].map((arg) => `"${arg}"`);
      this.write(command, `#!/bin/sh\nexec ${quoted.join(" ")} "$@"\n`);
      chmodSync(join(this.folder, command), 0o755);
    }
  }

  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /**
   * Writes main.js around stack bodies, in which `stack` is the stack and everything of both packages is in
   * reach.
   */
  app(stacks: Readonly<Record<string, string>>, modules: "require" | "import" = "require"): void {
    const names =
      "OutreachProvider, OutreachCluster, OutreachSnippet, DataOutreachSnippets, promptFile, removed, variable";
    const load =
      modules === "require"
        ? `const cdktf = require("cdktf"); const { ${names} } = require("cdktf-outreach");`
        : `import * as cdktf from "cdktf"; import { ${names} } from "cdktf-outreach";`;
    const bodies = Object.entries(stacks).map(
      ([name, body]) => `{ const stack = new cdktf.TerraformStack(app, "${name}");\n${body}\n}`,
    );
    this.write("main.js", `${load}\nconst app = new cdktf.App();\n${bodies.join("\n")}\napp.synth();\n`);
  }

  /** Runs a command of cdktf-cli other than `convert`. With the built provider, unless the environment is empty. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = BUILT): Promise<CommandOutcome> {
    return this.spawn(process.execPath, [...CLI_COMMAND, ...args], { env });
  }

  /** Writes the stacks by running the app, as `cdktf synth` does; the CLI itself takes seconds to start. */
  async synth(env: NodeJS.ProcessEnv = {}): Promise<void> {
    succeeded("main.js", await this.runApp(env));
  }

  /** Runs the app in the process that the apps of the test file share. */
  async runApp(env: NodeJS.ProcessEnv = {}): Promise<CommandOutcome> {
    if (this.#hosts === undefined) return this.spawn(process.execPath, ["main.js"], { env });
    return this.#hosts.runApp({ cwd: this.folder, env: this.#environment(env) });
  }

  /** Writes the stacks in a process of the app's own: for ES modules, and for what CDKTF reads as it loads. */
  async synthInProcess(env: NodeJS.ProcessEnv = {}): Promise<void> {
    succeeded("node main.js", await this.spawn(process.execPath, ["main.js"], { env }));
  }

  /** Runs our command in the process that the commands of the test file share. */
  async command(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CommandOutcome> {
    const command = this.#ownCommand();
    if (this.#hosts === undefined) return this.spawn(process.execPath, [...command, ...args], { env });
    const [, bundle] = command;
    return this.#hosts.runCommand(bundle, args, { cwd: this.folder, env: this.#environment(env) });
  }

  /** Applies a stack that was written, with the engine itself. Returns the output of the apply. */
  async apply(stack: string): Promise<string> {
    await this.engine(stack, ["init"]);
    return this.engine(stack, ["apply", "-auto-approve"]);
  }

  /** Runs a command of the engine on a stack that was written; it must succeed. */
  async engine(stack: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const cwd = this.stackFolder(stack);
    const outcome = await this.spawn(ENGINE, [...args, "-input=false", "-no-color"], { cwd, env });
    return succeeded(`${ENGINE} ${args.join(" ")}`, outcome);
  }

  /** Gives the provider in this process variables that a program sets only for the engine. */
  setProviderEnvironment(env: NodeJS.ProcessEnv): void {
    this.#inProcess?.setEnvironment({ ...this.#env, ...env });
  }

  /** Runs any program in the project's environment and, by default, folder. */
  spawn(
    program: string,
    args: readonly string[],
    { cwd = this.folder, env = {}, onStdout }: SpawnOptions = {},
  ): Promise<CommandOutcome> {
    const child = spawn(program, args, {
      cwd,
      env: this.#environment(env),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#running.add(child);
    return new Promise((done, fail) => {
      let stdout = "";
      let stderr = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        onStdout?.(stdout, child);
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
      child.on("error", fail).on("close", (status) => {
        this.#running.delete(child);
        done({ status, stdout, stderr });
      });
    });
  }

  /** Returns the arguments of Node.js that run our command: the installed one, or else the built one. */
  #ownCommand(): readonly [string, string] {
    const installed = join(this.folder, "node_modules/cdktf-outreach/dist/cli/cdktf-outreach.cjs");
    const [options, built] = COMMAND;
    return [options, existsSync(installed) ? realpathSync(installed) : built];
  }

  /** Returns the environment of a program, and gives it to the provider in this process. */
  #environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const all = { ...this.#env, ...env };
    this.#inProcess?.setEnvironment(all);
    return all;
  }

  /** Where terraform runs for a stack. */
  stackFolder(stack: string): string {
    return join(this.folder, "cdktf.out/stacks", stack);
  }

  lockFile(stack: string): string {
    return readFileSync(join(this.stackFolder(stack), ".terraform.lock.hcl"), "utf8");
  }

  /** Kills what still runs, with all that it has started. */
  killAll(): void {
    for (const { pid } of this.#running) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  }

  /** Ends what still runs and removes the project. */
  dispose(): void {
    this.killAll();
    rmSync(this.#base, { recursive: true, force: true });
  }
}

export function succeeded(command: string, { status, stdout, stderr }: CommandOutcome): string {
  if (status === 0) return stdout;
  throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`);
}

/**
 * Settings of the machine that would change what the commands do, such as a CLI configuration that does not
 * exist, or the repository that a hook of Git runs for.
 */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(TF_|OUTREACH_|CDKTF_|GIT_|npm_|NODE_OPTIONS$)/.test(name)),
  );
}

/** Starts the provider in this process. Loads its code only here: Jest takes a second of CPU time for it. */
async function startInProcess(): Promise<RunningProvider> {
  return (await import("../terraform/in-process")).startInProcess();
}

/** A simulator and projects on it, cleaned up after each test. */
export function cdktfBench({ provider: usual = "built" }: { readonly provider?: ProviderKind } = {}): {
  simulator: () => Simulator;
  project: (options?: BenchProjectOptions) => CdktfProject;
} {
  if (!existsSync(join(ROOT, "dist/provider-manifest.json"))) {
    throw new Error("dist is missing: run `npm run build`.");
  }
  let simulator: Simulator;
  let inProcess: RunningProvider | undefined;
  const projects: CdktfProject[] = [];
  const hosts = new Hosts();
  beforeEach(async () => {
    simulator = await startSimulator({ seed: 1 });
    // cdktf-cli, in place of its stand-in, runs the built provider.
    if (usual === "in-process" && CDKTF !== CLI) inProcess = await startInProcess();
  });
  afterEach(async () => {
    for (const project of projects.splice(0)) project.dispose();
    await inProcess?.close();
    await simulator.close();
    expect(inProcess?.leftovers() ?? []).toEqual([]);
  });
  afterAll(() => hosts.close());
  return {
    simulator: () => simulator,
    project({ provider, ...options } = {}) {
      const served = provider === "built" ? {} : { inProcess };
      const project = new CdktfProject(simulator.url, { ...options, ...served, hosts });
      projects.push(project);
      return project;
    },
  };
}
