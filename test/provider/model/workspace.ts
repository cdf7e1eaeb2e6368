import type { Value } from "../../../src/plugin/values";
import { sameText } from "../../../src/provider/comparison/text";
import type { SimulatedObject, Simulator } from "../../../src/simulator";
import { nothing, type Instance } from "../../plugin/core";
import { credentials } from "./process";
import { SLOTS, type Declared, type Outside } from "./program";

/** One resource block: what is declared and what the state holds. */
export interface Slot {
  readonly type: (typeof SLOTS)[number];
  readonly forceDestroy: boolean;
  declared: Declared;
  instance: Instance;
}

/** Summaries of errors for which nothing else helps. */
const ADVISED = / is another object now$| and no list proves that it is gone$|, but was last seen at /;

export function idOf({ instance }: Pick<Slot, "instance">): string | undefined {
  return (instance.state?.["id"] ?? undefined) as string | undefined;
}

export function given({ forceDestroy, ...slot }: Slot): Readonly<Record<string, Value>> | null {
  const content = contentOf(slot);
  if (content === null || slot.type === "outreach_snippet") return content;
  return { ...content, force_destroy: forceDestroy ? true : null };
}

function contentOf({
  type,
  declared,
}: Pick<Slot, "type" | "declared">): Readonly<Record<string, string | null>> | null {
  if (declared === null) return null;
  return type === "outreach_cluster"
    ? { name: declared.name, description: declared.content }
    : { name: declared.name, prompt: declared.content ?? "" };
}

/** The workspace with those who work in it: Terraform's state, and everybody else. */
export class ModelWorkspace {
  readonly slots: Slot[];
  /** Objects that belong to others, or that a plan has named to the user, as they were left. */
  readonly others = new Map<string, SimulatedObject>();
  #changes = 0;

  constructor(
    readonly simulator: Simulator,
    forceDestroy: boolean,
    /** Reads may show what was there before, so that nobody could tell that an id belongs to another object. */
    readonly isLagging: boolean,
  ) {
    this.slots = SLOTS.map((type) => ({ type, forceDestroy, declared: null, instance: nothing }));
  }

  objects(): SimulatedObject[] {
    return this.simulator.objects(credentials.workspace_id);
  }

  object(id: string | undefined): SimulatedObject | undefined {
    return this.objects().find((object) => object.id === id);
  }

  /** Objects in neither a state nor others' hands. */
  orphans(): SimulatedObject[] {
    const managed = new Set(this.slots.map(idOf));
    return this.objects().filter(({ id }) => !managed.has(id) && !this.others.has(id));
  }

  /** Notes how the others' objects are now; those that are gone or came into the state are no longer theirs. */
  lookAtOthers(ids: Iterable<string> = this.others.keys()): void {
    for (const id of [...ids]) {
      const object = this.object(id);
      if (object === undefined || this.slots.some((slot) => manages(slot, object))) this.others.delete(id);
      else this.others.set(id, object);
    }
  }

  /** Does what somebody else does. Returns the managed object that was changed. */
  happen(event: Exclude<Outside, { type: "import" }>): string | undefined {
    const { simulator } = this;
    if ("index" in event) {
      const id = [...this.others.keys()][event.index];
      if (id === undefined) return undefined;
      if (event.type === "delete bystander") simulator.delete(id);
      else simulator.update(id, this.#newContent(this.others.get(id)!.kind));
      this.lookAtOthers([id]);
      return undefined;
    }
    const slot = this.slots[event.slot]!;
    if (event.type === "bystander") {
      this.#addBystander(slot, event.copies, event.name);
      return undefined;
    }
    const object = this.object(idOf(slot));
    if (object === undefined) return undefined;
    if (event.type === "mailboxes") {
      if (object.kind === "cluster") simulator.setAssociatedCount(object.id, event.count);
      this.#lookAtReused(object.id);
      return undefined;
    }
    if (event.type === "reuse") return this.#reuse(object, this.slots[event.slot]!);
    if (event.type === "delete") simulator.delete(object.id);
    else {
      const renamed = event.rename === null ? {} : { name: event.rename };
      simulator.update(object.id, { ...this.#newContent(object.kind), ...renamed });
    }
    this.#lookAtReused(object.id);
    return object.id;
  }

  /** Another object, which nobody of the state may touch, gets the id. Without a date in the state nothing would tell. */
  #reuse({ id }: SimulatedObject, { instance }: Slot): string | undefined {
    if (this.isLagging || instance.state?.["created_at"] === null) return undefined;
    this.others.set(id, this.simulator.update(id, { createdAt: "2019-05-06T07:08:09.123Z" }));
    return id;
  }

  /** Others have changed an object of theirs that has the id of one in the state. */
  #lookAtReused(id: string): void {
    if (!this.others.has(id)) return;
    const object = this.object(id);
    if (object === undefined) this.others.delete(id);
    else this.others.set(id, object);
  }

  /** The user removes from the state what the plan names so (terraform state rm). True where there is any. */
  letGo(heard: string): boolean {
    const errors = heard.split("\n").filter((line) => ADVISED.test(line));
    const slots = this.slots.filter((slot) => errors.some((line) => line.includes(`(${idOf(slot)})`)));
    for (const slot of slots) slot.instance = nothing;
    return slots.length > 0;
  }

  /** It was made a while ago: within the second of a create nobody could tell the two apart. */
  #addBystander({ type, declared }: Slot, copies: boolean, name: string): void {
    const createdAt = new Date(Date.now() - 60_000).toISOString();
    const content = (copies ? declared?.content : undefined) ?? "theirs";
    const common = { name: copies && declared !== null ? declared.name : name, createdAt };
    const { workspace_id } = credentials;
    const object =
      type === "outreach_cluster"
        ? this.simulator.create("cluster", workspace_id, { ...common, description: content })
        : this.simulator.create("snippet", workspace_id, { ...common, prompt: content });
    this.others.set(object.id, object);
  }

  #newContent(kind: SimulatedObject["kind"]): { description: string } | { prompt: string } {
    this.#changes += 1;
    const text = `changed outside ${this.#changes}`;
    return kind === "cluster" ? { description: text } : { prompt: text };
  }
}

/** A state that has the id of an object does not manage it where another object got the id since. */
function manages({ instance }: Slot, { id, createdAt }: SimulatedObject): boolean {
  if (idOf({ instance }) !== id) return false;
  const apart = Date.parse(instance.state!["created_at"] as string) - Date.parse(createdAt);
  // A date that is missing or no date proves nothing.
  return !(Math.abs(apart) > 86_400_000);
}

export function kindOf({ type }: Pick<Slot, "type">): SimulatedObject["kind"] {
  return type === "outreach_cluster" ? "cluster" : "snippet";
}

export function hasName(object: SimulatedObject, slot: Slot): boolean {
  return object.kind === kindOf(slot) && object.name.normalize("NFC") === slot.declared?.name;
}

/** The object holds what is declared, up to what servers normalise. */
export function holds(object: SimulatedObject, slot: Slot): boolean {
  const values = object as unknown as Readonly<Record<string, string | null>>;
  return Object.entries(contentOf(slot) ?? {}).every(([attribute, value]) =>
    sameText(values[attribute]!, value),
  );
}
