import type { OperationName } from "../../src/api";
import { startSimulator, type FaultRule } from "../../src/simulator";
import { credentials } from "../programs/credentials";
import { engineTimes, requestTimeoutUnder } from "../programs/faults";
import {
  checkConverged,
  checkEdits,
  checkNamed,
  checkWorkspace,
  snapshot,
  Violation,
  type Before,
} from "../programs/invariants";
import { isLagging, operationsOf, type Kill, type Program, type Step } from "../programs/program";
import { choose, contentOf } from "../programs/world";
import { diagnosticsOf } from "../terraform/plan-json";
import { Bench, type Installation } from "./bench";
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
  const { user_id, workspace_id, authorization_token } = credentials;
  const simulator = await startSimulator({
    seed,
    dialect: program.dialect,
    now: () => new Date(Date.now() + program.skew),
    credentials: [{ userId: user_id, workspaceId: workspace_id, token: authorization_token }],
  });
  const bench = new Bench(simulator, installation);
  const { covered, folder } = bench;
  const { story } = bench.world;
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

/** What the plan and the apply of a step have in common. */
interface Command {
  readonly env: { readonly OUTREACH_EXISTING_NAME: string };
  /** The first one is for every apply, the others are for plans. */
  readonly options: readonly string[];
  /** Returns the calls that the apply is likely to make. */
  operations(kill: Kill): readonly OperationName[];
}

class Execution {
  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  async program({ steps }: Program): Promise<void> {
    for (const [index, step] of steps.entries()) {
      this.#bench.world.story.push(`step ${index + 1}`);
      await this.#step(step);
    }
    await this.#converge();
    await this.#destroy();
  }

  async #step(step: Step): Promise<void> {
    const bench = this.#bench;
    const { world } = bench;
    const imported = programImports(world).map(([address]) => address);
    const busy = new Set([...recover(world, true).waiting, ...imported]);
    for (const action of step.actions) world.act(action, busy);
    for (const change of step.before)
      if (change.do !== "import" && change.do !== "pull") world.change(change);
    const replaced = this.#replaced(step, busy);
    bench.looksUp = step.looksUp;
    const recovery = await this.#recover(step.existingName === "adopt", replaced);
    await this.#apply(step, recovery, replaced);
  }

  /** Runs under faults; `calm` of the bench ends them. What they hide shows after a while. */
  async #withFaults<T>(
    faults: readonly FaultRule[],
    run: (timeout: NodeJS.ProcessEnv) => Promise<T>,
  ): Promise<T> {
    const { simulator } = this.#bench;
    for (const fault of faults) simulator.addFault(fault);
    const hides = simulator.faults().filter(({ rule }) => rule.effect.type === "hide");
    const showing = setInterval(() => hides.forEach(({ id }) => simulator.release(id)), engineTimes.hiddenMs);
    try {
      return await run({ OUTREACH_REQUEST_TIMEOUT: `${requestTimeoutUnder(faults)}` });
    } finally {
      clearInterval(showing);
    }
  }

  /** Prepares an apply that deals with what earlier ones left, as a user does who reads the warnings. */
  async #recover(prefersAdopt: boolean, replaced?: string): Promise<Recovery> {
    const bench = this.#bench;
    const recovery = recover(bench.world, prefersAdopt, replaced);
    const { existingName, imports, waiting } = recovery;
    if (waiting.size > 0 || imports.size > 0) {
      bench.covered.push(imports.size > 0 ? "recovery by import" : "recovery by adopt");
      bench.world.story.push(`  ${existingName}, imports ${JSON.stringify([...imports])}`);
    }
    // Terraform ignores an import block for an address that the state holds, even where its object is gone
    // and no refresh was saved since. It would create another object, so the user removes that entry first.
    const held = bench.world.held().filter(({ deposed }) => !deposed);
    const dead = held.filter(({ address }) => imports.has(address)).map(({ storedAt }) => storedAt);
    if (dead.length > 0) await bench.command(["state", "rm", ...dead]);
    bench.configure(imports);
    return recovery;
  }

  /** Applies what is declared, with all that is to go wrong, and checks what must hold however it ended. */
  async #apply(step: Step, recovery: Recovery, replaced: string | undefined): Promise<void> {
    const { world } = this.#bench;
    const replacing = replaced === undefined ? [] : [replaced];
    const refuses = step.existingName === "fail" && recovery.existingName === "warn";
    const command: Command = {
      env: { OUTREACH_EXISTING_NAME: refuses ? "fail" : recovery.existingName },
      options: [`-parallelism=${step.parallelism}`, ...replacing.map((address) => `-replace=${address}`)],
      operations: (kill) => this.#operations(kill, recovery, replaced),
    };
    const before = () => snapshot(world, replacing);
    if (step.between === null) {
      const start = before();
      await this.#killed(step, [...APPLY, ...command.options], command);
      await this.#check(step, start);
      return;
    }
    const isPlanned = await this.#plan(step, command);
    const edited = isPlanned ? world.changeAfterPlan(step.between) : new Map<string, undefined>();
    const start = before();
    if (isPlanned) await this.#killed(step, ["apply", ...COMMON, command.options[0]!, "saved"], command);
    await this.#check(step, start);
    // A read that lags behind does not show what was edited since.
    if (!isLagging(step.applyFaults)) checkEdits(edited, world);
  }

  /** Saves a plan. Returns whether there is one. */
  async #plan({ planFaults }: Step, { env, options }: Command): Promise<boolean> {
    const args = ["plan", ...COMMON, "-out=saved", ...options];
    const { status } =
      planFaults.length === 0
        ? await this.#bench.undisturbed(args, env.OUTREACH_EXISTING_NAME)
        : await this.#withFaults(planFaults, (timeout) => this.#bench.command(args, { ...env, ...timeout }));
    await this.#bench.calm();
    return status === 0;
  }

  /** Runs an apply under its faults, with its kill. */
  async #killed({ ending, applyFaults }: Step, args: readonly string[], command: Command): Promise<void> {
    const planned =
      ending.do === "kill" ? { kill: ending, operations: command.operations(ending) } : undefined;
    await this.#withFaults(applyFaults, (timeout) =>
      this.#bench.command(args, { ...command.env, ...timeout }, planned),
    );
  }

  async #check(step: Step, start: Before): Promise<void> {
    await this.#bench.calm();
    this.#bench.world.settle();
    checkWorkspace(this.#bench.world, start);
    this.#checkGraceful(step, start);
    await this.#checkNamed();
  }

  /** A single stop loses nothing: what has been sent is finished and recorded. */
  #checkGraceful({ ending, applyFaults }: Step, { existing }: Before): void {
    const { world, covered } = this.#bench;
    const orphans = world.orphans().filter(({ id }) => !existing.has(id));
    if (orphans.length === 0) return;
    for (const { id, name } of orphans) world.story.push(`  orphan ${id} ${JSON.stringify(name)}`);
    covered.push("orphans");
    const isKilled =
      ending.do === "kill" && (ending.signal === "SIGKILL" || ending.target === "provider" || ending.twice);
    if (isKilled || applyFaults.length > 0) return;
    throw new Violation(`No response was lost and no process killed, yet ${orphans[0]!.id} is in no state.`);
  }

  async #checkNamed(): Promise<void> {
    const { world } = this.#bench;
    const orphans = world.orphans();
    if (orphans.length === 0) return;
    this.#bench.configure(new Map(programImports(world)));
    const outcome = await this.#bench.undisturbed(["plan", "-json", "-input=false"], "warn");
    const said = diagnosticsOf(outcome).map(({ summary, detail }) => `${summary}\n${detail}`);
    checkNamed(orphans, said);
  }

  /** Without faults, one apply brings everything to what is declared. */
  async #converge(): Promise<void> {
    const bench = this.#bench;
    bench.world.story.push("convergence");
    // A data source of a check block that finds nothing is read again in each apply, so no plan is empty.
    bench.looksUp = false;
    const { existingName } = await this.#recover(true);
    const start = snapshot(bench.world);
    const applied = await bench.undisturbed(APPLY, existingName);
    await bench.calm();
    if (applied.status !== 0) throw new Violation(`The apply after the faults failed:\n${applied.stderr}`);
    bench.world.settle();
    checkWorkspace(bench.world, start);
    checkConverged(bench.world);
    const { status, stdout, stderr } = await bench.undisturbed(
      ["plan", ...COMMON, "-detailed-exitcode"],
      existingName,
    );
    if (status === 0) return;
    throw new Violation(`The plan after the last apply is not empty:\n${stdout}${stderr}`);
  }

  async #destroy(): Promise<void> {
    const { world } = this.#bench;
    const start = snapshot(world, world.declared.keys());
    const { status, stderr } = await this.#bench.undisturbed(["destroy", ...COMMON, "-auto-approve"], "warn");
    await this.#bench.calm();
    if (status !== 0) throw new Violation(`The destroy failed:\n${stderr}`);
    world.declared.clear();
    checkWorkspace(world, start);
    checkConverged(world);
  }

  /** Returns the address that a step replaces: a held one that is not busy. */
  #replaced({ replaced: [choice] }: Step, busy: ReadonlySet<string>): string | undefined {
    if (choice === undefined) return undefined;
    const { world } = this.#bench;
    const candidates = world
      .held()
      .filter(({ address, id, deposed }) => !deposed && world.object(id) && world.declared.has(address))
      .filter(({ address }) => !busy.has(address));
    const found = choose(candidates, choice)?.address;
    if (found !== undefined) world.story.push(`  replace ${found}`);
    return found;
  }

  /** Returns the calls that an apply is likely to make, for a kill to wait for. */
  #operations({ at }: Kill, { waiting }: Recovery, replaced: string | undefined): OperationName[] {
    const { cluster, snippet } = operationsOf;
    if (at === "planning") return [cluster.list, snippet.list, cluster.get, snippet.get];
    const { world } = this.#bench;
    // What is adopted is read, and written only where its content differs.
    const missing = world
      .missing()
      .map(({ address, kind }) => operationsOf[kind][waiting.has(address) ? "get" : "create"]);
    const held = world.held().flatMap(({ address, id }): OperationName[] => {
      const object = world.object(id);
      const declared = world.declared.get(address);
      if (object === undefined) return [];
      const { create, update, delete: remove } = operationsOf[object.kind];
      if (declared === undefined) return [remove];
      if (address === replaced) return [remove, create];
      const isSame = object.name === declared.name && contentOf(object) === (declared.text ?? "");
      return isSame ? [] : [update];
    });
    return [...missing, ...held];
  }
}
