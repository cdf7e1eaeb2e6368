import type { Kind } from "../api";
import type { Dialect } from "./dialect";
import type { Randomness } from "./ids";
import type { SimulatedCluster, SimulatedObject, Store } from "./store";

/** The fields that a caller may write. */
export interface Content {
  readonly name: string;
  /** Clusters only; null or "" for none. */
  readonly description?: string | null;
  /** Snippets only. */
  readonly prompt?: string;
}

/** The fields that a seed may set. @default those of a new object */
export interface Given {
  readonly id?: string;
  /** @default 0 */
  readonly associatedCount?: number;
  /** A date, stored unchanged. @default now, by the simulator's clock */
  readonly createdAt?: string;
  /** A date, stored unchanged. @default `createdAt` */
  readonly lastUpdatedAt?: string;
}

/** A committed create or update; a create has no `before`. */
interface Put {
  readonly before: SimulatedObject | undefined;
  readonly after: SimulatedObject;
}

/** One committed write. */
export type Write = Put | { readonly before: SimulatedObject; readonly after: undefined };

interface Parts {
  readonly store: Store;
  readonly randomness: Randomness;
  readonly now: () => Date;
  readonly onWrite: (write: Write) => void;
}

/** Creates, changes and removes objects, with their ids and times. */
export class World {
  readonly store: Store;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.store = parts.store;
    this.#parts = parts;
  }

  /** Creates an object. It gets no id of `reserved`, except by `given`. */
  create(
    { kind, workspaceId }: Pick<SimulatedObject, "kind" | "workspaceId">,
    content: Content,
    { given = {}, reserved = new Set() }: { given?: Given; reserved?: ReadonlySet<string> } = {},
  ): Put {
    const sequence = this.#freeSequence(kind, reserved);
    const createdAt = given.createdAt ?? this.#parts.now().toISOString();
    const common = {
      sequence,
      id: given.id ?? this.#parts.randomness.id(kind, sequence),
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

  /** Changes an object; omitted fields stay. */
  update(
    before: SimulatedObject,
    changes: Partial<Content> & Pick<Given, "createdAt">,
    noOp: Dialect["noOpUpdate"],
  ): Put {
    const changed = changedObject(before, changes);
    const same = JSON.stringify(changed) === JSON.stringify(before);
    if (same && noOp === "untouched") return { before, after: before };
    return this.#commit({ before, after: { ...changed, lastUpdatedAt: this.#parts.now().toISOString() } });
  }

  /** Sets the number of linked mailboxes, which is no update of the cluster. */
  associate(before: SimulatedCluster, associatedCount: number): Put {
    return this.#commit({ before, after: { ...before, associatedCount } });
  }

  /** Removes an object. */
  remove(before: SimulatedObject): Write {
    return this.#commit({ before, after: undefined });
  }

  /**
   * Returns the next place whose id is free: a seed may contain ids of an earlier run with the same `--seed`.
   */
  #freeSequence(kind: Kind, reserved: ReadonlySet<string>): number {
    let sequence = this.store.nextSequence();
    for (;;) {
      const id = this.#parts.randomness.id(kind, sequence);
      if (!reserved.has(id) && this.store.find(id) === undefined) return sequence;
      sequence += 1;
    }
  }

  #commit<W extends Write>(write: W): W {
    if (write.after === undefined) this.store.delete(write.before.id);
    else this.store.put(write.after);
    this.#parts.onWrite(write);
    return write;
  }
}

function changedObject(object: SimulatedObject, changes: Partial<Content>): SimulatedObject {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const stored = given.map(([name, value]) => [name, name === "description" ? value || null : value]);
  return { ...object, ...Object.fromEntries(stored) };
}
