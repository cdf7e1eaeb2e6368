import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OperationName } from "../../src/api";
import type { Simulator } from "../../src/simulator";
import { type AttachedProvider, startAttached } from "../terraform/attached";
import type { RunOutcome, Run } from "../terraform/engine";
import { Project } from "../terraform/project";
import { credentials } from "../programs/credentials";
import { engineTimes, requestTimeoutUnder } from "../programs/faults";
import { checkCrashes, checkSecrets, Violation } from "../programs/invariants";
import type { Kill } from "../programs/program";
import { killAt } from "./kill";
import { EngineWorld } from "./world";

/** Only a command that hangs takes this long. */
const MAX_MS = 180_000;

/** A folder that was initialised once; all runs of a process share its providers. */
export class Installation {
  readonly project = new Project("http://127.0.0.1:9");

  async prepare(): Promise<void> {
    this.project.configure({});
    await this.project.init();
  }

  get dataFolder(): string {
    return join(this.project.folder, ".terraform");
  }

  get lockFile(): string {
    return join(this.project.folder, ".terraform.lock.hcl");
  }

  dispose(): void {
    this.project.dispose();
  }
}

/**
 * Terraform's refusal of an adoption that the plan did not announce. With "adopt", an object may appear
 * between a plan and its apply, or be missing in a list of the apply. The protocol does not tell a provider
 * that a plan is the second one, so Terraform refuses both in its own words.
 */
const UNANNOUNCED = [".adopted: was null, but now cty.True", ".adopted: was cty.True, but now null"];

/** When a command of the engine is killed, and the operations that it is likely to call. */
interface PlannedKill {
  readonly kill: Kill;
  readonly operations: readonly OperationName[];
}

/** The engine in its own folder, a simulator, and what is known of both. */
export class Bench {
  /** What the run has met, to be counted over all runs. */
  readonly covered: string[] = [];
  readonly world: EngineWorld;
  /** Whether the configuration has data sources. */
  looksUp = false;
  readonly #project: Project;
  readonly #settings: NodeJS.ProcessEnv;
  readonly #runs: Run[] = [];
  /** By the value of existing_name. */
  readonly #attached = new Map<string, AttachedProvider>();

  constructor(
    readonly simulator: Simulator,
    installation: Installation,
  ) {
    this.#settings = {
      OUTREACH_BASE_URL: simulator.url,
      OUTREACH_USER_ID: credentials.user_id,
      OUTREACH_WORKSPACE_ID: credentials.workspace_id,
      OUTREACH_AUTHORIZATION_TOKEN: credentials.authorization_token,
      OUTREACH_REQUEST_TIMEOUT: `${requestTimeoutUnder([])}`,
      OUTREACH_VISIBILITY_TIMEOUT: `${engineTimes.visibilityTimeoutSeconds}`,
      OUTREACH_MAX_RETRIES: "2",
    };
    const engine = { TF_DATA_DIR: installation.dataFolder, TF_LOG: "TRACE", TF_LOG_PATH: "trace.log" };
    this.#project = new Project(simulator.url, { env: { ...engine, ...this.#settings } });
    copyFileSync(installation.lockFile, join(this.folder, ".terraform.lock.hcl"));
    this.world = new EngineWorld(simulator, this.folder);
  }

  get folder(): string {
    return this.#project.folder;
  }

  /** Writes the configuration, with import blocks by address. */
  configure(imports: ReadonlyMap<string, string>): void {
    const resource: Record<string, Record<string, unknown>> = {};
    for (const { address, kind, name, text, createFirst } of this.world.declared.values()) {
      const [type, label] = address.split(".") as [string, string];
      const content = kind === "cluster" ? { description: text, force_destroy: true } : { prompt: text };
      const lifecycle = createFirst ? { lifecycle: { create_before_destroy: true } } : {};
      resource[type] = { ...resource[type], [label]: { name, ...content, ...lifecycle } };
    }
    this.#project.configure({
      provider: { outreach: {} },
      ...(Object.keys(resource).length > 0 && { resource }),
      ...(this.world.moved.size > 0 && {
        moved: Array.from(this.world.moved, ([from, to]) => ({ from, to })),
      }),
      ...(this.looksUp && lookUps()),
      ...(imports.size > 0 && { import: Array.from(imports, ([to, id]) => ({ to, id })) }),
    });
  }

  /** Runs one command of the engine to its end, which may be a kill. */
  async command(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    planned?: PlannedKill,
  ): Promise<RunOutcome> {
    this.#tidy();
    this.simulator.clearJournal();
    const run = this.#project.start(args, env);
    this.#runs.push(run);
    if (planned !== undefined) await this.#kill(run, planned);
    const outcome = await this.#ended(run, args);
    const errors = outcome.stderr.split("\n").filter((line) => line.includes("Error:"));
    this.world.story.push(`  ${args.join(" ")} -> ${outcome.status ?? outcome.signal} ${errors.join(" | ")}`);
    const printed = outcome.stdout + outcome.stderr;
    checkSecrets(args[0]!, printed);
    if (!UNANNOUNCED.some((words) => printed.includes(words))) checkCrashes(args[0]!, printed);
    return outcome;
  }

  /**
   * Runs a command without faults and kills to its end. It connects to a process of the built provider, which takes
   * a third of the CPU time that the processes of a command take.
   */
  async undisturbed(args: readonly string[], existingName: string): Promise<RunOutcome> {
    const env = { OUTREACH_EXISTING_NAME: existingName };
    const settings = { ...this.#settings, ...env, TF_LOG_PROVIDER: "TRACE" };
    const provider = this.#attached.get(existingName) ?? (await startAttached(settings));
    this.#attached.set(existingName, provider);
    return this.command(args, { ...env, TF_REATTACH_PROVIDERS: provider.reattach });
  }

  /** Ends all faults and waits for the end of all processes and calls. */
  async calm(): Promise<void> {
    this.simulator.clearFaults();
    this.simulator.release();
    await until(() => !this.#runs.some((run) => run.hasProcesses), "The provider did not exit");
    const pending = () => this.simulator.journal().some(({ outcome }) => outcome === "pending");
    await until(() => !pending(), "A call did not end");
    this.simulator.release();
    for (const provider of this.#attached.values()) checkSecrets("The provider's log", provider.log());
    const log = join(this.folder, "trace.log");
    if (!existsSync(log)) return;
    checkSecrets("The log", readFileSync(log, "utf8"));
    rmSync(log);
  }

  /** Ends the processes that still run and removes the folder. */
  async end(keep: boolean): Promise<void> {
    for (const run of this.#runs) if (run.hasProcesses) run.killGroup("SIGKILL");
    await Promise.all(this.#runs.map((run) => run.ended));
    await Promise.all(Array.from(this.#attached.values(), (provider) => provider.close()));
    if (!keep) this.#project.dispose();
  }

  async #kill(run: Run, { kill, operations }: PlannedKill): Promise<void> {
    const { struck, story } = await killAt(kill, run, this.simulator, operations);
    this.world.story.push(`  kill at ${story}`);
    if (struck) this.covered.push(`kill ${kill.at}`, `${kill.signal} to ${kill.target}`);
  }

  async #ended(run: Run, args: readonly string[]): Promise<RunOutcome> {
    const waiting = new AbortController();
    const late = sleep(MAX_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    const outcome = await Promise.race([run.ended, late]);
    waiting.abort();
    if (outcome === undefined) throw new Violation(`${args[0]!} did not end within ${MAX_MS} ms.`);
    return outcome;
  }

  /** Removes what a killed engine leaves: its lock, and the sockets of its provider. */
  #tidy(): void {
    rmSync(join(this.folder, ".terraform.tfstate.lock.info"), { force: true });
    rmSync(this.#project.temporary, { recursive: true, force: true });
    mkdirSync(this.#project.temporary);
  }
}

/** Data sources of all objects, and one in a check block that mostly finds nothing. */
function lookUps(): Record<string, unknown> {
  return {
    data: { outreach_clusters: { all: {} }, outreach_snippets: { all: {} } },
    check: {
      one: {
        data: { outreach_snippet: { one: { name: "Name 1" } } },
        assert: [{ condition: "${data.outreach_snippet.one.id != null}", error_message: "There is none." }],
      },
    },
  };
}

/** Processes that outlive their parent notice it by polling: there is no event to wait for. */
async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + MAX_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Violation(`${what} within ${MAX_MS} ms.`);
    await sleep(20);
  }
}
