import type { Kind } from "../api";
import type { Put, Randomness, SimulatedCluster, SimulatedObject, Write } from "./common";
import type { Dialect } from "./dialect";
import type { Changes, ClusterSeed, SnippetSeed } from "./input";
import { EMPTY, type StateFile } from "./state-file";
import { Visibility } from "./visibility";

/** A cluster without a description has null or "". */
export type WrittenFields = Pick<ClusterSeed, "name" | "description"> & Partial<Pick<SnippetSeed, "prompt">>;
export type Given = ClusterSeed & Partial<SnippetSeed>;

/** With a state file, each change is stored before reads can see it. */
export class World {
  readonly visibility: Visibility;
  #byId: Map<string, SimulatedObject>;
  #lastSequence: number;
  #isChanging = false;

  constructor(
    readonly randomness: Randomness,
    readonly now: () => Date,
    readonly file: StateFile | undefined,
  ) {
    const { lastSequence, objects } = file?.stored ?? EMPTY;
    this.#lastSequence = lastSequence;
    this.#byId = new Map(objects.map((object) => [object.id, object]));
    this.visibility = new Visibility(this, now);
  }

  find(id: string): SimulatedObject | undefined {
    return this.#byId.get(id);
  }

  list(kind: Kind, workspaceId: string): SimulatedObject[] {
    return this.all().filter((object) => object.kind === kind && object.workspaceId === workspaceId);
  }

  all(): SimulatedObject[] {
    return [...this.#byId.values()];
  }

  /** Uses the id in `given`, or a new id that is not in `reserved`. */
  create(
    { kind, workspaceId }: Pick<SimulatedObject, "kind" | "workspaceId">,
    given: Given,
    reserved: ReadonlySet<string> = new Set(),
  ): Put {
    const { sequence, id } = this.#freePlace(kind, reserved);
    const { name, createdAt = this.now().toISOString(), lastUpdatedAt = createdAt } = given;
    const common = { sequence, id: given.id ?? id, workspaceId, name, createdAt, lastUpdatedAt };
    const description = given.description || null;
    const { associatedCount = 0, prompt = "" } = given;
    const after: SimulatedObject =
      kind === "snippet" ? { kind, ...common, prompt } : { kind, ...common, description, associatedCount };
    return this.#commit({ before: undefined, after });
  }

  update(before: SimulatedObject, changes: Changes, noOp: Dialect["noOpUpdate"]): Put {
    const given = Object.entries(changes).filter(([, value]) => value !== undefined);
    const stored = given.map(([name, value]) => [name, name === "description" ? value || null : value]);
    const after: SimulatedObject = { ...before, ...Object.fromEntries(stored) };
    const same = JSON.stringify(after) === JSON.stringify(before);
    if (same && noOp === "untouched") return { before, after: before };
    return this.#commit({ before, after: { ...after, lastUpdatedAt: this.now().toISOString() } });
  }

  /** Linking a mailbox is no update of the cluster, so the update time stays. */
  associate(before: SimulatedCluster, associatedCount: number): Put {
    return this.#commit({ before, after: { ...before, associatedCount } });
  }

  remove(before: SimulatedObject): Write {
    return this.#commit({ before, after: undefined });
  }

  clear(): void {
    this.together(() => this.#byId.clear());
    this.visibility.clear();
  }

  /** Stores no change if `make` or the state file throws. */
  together<T>(make: () => T): T {
    if (this.file === undefined || this.#isChanging) return make();
    const before = new Map(this.#byId);
    this.#isChanging = true;
    try {
      const result = make();
      this.file.store({ lastSequence: this.#lastSequence, objects: this.all() });
      return result;
    } catch (error) {
      this.#byId = before;
      throw error;
    } finally {
      this.#isChanging = false;
    }
  }

  /** A seed may contain ids from an earlier run with the same `--seed`, so the next id may be taken. */
  #freePlace(kind: Kind, reserved: ReadonlySet<string>): Pick<SimulatedObject, "sequence" | "id"> {
    for (let sequence = this.#lastSequence + 1; ; sequence += 1) {
      const id = this.randomness(kind, sequence).slice(0, 24);
      if (!reserved.has(id) && this.find(id) === undefined) return { sequence, id };
    }
  }

  #commit<W extends Write>(write: W): W {
    const { before, after } = write;
    this.together(() => {
      if (after === undefined) return this.#byId.delete(before!.id);
      this.#lastSequence = Math.max(this.#lastSequence, after.sequence);
      return this.#byId.set(after.id, after);
    });
    this.visibility.remember(write);
    return write;
  }
}
