import type { Kind } from "../../../src/api";
import type { Value } from "../../../src/sdk/values";
import type { SimulatedObject, Simulator } from "../../../src/simulator";
import { nothing, type Instance } from "../../sdk/core";
import {
  BLOCKS,
  type DeclaredBlock,
  type Import,
  type OutsideChange,
  type Pull,
} from "../../programs/program";
import { choose, contentOf, World, type Declaration, type Held } from "../../programs/world";

/**
 * Within the second of a create, nothing could distinguish an unmanaged object from the one that was created.
 */
const AGE_MS = 60_000;

/** One resource block and what the state holds for it. */
export interface Slot {
  readonly address: string;
  readonly kind: Kind;
  readonly type: `outreach_${Kind}`;
  instance: Instance;
}

interface Options {
  readonly forceDestroy: boolean;
  /** Whether reads may show old objects: then nothing could tell that an id belongs to another object. */
  readonly isLagging: boolean;
}

/** Summaries of errors that only the removal of the resource from the state solves. */
const ADVISED =
  / is another object now$| and the list of the API does not prove that it is deleted$|, but was last seen at /;

export function idOf({ instance }: Pick<Slot, "instance">): string | undefined {
  return (instance.state?.["id"] ?? undefined) as string | undefined;
}

/** Returns what Terraform sends of a block. */
export function given(
  kind: Kind,
  { name, text }: DeclaredBlock,
  forceDestroy = false,
): Readonly<Record<string, Value>> {
  if (kind === "snippet") return { name, prompt: text ?? "" };
  return { name, description: text, force_destroy: forceDestroy ? true : null };
}

/** The world with the state in memory. */
export class CoreWorld extends World {
  readonly slots: readonly Slot[] = BLOCKS.map((kind, index) => ({
    address: `outreach_${kind}.r${index}`,
    kind,
    type: `outreach_${kind}`,
    instance: nothing,
  }));
  /** Ids of objects that an outside change has met, until `Edits` knows their texts again. */
  readonly touched = new Set<string>();
  readonly #options: Options;

  constructor(simulator: Simulator, options: Options) {
    super(simulator, AGE_MS);
    this.#options = options;
  }

  override held(): Held[] {
    return this.slots.flatMap((slot) => {
      const { address, instance } = slot;
      const id = idOf(slot);
      return id === undefined ? [] : [{ address, id, deposed: false, tainted: instance.tainted === true }];
    });
  }

  protected override mayMeet({ id }: Held, { kind }: SimulatedObject, change: OutsideChange): boolean {
    if (change.do === "mailboxes") return kind === "cluster";
    if (change.do !== "reuse") return true;
    const state = this.slots.find((slot) => idOf(slot) === id)?.instance.state;
    return !this.#options.isLagging && state?.["created_at"] !== null;
  }

  override change(change: OutsideChange, only?: string): string | undefined {
    const id = super.change(change, only);
    if (id !== undefined) this.touched.add(id);
    return id;
  }

  /** Declares the text that an object of the state has at the server. */
  pull({ who, plus }: Pull): void {
    const held = this.slots.filter((slot) => this.declared.has(slot.address) && this.object(idOf(slot)));
    const slot = choose(held, who);
    if (slot === undefined) return;
    const text = [contentOf(this.object(idOf(slot))!), ...(plus === null ? [] : [plus])].join("\n");
    this.declareOne(slot, { name: this.declaration(slot)!.name, text });
    this.story.push(`  pull ${slot.address}: ${JSON.stringify(text)}`);
  }

  declare(blocks: readonly (DeclaredBlock | null)[]): void {
    this.slots.forEach((slot, index) => this.declareOne(slot, blocks[index]!));
  }

  declareOne({ address, kind }: Slot, content: DeclaredBlock | null): void {
    if (content === null) this.declared.delete(address);
    else this.declared.set(address, { address, kind, ...content });
  }

  declaration({ address }: Slot): Declaration | undefined {
    return this.declared.get(address);
  }

  /** Returns what Terraform sends of a block; null where it is not declared. */
  given(slot: Slot): Readonly<Record<string, Value>> | null {
    const declaration = this.declaration(slot);
    return declaration === undefined ? null : given(slot.kind, declaration, this.#options.forceDestroy);
  }

  /**
   * Returns the slot and the object of an import; undefined where Terraform would refuse it, or there is no
   * object.
   */
  importOf({ block, which }: Import): { readonly slot: Slot; readonly id: string } | undefined {
    const slot = this.slots[block]!;
    if (this.declaration(slot) === undefined || slot.instance.state !== null) return undefined;
    const held = this.slots.map(idOf);
    const free = [...this.unmanaged.values()].filter(
      ({ kind, id }) => kind === slot.kind && !held.includes(id),
    );
    const object = choose(free, which);
    return object && { slot, id: object.id };
  }

  /**
   * Records objects that a plan has announced to adopt: they may have been changed, whether or not the state
   * has them.
   */
  settleAdopted(ids: Iterable<string>): void {
    const held = this.slots.map(idOf);
    for (const id of ids) {
      if (held.includes(id)) this.manage(id);
      else this.noteUnmanaged(id);
    }
  }

  /** Records that an object is managed from now on. */
  manage(id: string): void {
    this.unmanaged.delete(id);
    this.reused.delete(id);
  }

  /**
   * Removes objects from the state (terraform state rm) as errors advise. Reports whether an error advised it.
   */
  removeAsAdvised(printed: string): boolean {
    const errors = printed.split("\n").filter((line) => ADVISED.test(line));
    const removed = this.slots.filter((slot) => errors.some((line) => line.includes(`(${idOf(slot)})`)));
    for (const slot of removed) {
      const id = idOf(slot)!;
      slot.instance = nothing;
      this.noteUnmanaged(id);
    }
    return removed.length > 0;
  }
}
