import type { Kind } from "../api";
import type { Dialect } from "./dialect";
import type { Put, Randomness, SimulatedCluster, SimulatedObject, Write } from "./common";
import type { Store } from "./store";
import type { Visibility } from "./visibility";

/** The fields that a caller may write. */
export interface WrittenFields {
  readonly name: string;
  /** Clusters only; null or "" for none. */
  readonly description?: string | null;
  /** Snippets only. */
  readonly prompt?: string;
}

/** The fields that a seed may set. Those that the seed omits get the values of a new object. */
export interface Given {
  readonly id?: string;
  /** @default 0 */
  readonly associatedCount?: number;
  /** A date, stored unchanged. @default now, by the simulator's clock */
  readonly createdAt?: string;
  /** A date, stored unchanged. @default `createdAt` */
  readonly lastUpdatedAt?: string;
}

/** Creates, changes and removes objects, and sets their ids and times. */
export class World {
  constructor(
    readonly store: Store,
    readonly visibility: Visibility,
    readonly randomness: Randomness,
    readonly now: () => Date,
  ) {}

  /** Creates an object with the id in `given`, or else with a new id that is not in `reserved`. */
  create(
    { kind, workspaceId }: Pick<SimulatedObject, "kind" | "workspaceId">,
    given: WrittenFields & Given,
    reserved: ReadonlySet<string> = new Set(),
  ): Put {
    const { sequence, id } = this.#freePlace(kind, reserved);
    const createdAt = given.createdAt ?? this.now().toISOString();
    const common = {
      sequence,
      id: given.id ?? id,
      workspaceId,
      name: given.name,
      createdAt,
      lastUpdatedAt: given.lastUpdatedAt ?? createdAt,
    };
    if (kind === "snippet") {
      return this.#commit({ before: undefined, after: { kind, ...common, prompt: given.prompt ?? "" } });
    }
    const description = given.description || null;
    const associatedCount = given.associatedCount ?? 0;
    return this.#commit({ before: undefined, after: { kind, ...common, description, associatedCount } });
  }

  /** Changes an object. Fields that `changes` omits keep their values. */
  update(
    before: SimulatedObject,
    changes: Partial<WrittenFields> & Pick<Given, "createdAt">,
    noOp: Dialect["noOpUpdate"],
  ): Put {
    const changed = changedObject(before, changes);
    const same = JSON.stringify(changed) === JSON.stringify(before);
    if (same && noOp === "untouched") return { before, after: before };
    return this.#commit({ before, after: { ...changed, lastUpdatedAt: this.now().toISOString() } });
  }

  /** Sets the number of linked mailboxes. This does not count as an update of the cluster. */
  associate(before: SimulatedCluster, associatedCount: number): Put {
    return this.#commit({ before, after: { ...before, associatedCount } });
  }

  remove(before: SimulatedObject): Write {
    return this.#commit({ before, after: undefined });
  }

  /** Returns the next place with a free id: a seed may have ids of an earlier run with the same `--seed`. */
  #freePlace(kind: Kind, reserved: ReadonlySet<string>): Pick<SimulatedObject, "sequence" | "id"> {
    for (let sequence = this.store.nextSequence(); ; sequence += 1) {
      const id = this.randomness(kind, sequence).slice(0, 24);
      if (!reserved.has(id) && this.store.find(id) === undefined) return { sequence, id };
    }
  }

  #commit<W extends Write>(write: W): W {
    if (write.after === undefined) this.store.delete(write.before.id);
    else this.store.put(write.after);
    this.visibility.remember(write);
    return write;
  }
}

function changedObject(object: SimulatedObject, changes: Partial<WrittenFields>): SimulatedObject {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const stored = given.map(([name, value]) => [name, name === "description" ? value || null : value]);
  return { ...object, ...Object.fromEntries(stored) };
}
