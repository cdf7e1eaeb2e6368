import type { OperationName } from "../../src/api";
import { type SimulatedObject, startSimulator } from "../../src/simulator";
import { diagnosticsOf } from "../terraform/plan-json";
import { USER_ID, WORKSPACE_ID } from "../terraform/project";
import { Bench, type Installation } from "./bench";
import { HIDDEN_MS, TOKEN } from "./faults";
import {
  checkConverged,
  checkEdits,
  checkNamed,
  checkWorkspace,
  snapshot,
  Violation,
  type Before,
} from "./invariants";
import { operationsOf, type Kill, type Program, type Step } from "./program";
import { programImports, recover, type Recovery } from "./recovery";
import { TornState } from "./state";

const COMMON = ["-no-color", "-input=false"];
const APPLY = ["apply", ...COMMON, "-auto-approve"];

/** How a program went. */
export interface Report {
  readonly story: readonly string[];
  readonly covered: readonly string[];
  /** The invariant that did not hold, and how. */
  readonly violation?: string;
  /** The folder, where it is kept. */
  readonly folder?: string;
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
    now: () => new Date(Date.now() + program.skew),
    credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID, token: TOKEN }],
  });
  const bench = new Bench(simulator, installation);
  const { story, covered, folder } = bench;
  const report = { story, covered, ...(keep && { folder }) };
  try {
    await new Execution(bench).program(program);
    return report;
  } catch (error) {
    story.push(`!! ${(error as Error).message}`);
    if (!(error instanceof TornState)) return { ...report, violation: describe(error) };
    covered.push("given up: the kill left half a state file");
    return report;
  } finally {
    await bench.end(keep);
    await simulator.close();
  }
}

function describe(error: unknown): string {
  return error instanceof Violation ? error.message : String((error as Error).stack);
}

class Execution {
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async program({ steps }: Program): Promise<void> {
    for (const [index, step] of steps.entries()) {
      this.#bench.story.push(`step ${index + 1}`);
      await this.#step(step);
    }
    await this.#converge();
    await this.#destroy();
  }

  async #step(step: Step): Promise<void> {
    const { model, simulator } = this.#bench;
    const imported = programImports(model).map(([address]) => address);
    const busy = new Set([...recover(model, true).waiting, ...imported]);
    for (const action of step.actions) this.#bench.tell("  ", model.act(action, busy));
    for (const outside of step.outside) this.#bench.tell("  outside: ", model.meddle(outside)?.what);
    const replaced = this.#replaced(step, busy);
    this.#bench.looks = step.looks;
    const recovery = await this.#recover(step.adopts, replaced);
    for (const fault of step.faults) simulator.addFault(fault);
    const hides = simulator.faults().filter(({ rule }) => rule.effect.type === "hide");
    const showing = setInterval(() => hides.forEach(({ id }) => simulator.release(id)), HIDDEN_MS);
    try {
      await this.#apply(step, recovery, replaced);
    } finally {
      clearInterval(showing);
    }
  }

  /** Prepares an apply that deals with what the last ones left, as a user does who reads the warnings. */
  async #recover(prefersAdopt: boolean, replaced?: string): Promise<Recovery> {
    const bench = this.#bench;
    const recovery = recover(bench.model, prefersAdopt, replaced);
    const { existingName, imports, waiting } = recovery;
    if (waiting.size > 0 || imports.size > 0) {
      bench.covered.push(imports.size > 0 ? "recovery by import" : "recovery by adopt");
      bench.story.push(`  ${existingName}, imports ${JSON.stringify([...imports])}`);
    }
    // Terraform takes no notice of an import block for an address that the state holds, even where its object is gone
    // and no refresh was saved since. It would create, under the provider's warning, so users remove that entry first.
    const held = bench.model.held().filter(({ deposed }) => !deposed);
    const dead = held.filter(({ address }) => imports.has(address)).map(({ storedAt }) => storedAt);
    if (dead.length > 0) await bench.command(["state", "rm", ...dead]);
    bench.configure(imports);
    return recovery;
  }

  /** Applies what is declared, with all that is to go wrong, and checks what must hold however it ended. */
  async #apply(step: Step, recovery: Recovery, replaced: string | undefined): Promise<void> {
    const bench = this.#bench;
    const { model } = bench;
    const refuses = step.refuses && recovery.existingName === "warn";
    const env = { OUTREACH_EXISTING_NAME: refuses ? "fail" : recovery.existingName };
    const { kill } = step;
    const planned =
      kill === null ? undefined : { kill, operations: this.#operations(kill, recovery, replaced) };
    const parallelism = `-parallelism=${step.parallelism}`;
    const extra = [parallelism, ...(replaced === undefined ? [] : [`-replace=${replaced}`])];
    const before = () => snapshot(model, new Set(replaced === undefined ? [] : [replaced]));
    let start: Before = before();
    let edits: SimulatedObject[] = [];
    if (step.between === null) {
      await bench.command([...APPLY, ...extra], env, planned);
    } else {
      const { status } = await bench.command(["plan", ...COMMON, "-out=saved", ...extra], env);
      if (status === 0) {
        edits = this.#meddleBetween(step.between);
        start = before();
        await bench.command(["apply", ...COMMON, parallelism, "saved"], env, planned);
      }
    }
    await bench.calm();
    model.settle();
    checkWorkspace(model, start);
    // A read that lags behind shows nobody what was edited since.
    if (!step.faults.some(({ effect }) => effect.type === "stale")) checkEdits(edits, model);
    this.#checkGraceful(step, start);
    await this.#checkNamed();
  }

  /** Returns the objects that were edited, as they are to stay. */
  #meddleBetween(between: NonNullable<Step["between"]>): SimulatedObject[] {
    const edited = new Set<string>();
    for (const outside of between) {
      const done = this.#bench.model.meddle(outside);
      this.#bench.tell("  between: ", done?.what);
      if (done === undefined) continue;
      if (outside.do === "edit") edited.add(done.id);
      if (outside.do === "delete") edited.delete(done.id);
    }
    return this.#bench.model.objects().filter(({ id }) => edited.has(id));
  }

  /** A stop that is asked for once loses nothing: what has been sent is finished and recorded. */
  #checkGraceful({ kill, faults }: Step, { alive }: Before): void {
    const { model, story, covered } = this.#bench;
    const orphans = model.orphans().filter(({ id }) => !alive.has(id));
    if (orphans.length === 0) return;
    for (const { id, name } of orphans) story.push(`  orphan ${id} ${JSON.stringify(name)}`);
    covered.push("orphans");
    const killed = kill?.signal === "SIGKILL" || kill?.target === "provider" || kill?.twice === true;
    if (killed || faults.length > 0) return;
    throw new Violation(`Nothing was lost and nobody was killed, yet ${orphans[0]!.id} is in no state.`);
  }

  async #checkNamed(): Promise<void> {
    const { model } = this.#bench;
    const orphans = model.orphans();
    if (orphans.length === 0) return;
    this.#bench.configure(new Map(programImports(model)));
    const outcome = await this.#bench.command(["plan", "-json", "-input=false"]);
    const said = diagnosticsOf(outcome).map(({ summary, detail }) => `${summary}\n${detail}`);
    checkNamed(orphans, said);
  }

  /** Without faults, one apply brings everything in order. */
  async #converge(): Promise<void> {
    const bench = this.#bench;
    bench.story.push("convergence");
    // A data source of a check block that finds nothing is read again in each apply, so that no plan is empty.
    bench.looks = false;
    const { existingName } = await this.#recover(true);
    const env = { OUTREACH_EXISTING_NAME: existingName };
    const start = snapshot(bench.model, new Set());
    const applied = await bench.command(APPLY, env);
    await bench.calm();
    if (applied.status !== 0) throw new Violation(`The apply after the faults failed:\n${applied.stderr}`);
    bench.model.settle();
    checkWorkspace(bench.model, start);
    checkConverged(bench.model);
    const { status, stdout, stderr } = await bench.command(["plan", ...COMMON, "-detailed-exitcode"], env);
    if (status === 0) return;
    throw new Violation(`The plan after the last apply is not empty:\n${stdout}${stderr}`);
  }

  async #destroy(): Promise<void> {
    const { model } = this.#bench;
    const start = snapshot(model, new Set(model.declared.keys()));
    const { status, stderr } = await this.#bench.command(["destroy", ...COMMON, "-auto-approve"]);
    await this.#bench.calm();
    if (status !== 0) throw new Violation(`The destroy failed:\n${stderr}`);
    model.declared.clear();
    checkWorkspace(model, start);
    checkConverged(model);
  }

  /** The address that a step replaces: one that the state holds and that nothing else is to happen to. */
  #replaced({ replace }: Step, busy: ReadonlySet<string>): string | undefined {
    if (replace === null) return undefined;
    const { model } = this.#bench;
    const alive = new Set(model.objects().map(({ id }) => id));
    const candidates = model
      .held()
      .filter(({ address, id, deposed }) => !deposed && alive.has(id) && model.declared.has(address))
      .filter(({ address }) => !busy.has(address));
    const found = candidates[replace % Math.max(1, candidates.length)]?.address;
    this.#bench.tell("  replace ", found);
    return found;
  }

  /** The calls that an apply is likely to make, for a kill to wait for. */
  #operations({ at }: Kill, { waiting }: Recovery, replaced: string | undefined): OperationName[] {
    const { cluster, snippet } = operationsOf;
    if (at === "planning") return [cluster.list, snippet.list, cluster.get, snippet.get];
    const { model } = this.#bench;
    const objects = new Map(model.objects().map((object) => [object.id, object]));
    // What is taken over is read, and written only where its content differs.
    const missing = model
      .missing()
      .map(({ address, kind }) => operationsOf[kind][waiting.has(address) ? "get" : "create"]);
    const held = model.held().flatMap(({ address, id }): OperationName[] => {
      const object = objects.get(id);
      const declared = model.declared.get(address);
      if (object === undefined) return [];
      const { create, update, delete: remove } = operationsOf[object.kind];
      if (declared === undefined) return [remove];
      if (address === replaced) return [remove, create];
      const text = object.kind === "cluster" ? object.description : object.prompt;
      return object.name === declared.name && text === declared.text ? [] : [update];
    });
    return [...missing, ...held];
  }
}
