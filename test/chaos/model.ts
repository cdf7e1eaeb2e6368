import { statSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../src/api";
import type { SimulatedObject, Simulator } from "../../src/simulator";
import { WORKSPACE_ID } from "../terraform/project";
import type { Action, Choice, Name, Outside } from "./program";
import { heldObjects, TornState, type Held } from "./state";

/** A resource as the configuration declares it. */
export interface Declaration {
  readonly address: string;
  readonly kind: Kind;
  readonly name: string;
  /** Description or prompt; null for no description. */
  readonly text: string | null;
  readonly createFirst: boolean;
  /** The object that is to come under management, until the state holds it. */
  readonly takes?: { readonly id: string; readonly by: "import" | "adopt" };
}

/** What the test knows to be true: what is declared, which objects are its own, and what the state holds. */
export class Model {
  readonly declared = new Map<string, Declaration>();
  /** Objects of somebody else, as they have to stay. */
  readonly bystanders = new Map<string, SimulatedObject>();
  /** Addresses that resources have left, by moved blocks. */
  readonly moved = new Map<string, string>();
  readonly #simulator: Simulator;
  readonly #folder: string;
  #addresses = 0;
  #hasState = false;
  #removed: Declaration[] = [];

  constructor(simulator: Simulator, folder: string) {
    this.#simulator = simulator;
    this.#folder = folder;
  }

  objects(): SimulatedObject[] {
    return this.#simulator.objects(WORKSPACE_ID);
  }

  held(): Held[] {
    const held = heldObjects(this.#folder);
    const exists = statSync(join(this.#folder, "terraform.tfstate"), { throwIfNoEntry: false })?.size ?? 0;
    if (exists > 0) this.#hasState = true;
    else if (this.#hasState) throw new TornState("The state file is empty, although there was a state.");
    return held.map((one) => ({ ...one, address: this.#addressNow(one.address) }));
  }

  #addressNow(address: string): string {
    const to = this.moved.get(address);
    return to === undefined ? address : this.#addressNow(to);
  }

  /** Objects that the provider made and the state does not hold. */
  orphans(): SimulatedObject[] {
    const held = new Set(this.held().map(({ id }) => id));
    return this.objects().filter(({ id }) => !held.has(id) && !this.bystanders.has(id));
  }

  /** Declared resources that the next plan creates. */
  missing(): Declaration[] {
    const alive = new Set(this.objects().map(({ id }) => id));
    const there = new Set(
      this.held()
        .filter(({ id, deposed }) => !deposed && alive.has(id))
        .map(({ address }) => address),
    );
    return [...this.declared.values()].filter(
      ({ address, takes }) => !there.has(address) && takes?.by !== "import",
    );
  }

  /** Declared resources that the next plan replaces, because Terraform doubts their create. */
  tainted(): Declaration[] {
    const tainted = new Set(this.held().flatMap(({ address, tainted }) => (tainted ? [address] : [])));
    return [...this.declared.values()].filter(({ address }) => tainted.has(address));
  }

  /** Ids of objects that were made outside and that a resource takes over as soon as an apply gets that far. */
  taken(): Set<string> {
    return new Set(
      [...this.declared.values()].flatMap(({ takes }) => (takes === undefined ? [] : [takes.id])),
    );
  }

  /** What was to be taken over and is in the state now is nobody else's any more. */
  settle(): void {
    const held = new Set(this.held().map(({ address, id }) => `${address} ${id}`));
    for (const declaration of this.declared.values()) {
      const { address, takes } = declaration;
      if (takes === undefined || !held.has(`${address} ${takes.id}`)) continue;
      this.bystanders.delete(takes.id);
      const { kind, name, text, createFirst } = declaration;
      this.declared.set(address, { address, kind, name, text, createFirst });
    }
  }

  /** Carries out an action; says what it did, or undefined where there was nothing to do it to. `busy` stays as it is. */
  act(action: Action, busy: ReadonlySet<string>): string | undefined {
    switch (action.do) {
      case "add": {
        const { kind, text, createFirst } = action;
        return this.#declare({ kind, name: this.#name(kind, action.name), text, createFirst });
      }
      case "readd": {
        const again = this.#removed.findLast(({ address }) => !this.declared.has(address));
        return again && this.#put(again);
      }
      case "import":
      case "adopt": {
        const { kind, name, text, declared } = action;
        const { id } = this.#make(kind, name, text);
        return this.#declare({
          kind,
          name,
          text: declared,
          createFirst: false,
          takes: { id, by: action.do },
        });
      }
      case "rename":
      case "change":
      case "clear":
      case "remove":
      case "move":
      case "readdress": {
        const free = [...this.declared.values()].filter(({ address }) => !busy.has(address));
        const who = choose(free, action.who);
        return who && this.#alter(who, action);
      }
    }
  }

  #alter(who: Declaration, action: Extract<Action, { readonly who: Choice }>): string | undefined {
    switch (action.do) {
      case "rename":
        return this.#put({ ...who, name: this.#name(who.kind, action.name) });
      case "change":
        return this.#put({ ...who, text: action.text });
      case "clear":
        return who.kind === "cluster" ? this.#put({ ...who, text: null }) : undefined;
      case "remove":
        this.declared.delete(who.address);
        this.#removed.push(who);
        return `${who.address} removed`;
      case "move": {
        this.declared.delete(who.address);
        const address = this.#newAddress(who.kind);
        this.moved.set(who.address, address);
        return `${who.address} moved, by a block, to ${this.#put({ ...who, address })}`;
      }
      case "readdress":
        this.declared.delete(who.address);
        return `${who.address} moved to ${this.#declare(who)}`;
    }
  }

  /** Carries out what somebody else does; returns what it did and to which object, undefined where there was none. */
  meddle(outside: Outside): { readonly what: string; readonly id: string } | undefined {
    if (outside.do === "bystander") {
      const { kind, same } = outside;
      const name = this.#name(kind, outside.name);
      const model = [...this.declared.values()].find((one) => one.kind === kind && one.name === name);
      const { id } = this.#make(kind, name, (same && model?.text) || outside.text);
      return { what: `bystander ${id} ${JSON.stringify(name)}`, id };
    }
    const taken = this.taken();
    const alive = new Map(this.objects().map((object) => [object.id, object]));
    const eligible = this.held().filter(({ address, id, deposed, forceDestroy }) => {
      if (deposed || !this.declared.has(address) || taken.has(id)) return false;
      const kind = alive.get(id)?.kind;
      return outside.do === "mailboxes" ? kind === "cluster" && forceDestroy : kind !== undefined;
    });
    const who = choose(eligible, outside.who);
    if (who === undefined) return undefined;
    const { id } = who;
    switch (outside.do) {
      case "delete":
        this.#simulator.delete(id);
        break;
      case "mailboxes":
        this.#simulator.setAssociatedCount(id, outside.count);
        break;
      case "edit": {
        const { field, value } = outside;
        const text = alive.get(id)!.kind === "cluster" ? { description: value } : { prompt: value };
        this.#simulator.update(id, field === "name" ? { name: value } : text);
      }
    }
    return { what: `${outside.do} of ${who.address} (${id})`, id };
  }

  #declare(declaration: Omit<Declaration, "address">): string {
    return this.#put({ ...declaration, address: this.#newAddress(declaration.kind) });
  }

  #newAddress(kind: Kind): string {
    this.#addresses += 1;
    return `outreach_${kind}.r${this.#addresses}`;
  }

  #put(declaration: Declaration): string {
    this.declared.set(declaration.address, declaration);
    const { address, name, text, takes } = declaration;
    const from = takes === undefined ? "" : `, ${takes.by} ${takes.id}`;
    return `${address} = ${JSON.stringify(name)}, ${JSON.stringify(text)}${from}`;
  }

  #make(kind: Kind, name: string, text: string): SimulatedObject {
    const object =
      kind === "cluster"
        ? this.#simulator.create("cluster", WORKSPACE_ID, { name, description: text })
        : this.#simulator.create("snippet", WORKSPACE_ID, { name, prompt: text });
    this.bystanders.set(object.id, object);
    return object;
  }

  #name(kind: Kind, name: Name): string {
    if (typeof name === "string") return name;
    const names = [...this.declared.values(), ...this.bystanders.values()]
      .filter((one) => one.kind === kind)
      .map((one) => one.name);
    return choose(names, name.like) ?? "Unmanaged name";
  }
}

function choose<T>(candidates: readonly T[], choice: Choice): T | undefined {
  return candidates[choice % Math.max(1, candidates.length)];
}

/** Objects and resources that the provider can mistake for each other have the same key. */
export function nameKey({ kind, name }: { readonly kind: Kind; readonly name: string }): string {
  return `${kind} ${name.normalize("NFC")}`;
}
