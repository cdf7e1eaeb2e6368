import type { SimulatedObject, Simulator } from "../../../src/simulator";
import {
  checkConverged,
  checkCrashes,
  checkEdits,
  checkNamed,
  checkSecrets,
  checkWorkspace,
  snapshot,
  type Before,
} from "../../programs/invariants";
import { isDisturbed, isLagging, type Import, type Program, type Step } from "../../programs/program";
import {
  clustersInUse,
  expectApplied,
  expectNoTaintOfAdopted,
  expectRead,
  expectThere,
  type Applied,
  type Planned,
} from "./checks";
import { Neighbour } from "./neighbour";
import { Oversight } from "./oversight";
import { strikes, Terraform, withFaults } from "./terraform";
import { declareStoredNames, resolveContests } from "./user";
import { CoreWorld, idOf, type Slot } from "./world";

/**
 * Runs a program as Terraform does, with the state in its hands, and checks what must hold after each step.
 */
export class Execution {
  readonly #world: CoreWorld;
  readonly #terraform: Terraform;
  readonly #neighbour: Neighbour;
  readonly #oversight: Oversight;

  constructor(
    readonly simulator: Simulator,
    readonly program: Program,
  ) {
    const isLagging = strikes(program, "stale");
    this.#world = new CoreWorld(simulator, { forceDestroy: program.forceDestroy, isLagging });
    this.#terraform = new Terraform(this.#world, program);
    this.#oversight = new Oversight(this.#world, this.#terraform);
    this.#neighbour = new Neighbour(this.#world, () => this.#terraform.start({ existingName: "warn" }));
  }

  get story(): readonly string[] {
    return this.#world.story;
  }

  async execute(): Promise<void> {
    this.simulator.setDialect(this.program.dialect);
    for (const step of this.program.steps) await this.#step(step);
    await this.#converge();
    await this.#destroy();
    checkSecrets("The provider", this.#terraform.output);
    checkCrashes("The provider", this.#terraform.output);
  }

  async end(): Promise<void> {
    this.simulator.clearFaults();
    this.simulator.release();
    this.#oversight.end();
    await this.#terraform.end();
  }

  async #step(step: Step): Promise<void> {
    const world = this.#world;
    world.story.push(`step ${JSON.stringify(step)}`);
    for (const action of step.actions) if (action.do === "declare") world.declare(action.blocks);
    for (const change of step.before) {
      if (change.do === "import") await this.#import(change);
      else if (change.do === "pull") world.pull(change);
      else world.change(change);
    }
    const replaced = this.#replaced(step);
    await this.#oversight.begin(step, replaced);
    const outcome = await withFaults(world, step.planFaults, () =>
      this.#terraform.plan({
        ...step,
        replacing: replaced,
        approved: this.#oversight.approvedFor("plan", step),
      }),
    );
    const { planned } = outcome;
    this.#oversight.checkPlan(step, outcome);
    if (planned !== undefined && !isLagging(step.planFaults)) expectRead(planned, world);
    const edited = world.changeAfterPlan(step.between ?? []);
    const before = snapshot(
      world,
      Array.from(replaced, ({ address }) => address),
    );
    if (planned !== undefined) await this.#applyAsPlanned(step, planned, edited);
    this.#oversight.edits.observe();
    await this.#check(before, isDisturbed(step));
  }

  /** Applies a plan, and checks what must hold where no changes are made at the same time. */
  async #applyAsPlanned(
    step: Step,
    planned: readonly Planned[],
    edited: ReadonlyMap<string, SimulatedObject | undefined>,
  ): Promise<void> {
    const world = this.#world;
    const inUse = clustersInUse(planned, world);
    // What "adopt" adopts may be the neighbour's: the provider cannot know that.
    const { beside, existingName } = step;
    const approved = this.#oversight.approvedFor("apply", step);
    // The processes of both configurations share this environment, and so the approval.
    const isAlone = beside === null || existingName === "adopt" || approved !== undefined;
    const begin = isAlone ? undefined : await this.#neighbour.plan(beside);
    const before = world.objects();
    const [applied, check] = await withFaults(world, step.applyFaults, () =>
      Promise.all([this.#terraform.apply(planned, { ...step, approved }), begin?.()]),
    );
    await check?.();
    this.#oversight.checkApply(step, planned, { applied, before, changed: new Set(edited.keys()) });
    if (existingName === "adopt") this.#settleAdopted(planned);
    if (isDisturbed(step)) return;
    // A read that lags behind does not show what was edited or deleted since.
    const isStale = isLagging(step.applyFaults);
    const isSeen = ({ instance }: Applied) => !isStale || !edited.has(idOf({ instance }) ?? "");
    expectApplied(applied.filter(isSeen), world);
    expectThere(inUse, world);
    if (!isStale) checkEdits(edited, world);
  }

  async #import(wanted: Import): Promise<void> {
    const found = this.#world.importOf(wanted);
    if (found === undefined) return;
    const { slot, id } = found;
    const process = await this.#terraform.start({ existingName: "warn" });
    slot.instance = await process.import(slot.type, id);
    this.#oversight.edits.accept(id);
    this.#world.manage(id);
  }

  #replaced({ replaced }: Step): Set<Slot> {
    const held = this.#world.slots.filter((slot) => this.#world.object(idOf(slot)) !== undefined);
    return new Set(held.length === 0 ? [] : replaced.map((choice) => held[choice % held.length]!));
  }

  #settleAdopted(planned: readonly Planned[]): void {
    const adopted = planned.filter(({ plan }) => plan.planned?.["adopted"] === true);
    this.#world.settleAdopted(adopted.map(({ plan }) => plan.planned!["id"] as string));
  }

  /**
   * Checks what must hold after every step, however it ended. Changes during an apply may delete what is
   * declared.
   */
  async #check(before: Before, isChangedMeanwhile: boolean): Promise<void> {
    const world = this.#world;
    checkWorkspace(world, isChangedMeanwhile ? { ...before, existing: new Set() } : before);
    expectNoTaintOfAdopted(world);
    const orphans = world.orphans();
    if (orphans.length === 0) return;
    const { printed } = await this.#planAsAdvised("warn");
    checkNamed(orphans, [printed]);
    for (const { id } of orphans) world.noteUnmanaged(id);
  }

  /**
   * Plans without faults; where that is refused for an object that is to leave the state, it does and the
   * plan is repeated.
   */
  async #planAsAdvised(existingName: Step["existingName"]) {
    for (;;) {
      const outcome = await this.#terraform.plan({ existingName });
      if (outcome.planned !== undefined || !this.#world.removeAsAdvised(outcome.printed)) return outcome;
      // Not for "warn": such a plan names the orphans of a declared name only while the name is declared.
      if (existingName === "adopt") resolveContests(this.#world);
    }
  }

  /**
   * Without faults, one apply with "adopt" brings everything to what is declared, and nothing is left to do.
   */
  async #converge(): Promise<void> {
    const world = this.#world;
    declareStoredNames(world);
    resolveContests(world);
    // Terraform does not tell a plan which mailboxes are linked to a tainted cluster.
    this.#unlinkMailboxes();
    const { planned } = await this.#planAsAdvised("adopt");
    expect(planned).toBeDefined();
    const before = snapshot(world);
    await this.#terraform.apply(planned!, { existingName: "adopt" });
    this.#settleAdopted(planned!);
    await this.#check(before, false);
    const left = await this.#terraform.plan({ existingName: "warn" });
    expect(left.planned?.map(({ plan }) => plan.action)).toEqual(world.slots.map(() => "no-op"));
    expect(left.printed).toBe("");
    checkConverged(world);
  }

  #unlinkMailboxes(): void {
    const world = this.#world;
    for (const { id } of world.held()) {
      if (world.object(id)?.kind === "cluster" && !world.unmanaged.has(id))
        this.simulator.setAssociatedCount(id, 0);
    }
  }

  async #destroy(): Promise<void> {
    const world = this.#world;
    world.declared.clear();
    // An adopted cluster may have linked mailboxes, and its delete would be refused.
    this.#unlinkMailboxes();
    const { planned } = await this.#terraform.plan({ existingName: "warn" });
    await this.#terraform.apply(planned!, { existingName: "warn" });
    expect(new Map(world.objects().map((object) => [object.id, object]))).toEqual(world.unmanaged);
  }
}
