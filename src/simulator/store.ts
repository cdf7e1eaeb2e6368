import type { clusterFields, Kind, snippetFields, ValuesOf } from "../api";
import type { StateFile } from "./state-file";

type Kept<K extends Kind> = {
  readonly kind: K;
  /** Place in the creation order of all workspaces; never reused, not even after a reset. */
  readonly sequence: number;
};

// An intersection, because TypeScript then shows the name of the type, and not its members, to users.
/** A cluster of the simulator. */
export type SimulatedCluster = Kept<"cluster"> & Readonly<ValuesOf<typeof clusterFields>>;
/** A snippet of the simulator. */
export type SimulatedSnippet = Kept<"snippet"> & Readonly<ValuesOf<typeof snippetFields>>;

/** An object of the simulator. Its fields have the names of a seed (`id`, `name`); its dates are ISO 8601. */
export type SimulatedObject = SimulatedCluster | SimulatedSnippet;

/** Returns the prompt of a snippet, or the description of a cluster ("" if it has none). */
export function textOf(object: SimulatedObject): string {
  return object.kind === "cluster" ? (object.description ?? "") : object.prompt;
}

/** A committed create or update; a create has no `before`. */
export interface Put {
  readonly before: SimulatedObject | undefined;
  readonly after: SimulatedObject;
}

/** One committed write. */
export type Write = Put | { readonly before: SimulatedObject; readonly after: undefined };

/** One change of the store, as a state file records it. */
export type Change =
  | { readonly type: "put"; readonly object: SimulatedObject }
  | { readonly type: "delete"; readonly id: string }
  | { readonly type: "clear" };

/** The content of a state file. */
export interface History {
  readonly lastSequence: number;
  readonly changes: readonly Change[];
}

/** The objects of all workspaces in memory. With a state file, each change is stored before it is visible. */
export class Store {
  readonly #file: StateFile | undefined;
  readonly #byId = new Map<string, SimulatedObject>();
  #lastSequence: number;

  constructor(history: History = { lastSequence: 0, changes: [] }, file?: StateFile) {
    this.#file = file;
    this.#lastSequence = history.lastSequence;
    for (const change of history.changes) this.#apply(change);
  }

  /** Returns the next place in the creation order. */
  nextSequence(): number {
    return this.#lastSequence + 1;
  }

  /** Returns an object, or undefined. */
  find(id: string): SimulatedObject | undefined {
    return this.#byId.get(id);
  }

  /** Returns the objects of one kind and workspace in creation order. */
  list(kind: Kind, workspaceId: string): SimulatedObject[] {
    return this.all().filter((object) => object.kind === kind && object.workspaceId === workspaceId);
  }

  /** Returns all objects in creation order. */
  all(): SimulatedObject[] {
    return [...this.#byId.values()];
  }

  /** Adds or replaces an object. */
  put(object: SimulatedObject): void {
    this.#write({ type: "put", object });
  }

  /** Removes an object. */
  delete(id: string): void {
    this.#write({ type: "delete", id });
  }

  /** Removes all objects. */
  clear(): void {
    this.#write({ type: "clear" });
  }

  /** Closes the state file. */
  close(): void {
    this.#file?.close();
  }

  #write(change: Change): void {
    this.#file?.append(change);
    this.#apply(change);
    this.#file?.compactIfWorthwhile(this.#lastSequence, this.#byId);
  }

  #apply(change: Change): void {
    switch (change.type) {
      case "put":
        this.#byId.set(change.object.id, change.object);
        this.#lastSequence = Math.max(this.#lastSequence, change.object.sequence);
        return;
      case "delete":
        this.#byId.delete(change.id);
        return;
      case "clear":
        this.#byId.clear();
    }
  }
}
