import type { Kind } from "../../../src/api";
import { deletionOf, nothing, Refused, type Instance, type Plan } from "../../sdk/core";
import { checkNamed, Violation } from "../../programs/invariants";
import type { Beside } from "../../programs/program";
import { contentOf } from "../../programs/world";
import type { ModelProcess } from "./process";
import { given, idOf, type CoreWorld } from "./world";

const CONTENT = "next door";

/** One block of the other configuration, and the name that it declares; null for none. */
interface Block {
  readonly kind: Kind;
  readonly name: string | null;
}

/** Another configuration with its own state, one block of each kind, in the same workspace. */
export class Neighbour {
  readonly #world: CoreWorld;
  readonly #start: () => Promise<ModelProcess>;
  readonly #instances = new Map<Kind, Instance>();

  constructor(world: CoreWorld, start: () => Promise<ModelProcess>) {
    this.#world = world;
    this.#start = start;
  }

  /**
   * Plans now. The result applies the plan; that result checks that no object is lost, duplicated or shared.
   */
  async plan({ block, isDeclared }: Beside): Promise<() => Promise<() => Promise<void>>> {
    const slot = this.#world.slots[block]!;
    const one = { kind: slot.kind, name: isDeclared ? (this.#world.declaration(slot)?.name ?? "a") : null };
    // The main configuration may have imported or adopted its object.
    if (this.#world.held().some(({ id }) => id === this.#idOf(one.kind))) this.#instances.delete(one.kind);
    const held = this.#idOf(one.kind);
    const planned = await this.#plan(one);
    return async () => {
      if (planned !== undefined) await this.#apply(one, planned);
      return () => this.#check(one, held);
    };
  }

  async #plan({ kind, name }: Block) {
    const process = await this.#start();
    const type = `outreach_${kind}`;
    const instance = await this.#refresh(process, kind);
    if (name === null && instance.state === null) return undefined;
    return { process, instance, plan: await process.plan(type, configOf(kind, name), instance) };
  }

  /**
   * Removes a deleted object from the state as advised, where no list of the server proves that it was
   * deleted.
   */
  async #refresh(process: ModelProcess, kind: Kind): Promise<Instance> {
    try {
      return await process.refresh(`outreach_${kind}`, this.#instanceOf(kind));
    } catch (error) {
      if (!(error instanceof Refused) || this.#world.object(this.#idOf(kind)) !== undefined) throw error;
      this.#instances.delete(kind);
      return nothing;
    }
  }

  async #apply({ kind, name }: Block, planned: { instance: Instance; plan: Plan }): Promise<void> {
    const { instance, plan } = planned;
    if (plan.action === "no-op") return;
    const process = await this.#start();
    const type = `outreach_${kind}`;
    try {
      let current = instance;
      if (plan.action === "replace") {
        const { saved, errors } = await process.apply(type, null, instance, deletionOf(plan));
        if (errors.length > 0) return;
        this.#instances.set(kind, (current = saved));
      }
      this.#instances.set(kind, (await process.apply(type, configOf(kind, name), current, plan)).saved);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /**
   * Its objects are unmanaged to the main configuration: the held one, and an orphan, which its next plan
   * names.
   */
  async #check(block: Block, heldBefore: string | undefined): Promise<void> {
    const world = this.#world;
    const held = this.#idOf(block.kind);
    for (const id of [heldBefore, held]) {
      if (id === undefined) continue;
      const owner = world.held().find((other) => other.id === id);
      if (owner !== undefined) throw new Violation(`${owner.address} and another state both have ${id}.`);
      world.noteUnmanaged(id);
    }
    const orphans = world.orphans().filter((object) => contentOf(object) === CONTENT);
    const allowed = world.object(held) === undefined && block.name !== null ? 1 : 0;
    if (orphans.length > allowed)
      throw new Violation(`${orphans.length} objects of another state are orphans.`);
    if (orphans.length === 0) return;
    const { process } = (await this.#plan(block))!;
    checkNamed(orphans, [process.said.join("\n")]);
    for (const { id } of orphans) world.noteUnmanaged(id);
  }

  #instanceOf(kind: Kind): Instance {
    return this.#instances.get(kind) ?? nothing;
  }

  #idOf(kind: Kind): string | undefined {
    return idOf({ instance: this.#instanceOf(kind) });
  }
}

function configOf(kind: Kind, name: string | null) {
  return name === null ? null : given(kind, { name, text: CONTENT });
}
