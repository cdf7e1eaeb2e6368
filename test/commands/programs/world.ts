import type { Kind } from "../../../src/api";
import type { SimulatedObject, Simulator } from "../../../src/simulator";
import { textStoredAs } from "../../../src/simulator/dialect";
import type { NewObject, OthersChange } from "../../programs/commands";
import { credentials } from "../../programs/credentials";
import { choose, contentOf } from "../../programs/world";
import { firstText, lineOf, slotOf, withSlot } from "./texts";

export const HERE = credentials.workspace_id;
export const ELSEWHERE = "wsp-of-other-people";

/** An object of the server, as it truly is at one moment. */
export interface There {
  readonly kind: Kind;
  readonly id: string;
  /** Another object with the same id has another number. */
  readonly uid: number;
  readonly workspaceId: string;
  readonly name: string;
  readonly text: string;
}

const HOUR_MS = 3_600_000;

/** The workspaces, and which objects they have and had. */
export class Workspaces {
  /** The objects at each moment since the last `begin`, oldest first. */
  moments: (readonly There[])[] = [];
  /** The workspace of each write since the last `begin`. */
  writes: string[] = [];
  /** True if new objects are so new that reads may not show them yet. */
  isRecent = false;
  /** What was written while objects were recent; true for a new object. */
  readonly recent = new Map<string, boolean>();
  #now = Date.now() - 10_000 * HOUR_MS;
  #uids = new Map<string, number>();
  /** The text of each object before its last edit, by id. */
  #earlier = new Map<string, string>();
  #count = 0;

  constructor(readonly simulator: Simulator) {}

  /** The simulator's clock. */
  readonly now = (): Date => new Date(this.isRecent ? Date.now() + HOUR_MS : this.#now);

  begin(): void {
    this.moments = [this.objects()];
    this.writes = [];
  }

  objects(): There[] {
    return this.simulator.objects().map((object) => this.#there(object));
  }

  find(id: string): There | undefined {
    return this.objects().find((object) => object.id === id);
  }

  /** Returns the object at the server, with its dates. */
  raw(id: string): SimulatedObject {
    return this.simulator.objects().find((object) => object.id === id)!;
  }

  create({ kind, name, isElsewhere }: NewObject): There {
    this.#count += 1;
    const workspaceId = isElsewhere ? ELSEWHERE : HERE;
    const object = this.#make(kind, { workspaceId, name: this.#stored(name), uid: this.#count });
    if (this.isRecent) this.recent.set(object.id, true);
    return this.#there(object);
  }

  /** Sets the text of an object, as an apply or an edit made in Outreach does. */
  write(id: string, changes: { readonly name?: string; readonly text?: string }): There {
    const { kind, workspaceId, text: before } = this.find(id)!;
    if (changes.text !== undefined) this.#earlier.set(id, before);
    const text = changes.text === undefined ? undefined : this.#stored(changes.text);
    this.#tick();
    this.simulator.update(id, {
      ...(changes.name !== undefined && { name: this.#stored(changes.name) }),
      ...(text !== undefined && (kind === "snippet" ? { prompt: text } : { description: text })),
    });
    this.#written(workspaceId);
    if (this.isRecent && !this.recent.has(id)) this.recent.set(id, false);
    return this.find(id)!;
  }

  /** Carries out what others do. Returns what happened; undefined if there is no object for it. */
  change(change: OthersChange, isFixed: (id: string) => boolean): string | undefined {
    if (change.do === "create") return `create ${this.create({ ...change }).id}`;
    const candidates = this.objects().filter(({ id }) => !this.recent.has(id));
    const object = choose(candidates, change.who);
    if (object === undefined) return undefined;
    const { id, kind, uid, name, workspaceId } = object;
    switch (change.do) {
      case "edit":
        this.write(id, { text: withSlot(object.text, change.slot, nextLine(object, change.slot)) });
        break;
      case "undo": {
        const earlier = this.#earlier.get(id);
        if (earlier === undefined) return undefined;
        this.write(id, { text: earlier });
        break;
      }
      case "rename":
        this.write(id, { name: change.name });
        break;
      case "delete":
        this.#tick();
        this.simulator.delete(id);
        this.#written(workspaceId);
        break;
      case "recreate":
        if (isFixed(id)) return undefined;
        this.#earlier.delete(id);
        this.simulator.delete(id);
        this.#written(workspaceId);
        this.#count += 1;
        this.#make(kind, { workspaceId, name, id, uid: this.#count });
    }
    return `${change.do} ${kind} ${id} (object ${uid})`;
  }

  /** Makes recent objects old: from now on, every read shows them. */
  age(): string[] {
    this.isRecent = false;
    const aged = [...this.recent].filter(([id]) => this.find(id) !== undefined);
    for (const [id, isNew] of aged) {
      this.#tick();
      this.simulator.update(id, isNew ? { createdAt: this.now().toISOString() } : {});
    }
    this.recent.clear();
    return aged.map(([id]) => id);
  }

  #make(
    kind: Kind,
    { workspaceId, name, id, uid }: { workspaceId: string; name: string; id?: string; uid: number },
  ): SimulatedObject {
    this.#tick();
    const text = this.#stored(firstText(uid));
    const seed = { name, ...(id !== undefined && { id }) };
    const object =
      kind === "snippet"
        ? this.simulator.create(kind, workspaceId, { ...seed, prompt: text })
        : this.simulator.create(kind, workspaceId, { ...seed, description: text });
    this.#uids.set(object.id, uid);
    this.#written(workspaceId);
    return object;
  }

  #stored(text: string): string {
    return textStoredAs(text, this.simulator.dialect.storedText);
  }

  #tick(): void {
    this.#now += HOUR_MS;
  }

  #written(workspaceId: string): void {
    this.writes.push(workspaceId);
    this.moments.push(this.objects());
  }

  #there(object: SimulatedObject): There {
    const { kind, id, workspaceId, name } = object;
    return { kind, id, workspaceId, name, uid: this.#uids.get(id)!, text: contentOf(object) };
  }
}

/** Returns a line that the object never had in the slot. */
function nextLine({ uid, text }: There, slot: number): string {
  const version = Number(/version (\d+)/.exec(slotOf(text, slot))?.[1] ?? 0);
  return lineOf(uid, slot, version + 1);
}
