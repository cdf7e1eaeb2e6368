import type { clusterFields, Kind, snippetFields, ValuesOf } from "../api";

type Kept<K extends Kind> = {
  readonly kind: K;
  /** Place in the creation order over all workspaces; never used twice, not even after a reset. */
  readonly sequence: number;
};

// Intersections: of these the compiler keeps the names, in errors and in what it declares of a user's function.
export type SimulatedCluster = Kept<"cluster"> & Readonly<ValuesOf<typeof clusterFields>>;
export type SimulatedSnippet = Kept<"snippet"> & Readonly<ValuesOf<typeof snippetFields>>;

/**
 * One object as the simulator keeps it, with the names of a seed and not those on the wire: `id` and `name` for both kinds.
 * Its dates are ISO 8601. A description is null or a text that is not "".
 */
export type SimulatedObject = SimulatedCluster | SimulatedSnippet;

/** One step of the store's history: what a state file records. */
export type Change =
  | { readonly type: "put"; readonly object: SimulatedObject }
  | { readonly type: "delete"; readonly id: string }
  | { readonly type: "clear" };

/** Where changes are made durable before they count. */
export interface ChangeLog {
  /** Returns once the change would survive the process; throws when it cannot be kept. */
  append(change: Change): void;
  /** Called after each change with what is alive, so that the log can drop what is not. */
  compactIfWorthwhile(alive: Alive): void;
  close(): void;
}

export interface Alive {
  readonly lastSequence: number;
  readonly count: number;
  objects(): Iterable<SimulatedObject>;
}

/** Everything a state file brings back. */
export interface History {
  readonly lastSequence: number;
  readonly changes: readonly Change[];
}

/** The objects of all workspaces, in memory; with a change log every write is durable before it is visible. */
export class Store {
  readonly #log: ChangeLog | undefined;
  readonly #byId = new Map<string, SimulatedObject>();
  readonly #groups = new Map<string, Map<string, SimulatedObject>>();
  #lastSequence: number;

  constructor(history: History = { lastSequence: 0, changes: [] }, log?: ChangeLog) {
    this.#log = log;
    this.#lastSequence = history.lastSequence;
    for (const change of history.changes) this.#apply(change);
  }

  nextSequence(): number {
    return this.#lastSequence + 1;
  }

  find(id: string): SimulatedObject | undefined {
    return this.#byId.get(id);
  }

  /** In creation order. */
  list(kind: Kind, workspaceId: string): SimulatedObject[] {
    return [...(this.#groups.get(groupKey(kind, workspaceId))?.values() ?? [])];
  }

  /** All objects in creation order. */
  all(): SimulatedObject[] {
    return [...this.#byId.values()];
  }

  put(object: SimulatedObject): void {
    this.#write({ type: "put", object });
  }

  delete(id: string): void {
    this.#write({ type: "delete", id });
  }

  clear(): void {
    this.#write({ type: "clear" });
  }

  close(): void {
    this.#log?.close();
  }

  #write(change: Change): void {
    this.#log?.append(change);
    this.#apply(change);
    this.#log?.compactIfWorthwhile({
      lastSequence: this.#lastSequence,
      count: this.#byId.size,
      objects: () => this.#byId.values(),
    });
  }

  #apply(change: Change): void {
    switch (change.type) {
      case "put": {
        const { object } = change;
        this.#byId.set(object.id, object);
        const key = groupKey(object.kind, object.workspaceId);
        const group = this.#groups.get(key) ?? new Map<string, SimulatedObject>();
        this.#groups.set(key, group.set(object.id, object));
        this.#lastSequence = Math.max(this.#lastSequence, object.sequence);
        return;
      }
      case "delete": {
        const object = this.#byId.get(change.id);
        if (object === undefined) return;
        this.#byId.delete(object.id);
        this.#groups.get(groupKey(object.kind, object.workspaceId))?.delete(object.id);
        return;
      }
      case "clear":
        this.#byId.clear();
        this.#groups.clear();
    }
  }
}

function groupKey(kind: Kind, workspaceId: string): string {
  return `${kind} ${workspaceId}`;
}
