import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OperationName } from "../../src/api";
import type { Simulator } from "../../src/simulator";
import type { Outcome, Run } from "../terraform/engine";
import { Project } from "../terraform/project";
import { REQUEST_TIMEOUT, TOKEN, VISIBILITY_TIMEOUT } from "./faults";
import { checkCrashes, checkSecrets, Violation } from "./invariants";
import { killAt } from "./kill";
import { Model } from "./model";
import type { Kill } from "./program";

/** Nothing here takes this long, unless it hangs. */
const PATIENCE_MS = 60_000;

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

/** When a command of the engine is killed, and the operations it is likely to call. */
interface PlannedKill {
  readonly kill: Kill;
  readonly operations: readonly OperationName[];
}

/** The engine in a folder of its own, a simulator, and what is known of both. */
export class Bench {
  /** What happened, for a person to read. */
  readonly story: string[] = [];
  /** What the run has met, to be counted. */
  readonly covered: string[] = [];
  readonly model: Model;
  /** Whether the configuration has data sources. */
  looks = false;
  readonly #project: Project;
  readonly #runs: Run[] = [];

  constructor(
    readonly simulator: Simulator,
    installation: Installation,
  ) {
    this.#project = new Project(simulator.url, {
      env: {
        TF_DATA_DIR: installation.dataFolder,
        TF_LOG: "TRACE",
        TF_LOG_PATH: "trace.log",
        OUTREACH_AUTHORIZATION_TOKEN: TOKEN,
        OUTREACH_REQUEST_TIMEOUT: `${REQUEST_TIMEOUT}`,
        OUTREACH_VISIBILITY_TIMEOUT: `${VISIBILITY_TIMEOUT}`,
        OUTREACH_MAX_RETRIES: "2",
      },
    });
    copyFileSync(installation.lockFile, join(this.folder, ".terraform.lock.hcl"));
    this.model = new Model(simulator, this.folder);
  }

  get folder(): string {
    return this.#project.folder;
  }

  /** Notes what was done, where anything was. */
  tell(prefix: string, what: string | undefined): void {
    if (what !== undefined) this.story.push(prefix + what);
  }

  /** Writes what the model declares as the configuration, with import blocks by address. */
  configure(imports: ReadonlyMap<string, string>): void {
    const resource: Record<string, Record<string, unknown>> = {};
    for (const { address, kind, name, text, createFirst } of this.model.declared.values()) {
      const [type, label] = address.split(".") as [string, string];
      const content = kind === "cluster" ? { description: text, force_destroy: true } : { prompt: text };
      const lifecycle = createFirst ? { lifecycle: { create_before_destroy: true } } : {};
      resource[type] = { ...resource[type], [label]: { name, ...content, ...lifecycle } };
    }
    this.#project.configure({
      provider: { outreach: {} },
      ...(Object.keys(resource).length > 0 && { resource }),
      ...(this.model.moved.size > 0 && {
        moved: Array.from(this.model.moved, ([from, to]) => ({ from, to })),
      }),
      ...(this.looks && lookUps()),
      ...(imports.size > 0 && { import: Array.from(imports, ([to, id]) => ({ to, id })) }),
    });
  }

  /** Runs one command of the engine to its end, which may be a kill. */
  async command(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    planned?: PlannedKill,
  ): Promise<Outcome> {
    this.#tidy();
    this.simulator.clearJournal();
    const run = this.#project.start(args, env);
    this.#runs.push(run);
    if (planned !== undefined) await this.#kill(run, planned);
    const outcome = await this.#ended(run, args);
    const errors = outcome.stderr.split("\n").filter((line) => line.includes("Error:"));
    this.story.push(`  ${args.join(" ")} -> ${outcome.status ?? outcome.signal} ${errors.join(" | ")}`);
    checkSecrets(args[0]!, outcome.stdout + outcome.stderr);
    checkCrashes(args[0]!, outcome.stdout + outcome.stderr);
    return outcome;
  }

  /** Waits until everything that was under way has come to its end; nothing is faulty or hidden any more then. */
  async calm(): Promise<void> {
    this.simulator.clearFaults();
    this.simulator.release();
    await until(() => !this.#runs.some((run) => run.hasProcesses), "The provider did not exit");
    const pending = () => this.simulator.journal().some(({ outcome }) => outcome === "pending");
    await until(() => !pending(), "A call did not end");
    this.simulator.release();
    const log = join(this.folder, "trace.log");
    if (!existsSync(log)) return;
    checkSecrets("The log", readFileSync(log, "utf8"));
    rmSync(log);
  }

  /** Ends what still runs and removes the folder. */
  async end(keep: boolean): Promise<void> {
    for (const run of this.#runs) if (run.hasProcesses) run.killGroup("SIGKILL");
    await Promise.all(this.#runs.map((run) => run.ended));
    if (!keep) this.#project.dispose();
  }

  async #kill(run: Run, { kill, operations }: PlannedKill): Promise<void> {
    const { struck, story } = await killAt(kill, run, this.simulator, operations);
    this.story.push(`  kill at ${story}`);
    if (struck) this.covered.push(`kill ${kill.at}`, `${kill.signal} to ${kill.target}`);
  }

  async #ended(run: Run, args: readonly string[]): Promise<Outcome> {
    const waiting = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    const outcome = await Promise.race([run.ended, late]);
    waiting.abort();
    if (outcome === undefined) throw new Violation(`${args[0]!} did not end within ${PATIENCE_MS} ms.`);
    return outcome;
  }

  /** What a killed engine leaves: a lock that nobody holds, and the sockets of its provider. */
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
  const deadline = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Violation(`${what} within ${PATIENCE_MS} ms.`);
    await sleep(20);
  }
}
