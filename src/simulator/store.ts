import type { Kind } from "../api";
import type { SimulatedObject } from "./objects";
import type { StateFile, Stored } from "./state-file";

/** The objects of all workspaces in memory. With a state file, each change is stored before it is visible. */
export class Store {
  readonly #file: StateFile | undefined;
  #byId: Map<string, SimulatedObject>;
  #lastSequence: number;
  #isChanging = false;

  constructor(stored: Stored = { lastSequence: 0, objects: [] }, file?: StateFile) {
    this.#file = file;
    this.#lastSequence = stored.lastSequence;
    this.#byId = new Map(stored.objects.map((object) => [object.id, object]));
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
    this.together(() => {
      this.#byId.set(object.id, object);
      this.#lastSequence = Math.max(this.#lastSequence, object.sequence);
    });
  }

  delete(id: string): void {
    this.together(() => this.#byId.delete(id));
  }

  clear(): void {
    this.together(() => this.#byId.clear());
  }

  /** Makes changes that are stored at once: all of them, or none if `make` or the state file throws. */
  together<T>(make: () => T): T {
    if (this.#file === undefined || this.#isChanging) return make();
    const before = new Map(this.#byId);
    this.#isChanging = true;
    try {
      const result = make();
      this.#file.store({ lastSequence: this.#lastSequence, objects: this.all() });
      return result;
    } catch (error) {
      this.#byId = before;
      throw error;
    } finally {
      this.#isChanging = false;
    }
  }

  close(): void {
    this.#file?.close();
  }
}
