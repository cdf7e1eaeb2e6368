import type { FaultRule, SimulatedObject, Simulator } from "../../../src/simulator";
import { isUnknown } from "../../../src/plugin/values";
import { sameText } from "../../../src/provider/comparison/text";
import { storedText } from "../../../src/simulator/texts";
import { deletionOf, nothing, Refused, RuleBroken, type Instance, type Plan } from "../../plugin/core";
import {
  clustersInUse,
  expectApplied,
  expectExplained,
  expectRead,
  expectThere,
  type Applied,
  type Planned,
} from "./checks";
import { Neighbour } from "./neighbour";
import { ModelProcess } from "./process";
import { calm, isLagging, SLOTS, strikes, type Program, type Run } from "./program";
import { given, hasName, holds, idOf, ModelWorkspace, type Slot } from "./workspace";

/** What a plan said, and what it is going to do where nothing refused it. */
interface PlanOutcome {
  readonly heard: string;
  readonly planned?: readonly Planned[];
}

/** Runs a program as Terraform does, with the state in its hands, and checks what must hold after each run. */
export class Execution {
  readonly #workspace: ModelWorkspace;
  readonly #neighbour: Neighbour;
  readonly #processes: ModelProcess[] = [];
  /** What happened, for whoever reads a failure. */
  readonly story: string[] = [];

  constructor(
    readonly simulator: Simulator,
    readonly program: Program,
  ) {
    this.#workspace = new ModelWorkspace(simulator, program.forceDestroy, strikes(program, "stale"));
    this.#neighbour = new Neighbour(this.#workspace, () => this.#process("warn"));
  }

  async execute(): Promise<void> {
    this.simulator.setDialect(this.program.dialect);
    for (const run of this.program.runs) await this.#run(run);
    await this.#converge();
    await this.#destroy();
  }

  async end(): Promise<void> {
    this.simulator.clearFaults();
    this.simulator.release();
    await Promise.all(this.#processes.map((process) => process.close()));
  }

  get heard(): string {
    return this.#processes.map(({ heard }) => heard).join("\n");
  }

  async #run(run: Run): Promise<void> {
    const workspace = this.#workspace;
    this.story.push(`run ${JSON.stringify(run)}`);
    workspace.slots.forEach((slot, index) => (slot.declared = run.declared[index]!));
    for (const event of run.before) {
      if (event.type === "import") await this.#import(workspace.slots[event.slot]!, event.index);
      else workspace.happen(event);
    }
    const { planned } = await this.#withFaults(run.planFaults, () => this.#plan(run.existingName, run));
    if (planned !== undefined && !isLagging(run.planFaults)) expectRead(planned, workspace);
    const edited = run.between.map((event) => workspace.happen(event));
    if (planned !== undefined) await this.#applyAsPlanned(run, planned, edited);
    await this.#check();
  }

  /** Applies a plan, and checks what must hold where nobody else works at the same time. */
  async #applyAsPlanned(
    run: Run,
    planned: readonly Planned[],
    edited: readonly (string | undefined)[],
  ): Promise<void> {
    const workspace = this.#workspace;
    const contested = this.#snapshots(edited.filter((id) => id !== undefined));
    const inUse = clustersInUse(planned, workspace);
    // What "adopt" takes over may be the neighbour's: nothing tells a provider so.
    const { beside, existingName } = run;
    const begin = beside && existingName !== "adopt" ? await this.#neighbour.plan(beside) : undefined;
    const [applied, check] = await this.#withFaults(run.applyFaults, () =>
      Promise.all([this.#apply(planned, existingName, run), begin?.()]),
    );
    await check?.();
    this.#adoptions(planned);
    if (run.during.length > 0) return;
    expectApplied(applied, workspace);
    expectThere(inUse, workspace);
    // A read that lags behind shows nobody what was edited since.
    if (isLagging(run.applyFaults)) return;
    for (const [id, object] of contested) expect(workspace.object(id)).toEqual(object);
  }

  async #process(
    existingName: Run["existingName"],
    onRequest?: () => void,
    elsewhere = false,
  ): Promise<ModelProcess> {
    const slow = strikes(this.program, "hide", "hold", "stale");
    const started = await ModelProcess.start(
      {
        base_url: elsewhere ? this.simulator.url.replace("127.0.0.1", "localhost") : this.simulator.url,
        existing_name: existingName,
        max_retries: this.program.maxRetries,
        // Where every write shows at once, the first look finds all there is.
        visibility_timeout: slow ? 0.4 : 0.02,
        // Only an answer that is held back makes a request time out, not a machine under load.
        request_timeout: this.simulator.faults().some(({ rule }) => rule.effect.type === "hold") ? 0.25 : 60,
      },
      onRequest,
    );
    this.#processes.push(started);
    return started;
  }

  async #withFaults<T>(faults: readonly FaultRule[], run: () => Promise<T>): Promise<T> {
    for (const fault of faults) this.simulator.addFault(fault);
    try {
      return await run();
    } finally {
      this.simulator.clearFaults();
      this.simulator.release();
    }
  }

  async #import(slot: Slot, index: number): Promise<void> {
    const held = this.#workspace.slots.map(idOf);
    const ids = [...this.#workspace.others.values()].filter(
      (object) => hasKind(object, slot) && !held.includes(object.id),
    );
    const id = ids[index % ids.length]?.id;
    if (id === undefined || slot.declared === null || slot.instance.state !== null) return;
    slot.instance = await (await this.#process("warn")).import(slot.type, id);
    this.#workspace.others.delete(id);
  }

  /** Refreshes and plans all blocks at once; one error refuses the whole plan. */
  async #plan(
    existingName: Run["existingName"],
    {
      replaced,
      looks,
      planFaults,
      elsewhere,
    }: Pick<Run, "replaced" | "looks" | "planFaults" | "elsewhere"> = calm,
  ): Promise<PlanOutcome> {
    const process = await this.#process(existingName, undefined, elsewhere);
    const looking = looks ? process.look(this.#workspace.slots) : undefined;
    const outcomes = await Promise.all(
      this.#workspace.slots.map((slot, index) =>
        unlessRefused(() => this.#planSlot(process, slot, replaced.includes(index))),
      ),
    );
    const seen = await looking;
    const there = this.#workspace.objects().map(({ id }) => id);
    if (looks && planFaults.length === 0) expect(seen).toEqual(there.sort());
    expectExplained(process);
    const heard = process.said.join("\n");
    this.story.push(`plan ${existingName}: ${heard}`);
    if (outcomes.includes("refused")) return { heard };
    return {
      heard,
      planned: outcomes.filter((one): one is Planned => one !== undefined && one !== "refused"),
    };
  }

  async #planSlot(process: ModelProcess, slot: Slot, replace: boolean): Promise<Planned | undefined> {
    const instance = await process.refresh(slot.type, slot.instance);
    const declared = given(slot);
    if (declared === null && instance.state === null) {
      return { slot, instance: nothing, plan: { ...nothingPlanned, planned: null } };
    }
    return {
      slot,
      instance,
      plan: await process.plan(slot.type, declared, instance, {
        replace: replace && instance.state !== null && declared !== null && instance.tainted !== true,
      }),
    };
  }

  /** Applies a plan in a new process, all blocks at once, and saves what comes back unless the run is killed. */
  async #apply(
    planned: readonly Planned[],
    existingName: Run["existingName"],
    { during, looks, ending, elsewhere }: Pick<Run, "during" | "looks" | "ending" | "elsewhere"> = calm,
  ): Promise<Applied[]> {
    let requests = 0;
    let killed = false;
    const process: ModelProcess = await this.#process(
      existingName,
      () => {
        requests += 1;
        for (const { request, event } of during) if (request === requests) this.#workspace.happen(event);
        if (!("request" in ending) || requests !== ending.request) return;
        killed = ending.type === "kill";
        if (killed) this.#cutOff(ending.type === "kill" && ending.committed);
        void process.stop();
      },
      elsewhere,
    );
    const forgotten = ending.type === "forget" ? ending.slots : [];
    const looking = looks ? process.look(this.#workspace.slots) : undefined;
    const applied = await Promise.all(
      planned.map(async (one) => {
        const done = await this.#applySlot(process, one);
        if (!killed && !forgotten.includes(this.#workspace.slots.indexOf(one.slot))) {
          one.slot.instance = done.instance;
        }
        return done;
      }),
    );
    await looking;
    expectExplained(process);
    this.story.push(`apply: ${process.said.join("\n")}`, `state: ${JSON.stringify(this.#workspace.slots)}`);
    return killed ? [] : applied;
  }

  /** Nothing reaches the API from now on; the request that is about to be sent may just have. */
  #cutOff(committed: boolean): void {
    if (committed) this.simulator.addFault({ times: 1, effect: { type: "reset", when: "after" } });
    this.simulator.addFault({ nth: committed ? 2 : 1, times: 1_000_000, effect: { type: "reset" } });
  }

  /** What a block's state is after its plan was applied. */
  async #applySlot(process: ModelProcess, { slot, instance, plan }: Planned): Promise<Applied> {
    const declared = given(slot);
    const ends = (now: Instance, isDone: boolean): Applied => ({ slot, instance: now, isDone });
    let current = instance;
    try {
      // Terraform says nothing of what does not change.
      if (plan.action === "no-op") return ends(instance, false);
      if (plan.action === "replace") {
        const { saved, errors } = await process.apply(slot.type, null, instance, deletionOf(plan));
        // What could not be deleted is as tainted as it was.
        current = errors.length > 0 && instance.tainted === true ? { ...saved, tainted: true } : saved;
        if (errors.length > 0) return ends(current, false);
      }
      const { saved, errors } = await process.apply(slot.type, declared, current, plan);
      // Nothing is sent where only an attribute of the provider's own changes: that finds no object gone.
      const isSent = plan.action !== "update" || isUnknown(plan.planned?.["last_updated_at"] ?? null);
      return ends(saved, errors.length === 0 && isSent);
    } catch (error) {
      if (error instanceof Refused) return ends(current, false);
      // Terraform itself refuses what the reviewed plan did not say.
      const refused = ["adopted: inconsistent final plan", "id: inconsistent final plan"];
      if (error instanceof RuleBroken && refused.includes(error.message)) return ends(current, false);
      throw error;
    }
  }

  #snapshots(ids: readonly string[]): Map<string, SimulatedObject | undefined> {
    return new Map(ids.map((id) => [id, this.#workspace.object(id)]));
  }

  /** An object that a plan has said to take over may have been changed, whether or not that reached the state. */
  #adoptions(planned: readonly Planned[]): void {
    const adopted = planned.filter(({ plan }) => plan.planned?.["adopted"] === true);
    this.#workspace.lookAtOthers(adopted.map(({ plan }) => plan.planned!["id"] as string));
  }

  /** What must hold after every run, however it ended. */
  async #check(): Promise<void> {
    const workspace = this.#workspace;
    const ids = workspace.slots.map(idOf).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [id, object] of workspace.others) expect(workspace.object(id)).toEqual(object);
    for (const { instance } of workspace.slots) {
      // Terraform replaces what is tainted, and an object that was taken over is not ours to destroy.
      expect(instance.tainted === true && instance.state?.["adopted"] === true).toBe(false);
    }
    const orphans = workspace.orphans();
    if (orphans.length === 0) return;

    for (const slot of workspace.slots) {
      const rivals = workspace.slots.filter(
        (rival) =>
          rival.type === slot.type &&
          rival.declared?.name === slot.declared?.name &&
          workspace.object(idOf(rival)) === undefined,
      );
      const made = orphans.filter((object) => hasName(object, slot)).length;
      expect({ made, within: made <= rivals.length }).toEqual({ made, within: true });
    }
    const { heard } = await this.#planAsAdvised("warn");
    for (const orphan of orphans) {
      expect(heard).toContain(orphan.id);
      workspace.others.set(orphan.id, orphan);
    }
  }

  /** Plans without faults; where that is refused for an object that is to be let go, the user does so and plans again. */
  async #planAsAdvised(existingName: Run["existingName"]): Promise<PlanOutcome> {
    for (;;) {
      const outcome = await this.#plan(existingName);
      if (outcome.planned !== undefined || !this.#workspace.letGo(outcome.heard)) return outcome;
      // Only then: a plan that warns names the orphans of a declared name as long as the name is declared.
      if (existingName === "adopt") this.#resolveContests();
    }
  }

  /** Without faults one run with `adopt` brings everything to what is declared, and nothing is left to do. */
  async #converge(): Promise<void> {
    const workspace = this.#workspace;
    this.#declareKeptNames();
    this.#resolveContests();
    // Terraform tells no plan of what a tainted cluster is in use by.
    for (const slot of workspace.slots) {
      const object = workspace.object(idOf(slot));
      if (object?.kind === "cluster" && !workspace.others.has(object.id))
        this.simulator.setAssociatedCount(object.id, 0);
    }
    const { planned } = await this.#planAsAdvised("adopt");
    expect(planned).toBeDefined();
    await this.#apply(planned!, "adopt");
    this.#adoptions(planned!);
    await this.#check();
    const left = await this.#plan("warn");
    expect(left.planned?.map(({ plan }) => plan.action)).toEqual(SLOTS.map(() => "no-op"));
    expect(left.heard).toBe("");
    for (const slot of workspace.slots) {
      const object = workspace.object(idOf(slot));
      expect(object !== undefined).toBe(slot.declared !== null);
      expect(object === undefined || holds(object, slot)).toBe(true);
    }
    expect(workspace.orphans()).toEqual([]);
  }

  /** A user gives another name to what the server keeps under another one. */
  #declareKeptNames(): void {
    for (const [index, slot] of this.#workspace.slots.entries()) {
      const { declared } = slot;
      if (
        declared === null ||
        sameText(storedText(declared.name, this.simulator.dialect) as string, declared.name)
      )
        continue;
      slot.declared = { ...declared, name: `kept ${index}` };
    }
  }

  /**
   * A user gives another name to what cannot be told apart: several objects of a name, or several claims on one. Managed ones count,
   * by the name that they have and by the one that they are given.
   */
  #resolveContests(): void {
    const { slots, others } = this.#workspace;
    const wanting = slots.filter((slot) => {
      const there = this.#workspace.object(idOf(slot)) !== undefined && slot.instance.tainted !== true;
      return slot.declared !== null && !there;
    });
    const contested = wanting.filter((slot) => {
      const objects = [...others.values()].filter((object) => hasName(object, slot)).length;
      const claims = wanting.filter(
        ({ type, declared }) => type === slot.type && declared!.name === slot.declared!.name,
      ).length;
      const managed = slots.some((other) => {
        const object = this.#workspace.object(idOf(other));
        if (other === slot || object === undefined || other.type !== slot.type) return false;
        return hasName(object, slot) || other.declared?.name === slot.declared!.name;
      });
      return objects > 1 || (objects === 1 && claims > 1) || managed;
    });
    for (const slot of contested) {
      slot.declared = { ...slot.declared!, name: `uncontested ${slots.indexOf(slot)}` };
    }
  }

  async #destroy(): Promise<void> {
    const workspace = this.#workspace;
    for (const slot of workspace.slots) slot.declared = null;
    const { planned } = await this.#plan("warn");
    await this.#apply(planned!, "warn");
    expect(new Map(workspace.objects().map((object) => [object.id, object]))).toEqual(workspace.others);
  }
}

const nothingPlanned: Omit<Plan, "planned"> = {
  action: "no-op",
  private: new Uint8Array(),
  requiresReplace: [],
  warnings: [],
  ignored: [],
};

function hasKind(object: SimulatedObject, { type }: Slot): boolean {
  return type === `outreach_${object.kind}`;
}

async function unlessRefused<T>(run: () => Promise<T>): Promise<T | "refused"> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) return "refused";
    throw error;
  }
}
