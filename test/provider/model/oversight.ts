import type { SimulatedObject } from "../../../src/simulator";
import { Violation } from "../../programs/invariants";
import { isDisturbed, isLagging, type Step } from "../../programs/program";
import { Approval } from "./approval";
import type { Applied, Planned } from "./checks";
import { Edits } from "./edits";
import type { PlanOutcome, Terraform } from "./terraform";
import { idOf, type CoreWorld, type Slot } from "./world";
import { writesAfter } from "./writes";

/** Checks that no step writes what is not approved, and that no edit made outside gets lost unseen. */
export class Oversight {
  readonly edits: Edits;
  readonly #world: CoreWorld;
  readonly #terraform: Terraform;
  #approval: Approval | undefined;
  #found: readonly SimulatedObject[] = [];
  #printed = "";
  /** The number of the last request before the plan. */
  #arrived = 0;

  constructor(world: CoreWorld, terraform: Terraform) {
    this.#world = world;
    this.#terraform = terraform;
    this.edits = new Edits(world);
  }

  /** Returns the file of the step's approval, for a plan or an apply that needs one. */
  approvedFor(phase: "plan" | "apply", { review }: Step): string | undefined {
    return phase === "plan" && review?.isLate === true ? undefined : this.#approval?.file;
  }

  end(): void {
    this.#approval?.remove();
    this.#approval = undefined;
  }

  /** Reviews a step before its plan, if the program says so. */
  async begin(step: Step, replacing: ReadonlySet<Slot>): Promise<void> {
    const world = this.#world;
    this.end();
    // An outdated read may look like an edit.
    if (isLagging(step.planFaults) || isLagging(step.applyFaults)) this.edits.forgetOwn();
    if (step.review !== null) {
      const { existingName, outsideEdits, elsewhere } = step;
      const options = { existingName, outsideEdits, elsewhere, replacing, isReview: true };
      const { planned, printed } = await this.#terraform.plan(options);
      this.edits.checkSaid(printed);
      const place = { world, address: this.#terraform.addressOf(step) };
      this.#approval = new Approval(planned, step.review, place);
    }
    this.#found = world.objects();
    this.#arrived = world.simulator.journal().at(-1)?.number ?? 0;
  }

  /** Checks that a plan writes nothing, and passes if all of it is approved. */
  checkPlan(step: Step, { planned, printed }: PlanOutcome): void {
    this.#printed = printed;
    this.edits.checkSaid(printed);
    const writes = writesAfter(this.#world.simulator, this.#arrived);
    if (writes.length > 0) throw new Violation(`A plan has written: ${JSON.stringify(writes)}`);
    const approval = this.#approval;
    if (approval === undefined || step.review?.isLate === true) return;
    const isFaulty = step.planFaults.length > 0;
    const held = new Set(this.#world.slots.map((slot) => idOf(slot)));
    const unmanaged = isFaulty ? [] : this.#found.filter(({ id }) => !held.has(id));
    if (planned !== undefined) approval.checkPlanned(planned, unmanaged);
    if (planned !== undefined || isFaulty || !approval.coversAll) return;
    throw new Violation(`All changes are approved, and the plan is refused:\n${printed}`);
  }

  /**
   * Checks what an apply has written. `changed` has the ids of objects that others changed between the plan and the
   * apply, and `before` the objects after that.
   */
  checkApply(
    step: Step,
    planned: readonly Planned[],
    {
      applied,
      before,
      changed,
    }: {
      readonly applied: readonly Applied[];
      readonly before: readonly SimulatedObject[];
      readonly changed: ReadonlySet<string>;
    },
  ): void {
    const { applyFaults, planFaults, outsideEdits: mode } = step;
    const isCalm = !isDisturbed(step);
    const approval = this.#approval;
    const isStale = isLagging(planFaults) || isLagging(applyFaults);
    if (approval !== undefined) {
      const writes = writesAfter(this.#world.simulator, this.#arrived);
      approval.checkWrites(writes, isCalm && !isStale ? before : undefined);
      approval.checkCounts(planned, applied);
    }
    if (isCalm && !isStale) {
      const [found, printed] = [this.#found, this.#printed];
      const approved = this.approvedFor("plan", step) !== undefined;
      this.edits.check({ planned, printed, found, changed, mode, approved });
    }
    this.#recordAccepted(planned, isCalm && !isStale ? applied : []);
    // What others do beside a run, and results that no state has, may change texts in unknown ways.
    const isStored = step.ending.do !== "cut" && step.ending.do !== "forget";
    if (!isStored || step.beside !== null) this.edits.forgetOwn();
  }

  /** Of a write whose result is not known or not stored, it is unknown what the state has as accepted. */
  #recordAccepted(planned: readonly Planned[], applied: readonly Applied[]): void {
    for (const { instance, plan } of planned)
      if (plan.action !== "no-op") this.edits.forget(idOf({ instance }));
    for (const { slot, instance, isDone } of applied)
      if (isDone && slot.instance === instance) this.edits.accept(idOf(slot));
  }
}
