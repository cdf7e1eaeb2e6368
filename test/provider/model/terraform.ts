import { devNull } from "node:os";
import { isUnknown } from "../../../src/sdk/values";
import type { FaultEffect, FaultRule } from "../../../src/simulator";
import { deletionOf, nothing, Refused, RuleBroken, type Instance, type Plan } from "../../sdk/core";
import type { Program, Step } from "../../programs/program";
import { expectExplained, type Applied, type Planned } from "./checks";
import { ModelProcess } from "./process";
import { Waiting } from "./waiting";
import type { CoreWorld, Slot } from "./world";

/** How a plan or an apply runs, where it does not plainly. */
type Options = Partial<
  Pick<Step, "looksUp" | "elsewhere" | "during" | "inWait" | "ending" | "planFaults" | "outsideEdits">
> & {
  readonly existingName: Step["existingName"];
  /** The file of the approval; undefined if the run needs none. */
  readonly approved?: string | undefined;
  /** Whether a review runs the plan. */
  readonly isReview?: boolean;
  readonly replacing?: ReadonlySet<Slot>;
};

/** What a plan printed, and what it is going to do where nothing refused it. */
export interface PlanOutcome {
  readonly printed: string;
  readonly planned?: readonly Planned[];
}

const unplanned: Plan = {
  action: "no-op",
  planned: null,
  private: new Uint8Array(),
  warnings: [],
  ignored: [],
};

/** Plays Terraform: plans and applies all blocks at once, each in a provider process that is new. */
export class Terraform {
  readonly #world: CoreWorld;
  readonly #program: Program;
  readonly #processes: ModelProcess[] = [];

  constructor(world: CoreWorld, program: Program) {
    this.#world = world;
    this.#program = program;
  }

  /** Returns all that the processes printed or logged. */
  get output(): string {
    return this.#processes.map(({ output }) => output).join("\n");
  }

  async end(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.close()));
  }

  /** Returns the address at which the provider reaches the API. */
  addressOf({ elsewhere = false }: Pick<Options, "elsewhere">): string {
    const { url } = this.#world.simulator;
    return elsewhere ? url.replace("127.0.0.1", "localhost") : url;
  }

  async start(options: Options, onRequest?: () => void): Promise<ModelProcess> {
    const { existingName, outsideEdits = "warn" } = options;
    const { simulator } = this.#world;
    setEnvironment("OUTREACH_APPROVED", options.approved);
    setEnvironment("OUTREACH_REVIEW_RUN", options.isReview === true ? devNull : undefined);
    const showsLate = strikes(this.#program, "hide", "hold", "stale");
    const started = await ModelProcess.start(
      {
        base_url: this.addressOf(options),
        existing_name: existingName,
        outside_edits: outsideEdits,
        max_retries: this.#program.maxRetries,
        // Where every write shows at once, the first look finds all there is.
        visibility_timeout: showsLate ? 0.4 : 0.02,
        // Only a response that is held back makes a request time out, not a machine under load.
        request_timeout: simulator.faults().some(({ rule }) => rule.effect.type === "hold") ? 0.25 : 60,
      },
      onRequest,
    );
    this.#processes.push(started);
    return started;
  }

  /** Refreshes and plans all blocks; one error refuses the whole plan. */
  async plan(options: Options): Promise<PlanOutcome> {
    const { existingName, looksUp = false, planFaults = [], replacing } = options;
    const process = await this.start(options);
    const lookingUp = looksUp ? process.lookUp(this.#namesByType()) : undefined;
    const outcomes = await Promise.all(
      this.#world.slots.map((slot) =>
        unlessRefused(() => this.#planSlot(process, slot, replacing?.has(slot) === true)),
      ),
    );
    const listed = await lookingUp;
    const ids = this.#world.objects().map(({ id }) => id);
    if (looksUp && planFaults.length === 0) expect(listed).toEqual(ids.sort());
    expectExplained(process);
    const printed = process.said.join("\n");
    this.#world.story.push(`plan ${existingName}: ${printed}`);
    const planned = outcomes.filter((one) => one !== "refused");
    return planned.length < outcomes.length ? { printed } : { printed, planned };
  }

  async #planSlot(process: ModelProcess, slot: Slot, isReplaced: boolean): Promise<Planned> {
    const instance = await process.refresh(slot.type, slot.instance);
    const given = this.#world.given(slot);
    if (given === null && instance.state === null) return { slot, instance: nothing, plan: unplanned };
    const replace = isReplaced && instance.state !== null && given !== null && instance.tainted !== true;
    return { slot, instance, plan: await process.plan(slot.type, given, instance, { replace }) };
  }

  /** Applies a plan and saves the results, unless the run is cut off. Returns what was applied. */
  async apply(planned: readonly Planned[], options: Options): Promise<Applied[]> {
    const { looksUp = false, during = [], inWait = [], ending = { do: "finish" } } = options;
    let requests = 0;
    let isCut = false;
    const process: ModelProcess = await this.start(options, () => {
      requests += 1;
      for (const { request, change } of during) if (request === requests) this.#world.change(change);
      if (!("request" in ending) || requests !== ending.request) return;
      isCut = ending.do === "cut";
      if (ending.do === "cut") this.#cutOff(ending.committed);
      void process.stop();
    });
    const forgotten = ending.do === "forget" ? ending.blocks.map((block) => this.#world.slots[block]) : [];
    const lookingUp = looksUp ? process.lookUp(this.#namesByType()) : undefined;
    const waiting = new Waiting(this.#world, inWait);
    const applied = await waiting.during(() =>
      Promise.all(
        planned.map(async (one) => {
          const done = await waiting.of(one, () => this.#applySlot(process, one));
          if (!isCut && !forgotten.includes(one.slot)) one.slot.instance = done.instance;
          return done;
        }),
      ),
    );
    await lookingUp;
    expectExplained(process);
    this.#world.story.push(
      `apply: ${process.said.join("\n")}`,
      `state: ${JSON.stringify(this.#world.slots)}`,
    );
    waiting.check();
    return isCut ? [] : applied;
  }

  /**
   * No request reaches the API from now on, except for the one that is about to be sent where it is
   * committed.
   */
  #cutOff(committed: boolean): void {
    const { simulator } = this.#world;
    if (committed) simulator.addFault({ times: 1, effect: { type: "reset", when: "after" } });
    simulator.addFault({ nth: committed ? 2 : 1, times: 1_000_000, effect: { type: "reset" } });
  }

  async #applySlot(process: ModelProcess, { slot, instance, plan }: Planned): Promise<Applied> {
    const ends = (now: Instance, isDone: boolean): Applied => ({ slot, instance: now, isDone });
    let current = instance;
    try {
      // Terraform sends nothing of what does not change.
      if (plan.action === "no-op") return ends(instance, false);
      if (plan.action === "replace") {
        const { saved, errors } = await process.apply(slot.type, null, instance, deletionOf(plan));
        // What could not be deleted is as tainted as it was.
        current = errors.length > 0 && instance.tainted === true ? { ...saved, tainted: true } : saved;
        if (errors.length > 0) return ends(current, false);
      }
      const { saved, errors } = await process.apply(slot.type, this.#world.given(slot), current, plan);
      // Where only an attribute of the provider's own changes, no request is sent that could find the object
      // gone.
      const isSent = plan.action !== "update" || isUnknown(plan.planned?.["last_updated_at"] ?? null);
      return ends(saved, errors.length === 0 && isSent);
    } catch (error) {
      if (error instanceof Refused) return ends(current, false);
      // Terraform itself refuses what the reviewed plan did not announce.
      const refused = ["adopted: inconsistent final plan", "id: inconsistent final plan"];
      if (error instanceof RuleBroken && refused.includes(error.message)) return ends(current, false);
      throw error;
    }
  }

  #namesByType(): { type: string; name: string }[] {
    return this.#world.slots.map((slot) => ({
      type: slot.type,
      name: this.#world.declaration(slot)?.name ?? "a",
    }));
  }
}

/** Runs under faults, and ends them. */
export async function withFaults<T>(
  { simulator }: CoreWorld,
  faults: readonly FaultRule[],
  run: () => Promise<T>,
): Promise<T> {
  for (const fault of faults) simulator.addFault(fault);
  try {
    return await run();
  } finally {
    simulator.clearFaults();
    simulator.release();
  }
}

/** Reports whether any fault of the program has one of these types. */
export function strikes({ steps }: Program, ...types: FaultEffect["type"][]): boolean {
  return steps.some(({ planFaults, applyFaults }) =>
    [...planFaults, ...applyFaults].some(({ effect }) => types.includes(effect.type)),
  );
}

async function unlessRefused<T>(run: () => Promise<T>): Promise<T | "refused"> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) return "refused";
    throw error;
  }
}

function setEnvironment(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
