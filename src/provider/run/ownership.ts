import type { Readable } from "./object-kind";

/**
 * Whose objects are whose, as far as this process was told. Terraform shows a provider one resource at a time and never
 * the whole state, so this grows while resources are read, planned and applied.
 */
export class Ownership {
  // Everything here is by the object's id.
  readonly #managed = new Set<string>();
  readonly #read = new Set<string>();
  /** What the state holds and nothing is planned for so far, with the memory that `noteHeld` got. */
  readonly #untouched = new Map<string, object>();
  /** Existing objects that planned creates are to take over. */
  readonly #reserved = new Set<string>();
  /** What creates of this process have made or taken over, and of those what they have taken over. */
  readonly #taken = new Set<string>();
  readonly #takenOver = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #planned = new Map<string, "stays" | "goes">();
  /** What a planned create must not happen beside: see `noteCreateBeside`. */
  readonly #besides = new Set<string>();
  /** The names of all creates of this process, by `nameKey`. */
  readonly #ofCreates = new Set<string>();
  /** Objects that no state is known to hold and that some create has looked at, as a read has shown them. */
  readonly #strangers = new Map<string, Readable>();
  /** Who waits for an object to turn out managed. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** The state holds this object. `memory` is kept until something is planned or done about it. */
  noteHeld(id: string, memory?: object): void {
    if (memory !== undefined) this.#untouched.set(id, memory);
    this.#managed.add(id);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    for (const wake of waiting) wake();
  }

  /**
   * Something is done about an object of the state. False where a planned create is about to take it over: two resources
   * would share it.
   */
  noteManaged(id: string): boolean {
    this.noteHeld(id);
    this.#untouched.delete(id);
    return !this.#reserved.has(id);
  }

  /** The memories of the objects that the state holds and nothing is planned for, so far. */
  get untouched(): readonly object[] {
    return [...this.#untouched.values()];
  }

  /**
   * Terraform has the object of a resource read. False where it was read before: Terraform reads each resource once in a walk
   * through the configuration, and configures the provider anew for the next one, so another read is that of another resource.
   * Terraform 1.17 plans a resource before its read and again after it with -minimal-refresh, unless the read is that of an import.
   * Only `terraform test` goes through it again and again, and has this process read and plan what it has made.
   */
  noteRead(id: string, isImported: boolean): boolean {
    const isFirst = !this.#read.has(id) || this.#taken.has(id);
    this.#read.add(id);
    if (!isImported && this.#planned.get(id) === "stays") this.#planned.delete(id);
    return isFirst;
  }

  /**
   * A resource that has this object is planned. False where another resource with the same object was planned before: a walk plans
   * each resource that stays once, or once more after its read. Only what goes may be planned to go again, as a deposed object.
   */
  notePlanned(id: string, plan: "stays" | "goes"): boolean {
    const other = this.#planned.get(id);
    this.#planned.set(id, plan);
    return other === undefined || (other === "goes" && plan === "goes") || this.#taken.has(id);
  }

  /** A create is planned that must not happen while these objects have its name. False where one of them is planned already. */
  noteCreateBeside(ids: readonly string[]): boolean {
    for (const id of ids) this.#besides.add(id);
    return !ids.some((id) => this.#planned.has(id));
  }

  /** True where a create is planned that must not happen while this object has its name. */
  isBesideCreate(id: string): boolean {
    return this.#besides.has(id);
  }

  /** Keeps an object for a planned create. False where it is somebody's already. */
  reserve(id: string): boolean {
    if (!this.isFree(id)) return false;
    this.#reserved.add(id);
    return true;
  }

  /** Gives an object to the resource that created it. False where it is somebody's already. */
  take(id: string): boolean {
    if (!this.isFree(id)) return false;
    this.#managed.add(id);
    this.#taken.add(id);
    return true;
  }

  /** The same for an object that existed before, and was reserved for the resource. */
  takeOver(id: string): boolean {
    this.#reserved.delete(id);
    if (!this.take(id)) return false;
    this.#takenOver.add(id);
    return true;
  }

  isTakenOver(id: string): boolean {
    return this.#takenOver.has(id);
  }

  /**
   * Gives an object to the create that the API answered with it. An id that this process has deleted may come again: where a server
   * makes it from the name, it is that of the object which replaces the deleted one.
   */
  takeCreated(id: string, existedBefore: boolean): boolean {
    return this.#deleted.delete(id) || (!existedBefore && this.take(id));
  }

  /** It stays managed: a list may show it for a while, and nobody else may take it. */
  noteDeleted(id: string): void {
    this.#deleted.add(id);
  }

  /** A state holds it, or a create of this process has made or taken it. */
  isManaged(id: string): boolean {
    return this.#managed.has(id);
  }

  /** A create of this process begins. */
  noteCreate(key: string): void {
    this.#ofCreates.add(key);
  }

  /** Whether a create of this process has such a name, by `nameKey`. */
  isOfCreate(key: string): boolean {
    return this.#ofCreates.has(key);
  }

  noteStranger(object: Readable): void {
    this.#strangers.set(object.id, object);
  }

  /** What a read has shown of an object that no state is known to hold, to whoever looked for another one. */
  stranger(id: string): Readable | undefined {
    return this.#strangers.get(id);
  }

  isFree(id: string): boolean {
    return !this.#managed.has(id) && !this.#reserved.has(id);
  }

  /** Resolves when an object that is not managed so far turns out to be. */
  whenManaged(id: string): Promise<void> {
    return new Promise((wake) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), wake]));
  }
}
