import type { Kind } from "../api";
import type { Dialect } from "./dialect";
import type { Randomness } from "./ids";
import type { SimulatedCluster, SimulatedObject, Store } from "./store";

/** What a caller may write into an object. */
export interface Content {
  readonly name: string;
  /** Clusters only; null or "" for none. */
  readonly description?: string | null;
  /** Snippets only. */
  readonly prompt?: string;
}

/** What the admin side may set when it creates an object; the rest is as for any new one. */
export interface Given {
  readonly id?: string;
  /** @default 0 */
  readonly associatedCount?: number;
  /** A date, kept as it is written. @default now, by the simulator's clock */
  readonly createdAt?: string;
  /** The same. @default `createdAt` */
  readonly lastUpdatedAt?: string;
}

/** A committed create or update; nothing was there before a create. */
interface Put {
  readonly before: SimulatedObject | undefined;
  readonly after: SimulatedObject;
}

/** One committed write. */
export type Write = Put | { readonly before: SimulatedObject; readonly after: undefined };

/** Creates, changes and removes objects: ids, times and what an update touches are decided here. */
export class World {
  readonly #randomness: Randomness;
  readonly #now: () => Date;
  readonly #onWrite: (write: Write) => void;

  constructor(
    readonly store: Store,
    randomness: Randomness,
    now: () => Date,
    onWrite: (write: Write) => void,
  ) {
    this.#randomness = randomness;
    this.#now = now;
    this.#onWrite = onWrite;
  }

  /** Ids in `reserved` are given to nothing else. */
  create(
    kind: Kind,
    workspaceId: string,
    content: Content,
    given: Given = {},
    reserved: ReadonlySet<string> = new Set(),
  ): Put {
    const sequence = this.#freeSequence(kind, reserved);
    const createdAt = given.createdAt ?? this.#now().toISOString();
    const common = {
      sequence,
      id: given.id ?? this.#randomness.id(kind, sequence),
      workspaceId,
      name: content.name,
      createdAt,
      lastUpdatedAt: given.lastUpdatedAt ?? createdAt,
    };
    const after: SimulatedObject =
      kind === "cluster"
        ? {
            kind,
            ...common,
            description: content.description || null,
            associatedCount: given.associatedCount ?? 0,
          }
        : { kind, ...common, prompt: content.prompt ?? "" };
    return this.#commit({ before: undefined, after });
  }

  /** Fields left out of `changes` stay. */
  update(
    before: SimulatedObject,
    changes: Partial<Content> & Pick<Given, "createdAt">,
    noOp: Dialect["noOpUpdate"],
  ): Put {
    const changed = changedObject(before, changes);
    const same = JSON.stringify(changed) === JSON.stringify(before);
    if (same && noOp === "untouched") return { before, after: before };
    return this.#commit({ before, after: { ...changed, lastUpdatedAt: this.#now().toISOString() } });
  }

  /** Links and unlinks mailboxes, which is no update of the cluster itself. */
  associate(before: SimulatedCluster, associatedCount: number): Put {
    return this.#commit({ before, after: { ...before, associatedCount } });
  }

  remove(before: SimulatedObject): Write {
    return this.#commit({ before, after: undefined });
  }

  /** The next one whose id is nobody's: a seed may have given it to an object already, with the same `--seed`. */
  #freeSequence(kind: Kind, reserved: ReadonlySet<string>): number {
    let sequence = this.store.nextSequence();
    for (;;) {
      const id = this.#randomness.id(kind, sequence);
      if (!reserved.has(id) && this.store.find(id) === undefined) return sequence;
      sequence += 1;
    }
  }

  #commit<W extends Write>(write: W): W {
    if (write.after === undefined) this.store.delete(write.before.id);
    else this.store.put(write.after);
    this.#onWrite(write);
    return write;
  }
}

function changedObject(object: SimulatedObject, changes: Partial<Content>): SimulatedObject {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const stored = given.map(([name, value]) => [name, name === "description" ? value || null : value]);
  return { ...object, ...Object.fromEntries(stored) };
}
