import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { PROVIDER_VERSION } from "../../src/provider/version";
import {
  type SimulatedObject,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../src/simulator";
import { bundleCommand, type Finished } from "./command";

export const WORKSPACE_ID = "workspace-77b1d2e4";

/** A resource of a stack, as applied. */
export interface Applied {
  readonly object: SimulatedObject;
  readonly name: string;
  /** The kind of the resource, if it differs from the kind of the object. */
  readonly kind?: SimulatedObject["kind"];
  /** The file that synth records for its prompt, relative to the project. */
  readonly file?: string;
  /** The attributes that the configuration marks as sensitive. */
  readonly sensitive?: readonly string[];
  /** Attributes of the state that differ from the object at the server. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The address where the object was last seen. @default the simulator's */
  readonly seenAt?: string;
  /** Members of the instance in the state, such as `deposed` or `index_key`. */
  readonly instance?: Readonly<Record<string, unknown>>;
}

/** What synth writes for a stack, besides the resources that are applied. */
export interface Synthesized {
  /** Maps the earlier address of each `moved` block to the later one. */
  readonly moved?: Readonly<Record<string, string>>;
  /** Resources of snippets that are not applied yet, with the file of each prompt. */
  readonly added?: Readonly<Record<string, string>>;
  /** Names of applied resources that the code no longer has. */
  readonly removed?: readonly string[];
}

/** A project folder with the files of synth and apply that the commands read. */
export class WorkspaceProject {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "cdktf-outreach-project-")));
  readonly #stacks: string[] = [];

  constructor(
    readonly command: ReturnType<typeof bundleCommand>,
    readonly url: string,
  ) {}

  /** The environment variables of the provider's settings. */
  get settings() {
    return {
      OUTREACH_BASE_URL: this.url,
      OUTREACH_USER_ID: "user-1",
      OUTREACH_WORKSPACE_ID: WORKSPACE_ID,
    };
  }

  #surroundings(env: NodeJS.ProcessEnv) {
    const { PATH } = process.env;
    return { cwd: this.folder, env: { PATH, HOME: this.folder, ...this.settings, ...env } };
  }

  /** Starts a process for a command that a test interrupts, or that runs while the test does something. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    return this.command.start(args, this.#surroundings(env));
  }

  run(...args: string[]): Promise<Finished> {
    return this.runWith({}, ...args);
  }

  runWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Finished> {
    return this.command.runIn(this.#surroundings(env), ...args);
  }

  /** Runs a command and kills its process at a step of its writing. The signal is null if it has fewer steps. */
  runKilled(step: number, ...args: string[]): Promise<Finished> {
    const script = join(__dirname, "kill-at-step.cjs");
    return this.start(args, { NODE_OPTIONS: `--require=${script}`, KILL_AT_STEP: `${step}` }).finished;
  }

  write(file: string, contents: string | Buffer): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** The contents of every file below a folder, by path. */
  files(folder = "."): Record<string, string> {
    const below = readdirSync(join(this.folder, folder), { recursive: true, withFileTypes: true });
    const files = below.filter((entry) => entry.isFile());
    return Object.fromEntries(
      files
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort()
        .map((file) => [file.slice(this.folder.length + 1), readFileSync(file, "latin1")]),
    );
  }

  /** Adds a stack with a state in the project's folder. */
  stack(name: string, applied: readonly Applied[], synthesized: Synthesized = {}): void {
    const { moved = {}, added = {}, removed = [] } = synthesized;
    this.#stacks.push(name);
    const stacks = this.#stacks.map((one) => [one, { name: one, workingDirectory: `stacks/${one}` }]);
    this.write("cdktf.out/manifest.json", JSON.stringify({ stacks: Object.fromEntries(stacks) }));
    const declared = applied.filter((one) => !removed.includes(one.name));
    const resources: [address: string, file: string | undefined][] = [
      ...declared.map((one): [string, string | undefined] => [addressOf(one, moved), one.file]),
      ...Object.entries(added),
    ];
    const path = join(this.folder, `terraform.${name}.tfstate`);
    const resource: Record<string, Record<string, object>> = {};
    for (const [address] of resources) {
      const [type, label] = address.split(".") as [string, string];
      resource[type] = { ...resource[type], [label]: {} };
    }
    this.write(
      `cdktf.out/stacks/${name}/cdk.tf.json`,
      JSON.stringify({
        ...{ terraform: { backend: { local: { path } } }, resource },
        moved: Object.entries(moved).map(([from, to]) => ({ from, to })),
      }),
    );
    this.write(
      `terraform.${name}.tfstate`,
      JSON.stringify({ version: 4, resources: applied.map((one) => resourceOf(one, this.url)) }),
    );
    const uses = resources.flatMap(([place, file]) =>
      file === undefined ? [] : { place, file: `../../../${file}`, is: "whole" },
    );
    this.write(`cdktf.out/stacks/${name}/outreach-prompts.json`, JSON.stringify({ version: 2, uses }));
  }
}

/** The address of an applied resource in the code. */
function addressOf({ object: { kind }, name }: Applied, moved: Readonly<Record<string, string>>): string {
  const address = `outreach_${kind}.${name}`;
  return moved[address] ?? address;
}

function resourceOf(
  { object, name, kind = object.kind, sensitive = [], attributes, seenAt, instance }: Applied,
  url: string,
) {
  const { id, name: objectName, workspaceId, createdAt, lastUpdatedAt } = object;
  const texts = object.kind === "snippet" ? { prompt: object.prompt } : { description: object.description };
  const dates = { created_at: createdAt, last_updated_at: lastUpdatedAt };
  const common = { id, name: objectName, workspace_id: workspaceId, ...dates };
  return {
    mode: "managed",
    type: `outreach_${kind}`,
    name,
    instances: [
      {
        attributes: { ...common, ...texts, ...attributes },
        sensitive_attributes: sensitive.map((value) => [{ type: "get_attr", value }]),
        private: Buffer.from(JSON.stringify({ seen_at: seenAt ?? url })).toString("base64"),
        ...instance,
      },
    ],
  };
}

/** A simulator and a project for each test, cleaned up after it. */
export function workspaceBench() {
  const command = bundleCommand("dist/cli/cdktf-outreach.cjs");
  // The command reads the provider's address and version from this file.
  const manifest = { address: PROVIDER_ADDRESS, version: PROVIDER_VERSION };
  writeFileSync(join(command.folder, "dist/provider-manifest.json"), JSON.stringify(manifest));
  let simulator: Simulator;
  let project: WorkspaceProject;
  beforeEach(async () => {
    simulator = await startSimulator({ seed: 1 });
    project = new WorkspaceProject(command, simulator.url);
  });
  afterEach(async () => {
    rmSync(project.folder, { recursive: true });
    await simulator.close();
  });
  afterAll(() => command.remove());
  return {
    simulator: () => simulator,
    project: () => project,
    /** Replaces the simulator, which is still empty, by one with another dialect. */
    async restart(dialect: SimulatorOptions["dialect"]) {
      await simulator.close();
      simulator = await startSimulator({
        seed: 1,
        dialect: dialect!,
        port: Number(new URL(project.url).port),
      });
    },
    cluster: (name: string, description?: string) =>
      simulator.create("cluster", WORKSPACE_ID, { name, ...(description !== undefined && { description }) }),
    snippet: (name: string, prompt: string) => simulator.create("snippet", WORKSPACE_ID, { name, prompt }),
  };
}
