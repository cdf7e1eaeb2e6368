import type { Kind } from "../api";
import type { SimulatedObject } from "./objects";
import type { Change, History, StateFile } from "./state-file";

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

  nextSequence(): number {
    return this.#lastSequence + 1;
  }

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

  delete(id: string): void {
    this.#write({ type: "delete", id });
  }

  clear(): void {
    this.#write({ type: "clear" });
  }

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
