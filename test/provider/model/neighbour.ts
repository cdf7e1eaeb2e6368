import type { Value } from "../../../src/plugin/values";
import type { SimulatedObject } from "../../../src/simulator";
import { deletionOf, nothing, Refused, type Instance, type Plan } from "../../plugin/core";
import type { ModelProcess } from "./process";
import type { Beside } from "./program";
import { idOf, type ModelWorkspace, type Slot } from "./workspace";

const CONTENT = "next door";

type Type = Slot["type"];

/** Another configuration with a state of its own, one block of each kind, in the same workspace. */
export class Neighbour {
  readonly #workspace: ModelWorkspace;
  readonly #start: () => Promise<ModelProcess>;
  readonly #instances = new Map<Type, Instance>();

  constructor(workspace: ModelWorkspace, start: () => Promise<ModelProcess>) {
    this.#workspace = workspace;
    this.#start = start;
  }

  /** Plans now; what it returns applies that, and then checks that nothing is lost, made twice or somebody else's. */
  async plan({ slot, isDeclared }: Beside): Promise<() => Promise<() => Promise<void>>> {
    const { type, declared } = this.#workspace.slots[slot]!;
    const name = isDeclared ? (declared?.name ?? "a") : null;
    this.#letGo(type);
    const planned = await this.#plan(type, name);
    return async () => {
      if (planned !== undefined) await this.#apply(type, name, planned);
      return () => this.#check(type, name);
    };
  }

  async #plan(type: Type, name: string | null) {
    const process = await this.#start();
    const instance = await process.refresh(type, this.#instanceOf(type));
    if (name === null && instance.state === null) return undefined;
    return { process, instance, plan: await process.plan(type, given(type, name), instance) };
  }

  async #apply(type: Type, name: string | null, planned: { instance: Instance; plan: Plan }): Promise<void> {
    const { instance, plan } = planned;
    if (plan.action === "no-op") return;
    const process = await this.#start();
    try {
      let current = instance;
      if (plan.action === "replace") {
        const { saved, errors } = await process.apply(type, null, instance, deletionOf(plan));
        if (errors.length > 0) return;
        this.#instances.set(type, (current = saved));
      }
      this.#instances.set(type, (await process.apply(type, given(type, name), current, plan)).saved);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** An object whose create was lost is named by the next plan, and then somebody's who deals with it. */
  async #check(type: Type, name: string | null): Promise<void> {
    const { others, slots } = this.#workspace;
    others.forEach((_, id) => this.#workspace.object(id) ?? others.delete(id));
    const held = this.#workspace.object(this.#idOf(type));
    if (held !== undefined) {
      expect(slots.map(idOf)).not.toContain(held.id);
      others.set(held.id, held);
    }
    const lost = this.#workspace.orphans().filter(isMine);
    expect(lost.length).toBeLessThanOrEqual(held === undefined && name !== null ? 1 : 0);
    if (lost.length === 0) return;
    const { process } = (await this.#plan(type, name))!;
    for (const object of lost) {
      expect(process.said.join("\n")).toContain(object.id);
      others.set(object.id, object);
    }
  }

  /** What the other configuration has imported or taken over. */
  #letGo(type: Type): void {
    const id = this.#idOf(type);
    if (this.#workspace.slots.some((slot) => idOf(slot) === id)) this.#instances.delete(type);
  }

  #instanceOf(type: Type): Instance {
    return this.#instances.get(type) ?? nothing;
  }

  #idOf(type: Type): string | undefined {
    return idOf({ instance: this.#instanceOf(type) });
  }
}

function given(type: Type, name: string | null): Readonly<Record<string, Value>> | null {
  if (name === null) return null;
  return type === "outreach_cluster" ? { name, description: CONTENT } : { name, prompt: CONTENT };
}

function isMine(object: SimulatedObject): boolean {
  return (object.kind === "cluster" ? object.description : object.prompt) === CONTENT;
}
