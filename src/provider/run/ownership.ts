/** Records which objects of a kind are managed. Terraform never shows the whole state to a provider. */
export class Ownership {
  readonly #managed = new Set<string>();
  readonly #read = new Set<string>();
  /** Objects of the state that have no plan yet, each with the `data` that was passed to `recordHeld`. */
  readonly #untouched = new Map<string, object>();
  /** Existing objects that planned creates are to adopt. */
  readonly #reserved = new Set<string>();
  /** Objects that creates of this run have made or adopted. */
  readonly #taken = new Set<string>();
  readonly #adopted = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #planned = new Map<string, "stays" | "goes">();
  /** Managed objects with the name of a planned create: see `recordConflicts`. */
  readonly #conflicts = new Set<string>();
  /** Callers that wait until an object becomes known as managed. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Records that the state holds an object. `data` is kept until the object is planned or written. */
  recordHeld(id: string, data?: object): void {
    if (data !== undefined) this.#untouched.set(id, data);
    this.#managed.add(id);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    for (const wake of waiting) wake();
  }

  /** Records work on an object of the state. Returns false if a planned create is to adopt it. */
  recordManaged(id: string): boolean {
    this.recordHeld(id);
    this.#untouched.delete(id);
    return !this.#reserved.has(id);
  }

  /** The `data` of the objects that are in the state and have no plan yet. */
  get untouched(): readonly object[] {
    return [...this.#untouched.values()];
  }

  /**
   * Records the read of an object of the state. Returns false if another resource has read the same object. A
   * run reads each resource once. But `terraform test` also reads the resources that it has created. With
   * -minimal-refresh, Terraform 1.17 plans a resource before its read and again after it, unless the resource
   * is being imported.
   */
  recordRead(id: string, isImported: boolean): boolean {
    const isFirst = !this.#read.has(id) || this.#taken.has(id);
    this.#read.add(id);
    if (!isImported && this.#planned.get(id) === "stays") this.#planned.delete(id);
    return isFirst;
  }

  /**
   * Records the plan of a resource with this object. Returns false if another one has a plan. Terraform plans
   * each kept resource once, but may plan the delete of a deposed object more than once.
   */
  recordPlan(id: string, plan: "stays" | "goes"): boolean {
    const other = this.#planned.get(id);
    this.#planned.set(id, plan);
    return other === undefined || (other === "goes" && plan === "goes") || this.#taken.has(id);
  }

  /** Records managed objects with the name of a planned create. Returns false if one of them has a plan. */
  recordConflicts(ids: readonly string[]): boolean {
    for (const id of ids) this.#conflicts.add(id);
    return !ids.some((id) => this.#planned.has(id));
  }

  conflictsWithCreate(id: string): boolean {
    return this.#conflicts.has(id);
  }

  /** Reserves an object for a planned create. Returns false if it is managed or reserved already. */
  reserve(id: string): boolean {
    if (!this.isFree(id)) return false;
    this.#reserved.add(id);
    return true;
  }

  /** Assigns an object to the resource that created it. Returns false if it is managed or reserved. */
  take(id: string): boolean {
    if (!this.isFree(id)) return false;
    this.#managed.add(id);
    this.#taken.add(id);
    return true;
  }

  /** Assigns a reserved object to the resource that adopts it. Returns false if the object is managed. */
  adopt(id: string): boolean {
    this.#reserved.delete(id);
    if (!this.take(id)) return false;
    this.#adopted.add(id);
    return true;
  }

  isAdopted(id: string): boolean {
    return this.#adopted.has(id);
  }

  /** Assigns an object to the create that got its id. Returns false if the object existed before. */
  takeCreated(id: string, existedBefore: boolean): boolean {
    // A server may derive ids from names. A new object then gets the id of the one that it replaces.
    return this.#deleted.delete(id) || (!existedBefore && this.take(id));
  }

  /** Records a delete. The object stays managed: lists may still show it, and no create may take it. */
  recordDeleted(id: string): void {
    this.#deleted.add(id);
  }

  isManaged(id: string): boolean {
    return this.#managed.has(id);
  }

  get hasManaged(): boolean {
    return this.#managed.size > 0;
  }

  isFree(id: string): boolean {
    return !this.#managed.has(id) && !this.#reserved.has(id);
  }

  /** Resolves when an object becomes known as managed. */
  whenManaged(id: string): Promise<void> {
    return new Promise((wake) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), wake]));
  }
}
