import { statSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../src/api";
import type { SimulatedObject, Simulator } from "../../src/simulator";
import type { Action, Choice, OutsideChange } from "../programs/program";
import { choose, World, type Declaration, type Held } from "../programs/world";
import { heldObjects, TornState, type Stored } from "./state";

type Altering = Extract<Action, { readonly who: Choice }>;

/** The world with the state in Terraform's file. */
export class EngineWorld extends World {
  /** Addresses that resources have left, by moved blocks. */
  readonly moved = new Map<string, string>();
  readonly #folder: string;
  #addresses = 0;
  #hasState = false;
  #removed: Declaration[] = [];

  constructor(simulator: Simulator, folder: string) {
    super(simulator, 0);
    this.#folder = folder;
  }

  override held(): Stored[] {
    const held = heldObjects(this.#folder);
    const size = statSync(join(this.#folder, "terraform.tfstate"), { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0) this.#hasState = true;
    else if (this.#hasState) throw new TornState("The state file is empty, although there was a state.");
    return held.map((one) => ({ ...one, address: this.#addressNow(one.address) }));
  }

  /** A resource that waits for an adoption or a delete stays as the plan saw it. */
  protected override mayMeet(held: Held, { kind }: SimulatedObject, change: OutsideChange): boolean {
    const { address, id, deposed, forceDestroy } = held as Stored;
    if (deposed || !this.declared.has(address) || this.taken().has(id)) return false;
    return change.do !== "mailboxes" || (kind === "cluster" && forceDestroy);
  }

  /** Returns the declared resources that the next plan replaces, because their create has failed. */
  tainted(): Declaration[] {
    const tainted = new Set(this.held().flatMap(({ address, tainted }) => (tainted ? [address] : [])));
    return [...this.declared.values()].filter(({ address }) => tainted.has(address));
  }

  /** Records what was to be taken and is in the state by now: it is managed. */
  settle(): void {
    const held = new Set(this.held().map(({ address, id }) => `${address} ${id}`));
    for (const { takes, ...declaration } of this.declared.values()) {
      if (takes === undefined || !held.has(`${declaration.address} ${takes.id}`)) continue;
      this.unmanaged.delete(takes.id);
      this.declared.set(declaration.address, declaration);
    }
  }

  /** Carries out an action, where there is a resource for it. `busy` addresses stay as they are. */
  act(action: Action, busy: ReadonlySet<string>): void {
    const what = this.#act(action, busy);
    if (what !== undefined) this.story.push(`  ${what}`);
  }

  #act(action: Action, busy: ReadonlySet<string>): string | undefined {
    switch (action.do) {
      case "declare":
        throw new Error("This driver has no fixed blocks.");
      case "add": {
        const { kind, text, createFirst } = action;
        return this.#declare({ kind, name: this.nameOf(kind, action.name), text, createFirst });
      }
      case "readd": {
        const again = this.#removed.findLast(({ address }) => !this.declared.has(address));
        return again && this.#put(again);
      }
      case "import":
      case "adopt": {
        const { kind, name, declared } = action;
        const { id } = this.make(kind, action);
        return this.#declare({ kind, name, text: declared, takes: { id, by: action.do } });
      }
      default: {
        const free = [...this.declared.values()].filter(({ address }) => !busy.has(address));
        const who = choose(free, action.who);
        return who && this.#alter(who, action);
      }
    }
  }

  #alter(who: Declaration, action: Altering): string | undefined {
    switch (action.do) {
      case "rename":
        return this.#put({ ...who, name: this.nameOf(who.kind, action.name) });
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

  #addressNow(address: string): string {
    const to = this.moved.get(address);
    return to === undefined ? address : this.#addressNow(to);
  }
}
