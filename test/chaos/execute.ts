import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type OperationName } from "../../src/api";
import { type SimulatedObject, type Simulator, startSimulator } from "../../src/simulator";
import { type Outcome, type Run } from "../terraform/engine";
import { diagnosticsOf } from "../terraform/plan-json";
import { Project, USER_ID, WORKSPACE_ID } from "../terraform/project";
import { HIDDEN_MS, REQUEST_TIMEOUT, TOKEN, VISIBILITY_TIMEOUT } from "./faults";
import {
  checkConverged,
  checkCrashes,
  checkEdits,
  checkNamed,
  checkSecrets,
  checkWorkspace,
  snapshot,
  Violation,
} from "./invariants";
import { killAt } from "./kill";
import { Model } from "./model";
import { operationsOf, type Kill, type Program, type Step } from "./program";
import { programImports, recover, type Recovery } from "./recovery";
import { TornState } from "./state";

/** Nothing here takes this long, unless it hangs. */
const PATIENCE_MS = 60_000;
const COMMON = ["-no-color", "-input=false"];

/** How a program went: what happened, what it covered, and the violation where there was one. */
export interface Report {
  readonly story: readonly string[];
  readonly covered: readonly string[];
  readonly violation?: string;
  /** The folder, where it is kept. */
  readonly folder?: string;
}

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

/** Runs a program through the real engine, from an empty workspace to an empty state. */
export async function execute(
  program: Program,
  seed: number,
  installation: Installation,
  keep = false,
): Promise<Report> {
  const simulator = await startSimulator({
    seed,
    dialect: program.dialect,
    credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID, token: TOKEN }],
  });
  const run = new ChaosRun(simulator, installation);
  let violation: string | undefined;
  try {
    await run.program(program);
  } catch (error) {
    if (error instanceof TornState) run.covered.push("given up: the kill left half a state file");
    else violation = error instanceof Violation ? error.message : String((error as Error).stack);
    run.story.push(`!! ${(error as Error).message}`);
  } finally {
    await run.end(keep);
    await simulator.close();
  }
  const { story, covered, folder } = run;
  return { story, covered, ...(violation !== undefined && { violation }), ...(keep && { folder }) };
}

class ChaosRun {
  readonly story: string[] = [];
  readonly covered: string[] = [];
  readonly #simulator: Simulator;
  readonly #project: Project;
  readonly #model: Model;
  readonly #runs: Run[] = [];

  constructor(simulator: Simulator, installation: Installation) {
    this.#simulator = simulator;
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
    copyFileSync(installation.lockFile, join(this.#project.folder, ".terraform.lock.hcl"));
    this.#model = new Model(simulator, this.#project.folder);
  }

  get folder(): string {
    return this.#project.folder;
  }

  async program({ steps }: Program): Promise<void> {
    for (const [index, step] of steps.entries()) {
      this.story.push(`step ${index + 1}`);
      await this.#step(step);
    }
    await this.#converge();
    await this.#destroy();
  }

  async end(keep: boolean): Promise<void> {
    for (const run of this.#runs) if (run.hasProcesses) run.killGroup("SIGKILL");
    await Promise.all(this.#runs.map((run) => run.ended));
    if (!keep) this.#project.dispose();
  }

  async #step(step: Step): Promise<void> {
    const model = this.#model;
    const busy = new Set([
      ...recover(model, true).waiting,
      ...programImports(model).map(([address]) => address),
    ]);
    for (const action of step.actions) this.#tell("  ", model.act(action, busy));
    for (const outside of step.outside) this.#tell("  outside: ", model.meddle(outside)?.what);
    const recovery = recover(model, step.adopts);
    const stopped = this.#replaced(step, busy);
    await this.#forgetDead(recovery);
    this.#configure(recovery.imports);
    this.#note(recovery);
    this.#simulator.clearJournal();
    for (const fault of step.faults) this.#simulator.addFault(fault);
    const hides = this.#simulator
      .faults()
      .flatMap(({ id, rule }) => (rule.effect.type === "hide" ? [id] : []));
    const showing = setInterval(() => hides.forEach((id) => this.#simulator.release(id)), HIDDEN_MS);
    try {
      await this.#apply(step, recovery, stopped);
    } finally {
      clearInterval(showing);
    }
  }

  /** Applies what is declared, with all that is to go wrong, and checks what must hold however it ended. */
  async #apply(step: Step, { existingName }: Recovery, replaced: string | undefined): Promise<void> {
    const model = this.#model;
    const env = { OUTREACH_EXISTING_NAME: existingName };
    const extra = replaced === undefined ? [] : [`-replace=${replaced}`];
    const before = () => snapshot(model, new Set(replaced === undefined ? [] : [replaced]));
    let start = before();
    let edits: SimulatedObject[] = [];
    let outcome: Outcome | undefined;
    if (step.between === null) {
      outcome = await this.#command(["apply", ...COMMON, "-auto-approve", ...extra], env, step);
    } else {
      outcome = await this.#command(["plan", ...COMMON, "-out=saved", ...extra], env, {
        ...step,
        kill: null,
      });
      if (outcome.status === 0) {
        edits = this.#meddleBetween(step);
        start = before();
        outcome = await this.#command(["apply", ...COMMON, "saved"], env, step);
      }
    }
    await this.#calm();
    model.settle();
    checkWorkspace(model, start);
    checkEdits(edits, model);
    this.#checkGraceful(step);
    await this.#checkNamed();
  }

  #meddleBetween({ between }: Step): SimulatedObject[] {
    const edited = new Set<string>();
    for (const outside of between ?? []) {
      const done = this.#model.meddle(outside);
      this.#tell("  between: ", done?.what);
      if (done === undefined) continue;
      if (outside.do === "edit") edited.add(done.id);
      if (outside.do === "delete") edited.delete(done.id);
    }
    return this.#model.objects().filter(({ id }) => edited.has(id));
  }

  /** One command of the engine, with the kill of the step where it has one. */
  async #command(
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    { kill }: Pick<Step, "kill">,
  ): Promise<Outcome> {
    this.#removeLock();
    this.#simulator.clearJournal();
    const run = this.#project.start(args, env);
    this.#runs.push(run);
    if (kill !== null) {
      const { struck, story } = await killAt(kill, run, this.#simulator, this.#operations(kill));
      this.story.push(`  kill at ${story}`);
      if (struck) this.covered.push(`kill ${kill.at}`, `${kill.signal} to ${kill.target}`);
    }
    const outcome = await this.#within(run.ended, `${args[0]!} did not end`);
    const errors = outcome.stderr.split("\n").filter((line) => line.includes("Error:"));
    this.story.push(`  ${args.join(" ")} -> ${outcome.status ?? outcome.signal} ${errors.join(" | ")}`);
    checkSecrets(args[0]!, outcome.stdout + outcome.stderr);
    checkCrashes(args[0]!, outcome.stdout + outcome.stderr);
    return outcome;
  }

  /** Waits until everything that was under way has come to its end; nothing is faulty or hidden any more then. */
  async #calm(): Promise<void> {
    this.#simulator.clearFaults();
    this.#simulator.release();
    await this.#until(() => !this.#runs.some((run) => run.hasProcesses), "The provider did not exit");
    await this.#until(
      () => !this.#simulator.journal().some(({ outcome }) => outcome === "pending"),
      "A call did not end",
    );
    this.#simulator.release();
    const log = join(this.folder, "trace.log");
    if (!existsSync(log)) return;
    checkSecrets("The log", readFileSync(log, "utf8"));
    rmSync(log);
  }

  /** A stop that is asked for once loses nothing: what has been sent is finished and recorded. */
  #checkGraceful({ kill, faults }: Step): void {
    const orphans = this.#model.orphans();
    for (const orphan of orphans) this.story.push(`  orphan ${orphan.id} ${JSON.stringify(orphan.name)}`);
    if (orphans.length > 0) this.covered.push("orphan");
    const graceful =
      kill === null || (kill.signal !== "SIGKILL" && kill.target !== "provider" && !kill.twice);
    if (orphans.length > 0 && graceful && faults.length === 0) {
      throw new Violation(`Nothing was lost and nobody was killed, yet ${orphans[0]!.id} is in no state.`);
    }
  }

  async #checkNamed(): Promise<void> {
    const orphans = this.#model.orphans();
    if (orphans.length === 0) return;
    this.#configure(new Map(programImports(this.#model)));
    const outcome = await this.#command(["plan", "-json", "-input=false"], {}, { kill: null });
    const said = diagnosticsOf(outcome).map(({ summary, detail }) => `${summary}\n${detail}`);
    checkNamed(orphans, said);
  }

  /** Without faults, one apply brings everything in order. */
  async #converge(): Promise<void> {
    this.story.push("convergence");
    const recovery = recover(this.#model, true);
    this.#note(recovery);
    await this.#forgetDead(recovery);
    this.#configure(recovery.imports);
    const env = { OUTREACH_EXISTING_NAME: recovery.existingName };
    const start = snapshot(this.#model, new Set());
    const applied = await this.#command(["apply", ...COMMON, "-auto-approve"], env, { kill: null });
    await this.#calm();
    if (applied.status !== 0) throw new Violation(`The apply after the faults failed:\n${applied.stderr}`);
    this.#model.settle();
    checkWorkspace(this.#model, start);
    checkConverged(this.#model);
    const planned = await this.#command(["plan", ...COMMON, "-detailed-exitcode"], env, { kill: null });
    if (planned.status !== 0) {
      throw new Violation(`The plan after the last apply is not empty:\n${planned.stdout}${planned.stderr}`);
    }
  }

  async #destroy(): Promise<void> {
    const all = new Set(this.#model.declared.keys());
    const start = snapshot(this.#model, all);
    const outcome = await this.#command(["destroy", ...COMMON, "-auto-approve"], {}, { kill: null });
    await this.#calm();
    if (outcome.status !== 0) throw new Violation(`The destroy failed:\n${outcome.stderr}`);
    this.#model.declared.clear();
    checkWorkspace(this.#model, start);
    checkConverged(this.#model);
  }

  /**
   * Terraform takes no notice of an import block for an address that the state holds, even where its object is gone and
   * no refresh was saved since: it would create, under the provider's warning. Users remove such an entry first.
   */
  async #forgetDead({ imports }: Recovery): Promise<void> {
    const held = new Set(this.#model.held().flatMap(({ address, deposed }) => (deposed ? [] : [address])));
    const dead = [...imports.keys()].filter((address) => held.has(address));
    if (dead.length > 0) await this.#command(["state", "rm", ...dead], {}, { kill: null });
  }

  #configure(imports: ReadonlyMap<string, string>): void {
    const resource: Record<string, Record<string, unknown>> = {};
    for (const { address, kind, name, text, createFirst } of this.#model.declared.values()) {
      const [type, label] = address.split(".") as [string, string];
      const content = kind === "cluster" ? { description: text, force_destroy: true } : { prompt: text };
      resource[type] ??= {};
      resource[type][label] = {
        name,
        ...content,
        ...(createFirst && { lifecycle: { create_before_destroy: true } }),
      };
    }
    this.#project.configure({
      provider: { outreach: {} },
      ...(Object.keys(resource).length > 0 && { resource }),
      ...(imports.size > 0 && { import: Array.from(imports, ([to, id]) => ({ to, id })) }),
    });
  }

  /** The address that a step replaces: one that the state holds and that nothing else is to happen to. */
  #replaced({ replace }: Step, busy: ReadonlySet<string>): string | undefined {
    if (replace === null) return undefined;
    const alive = new Set(this.#model.objects().map(({ id }) => id));
    const candidates = this.#model
      .held()
      .filter(
        ({ address, id, deposed }) =>
          !deposed && alive.has(id) && !busy.has(address) && this.#model.declared.has(address),
      );
    const found = candidates[replace % Math.max(1, candidates.length)]?.address;
    this.#tell("  replace ", found);
    return found;
  }

  /** What a kill may wait for: the calls that the journal of the workspace makes likely. */
  #operations({ at }: Kill): OperationName[] {
    const { cluster, snippet } = operationsOf;
    if (at === "planning") return [cluster.list, snippet.list, cluster.get, snippet.get];
    const model = this.#model;
    const held = model.held();
    const objects = new Map(model.objects().map((object) => [object.id, object]));
    return [
      ...model.missing().map(({ kind }) => operationsOf[kind].create),
      ...held.flatMap(({ address, id }) => {
        const object = objects.get(id);
        const declared = model.declared.get(address);
        if (object === undefined) return [];
        if (declared === undefined) return [operationsOf[object.kind].delete];
        const text = object.kind === "cluster" ? object.description : object.prompt;
        return object.name === declared.name && text === declared.text
          ? []
          : [operationsOf[object.kind].update];
      }),
    ];
  }

  #note({ existingName, imports, waiting }: Recovery): void {
    if (waiting.size === 0 && imports.size === 0) return;
    this.covered.push(imports.size > 0 ? "recovered by import" : "recovered by adopt");
    this.story.push(`  ${existingName}, imports ${JSON.stringify([...imports])}`);
  }

  #tell(prefix: string, what: string | undefined): void {
    if (what !== undefined) this.story.push(prefix + what);
  }

  #removeLock(): void {
    rmSync(join(this.folder, ".terraform.tfstate.lock.info"), { force: true });
    rmSync(this.#project.temporary, { recursive: true, force: true });
    mkdirSync(this.#project.temporary);
  }

  async #within<T>(promise: Promise<T>, what: string): Promise<T> {
    const late = new AbortController();
    const deadline = sleep(PATIENCE_MS, undefined, { signal: late.signal }).then(
      () => {
        throw new Violation(`${what} within ${PATIENCE_MS / 1_000} s.`);
      },
      () => undefined as never,
    );
    try {
      return await Promise.race([promise, deadline]);
    } finally {
      late.abort();
    }
  }

  /** Processes that outlive their parent notice it by polling: there is no event to wait for. */
  async #until(holds: () => boolean, what: string): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!holds()) {
      if (Date.now() > deadline) throw new Violation(`${what} within ${PATIENCE_MS / 1_000} s.`);
      await sleep(20);
    }
  }
}
