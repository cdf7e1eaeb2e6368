/** Terraform never shows a provider the whole state, so this class records which objects are managed. */
export class Ownership {
  readonly #managed = new Set<string>();
  readonly #read = new Set<string>();
  /** Maps ids to the `data` of objects in the state that this run has neither planned nor written. */
  readonly #untouched = new Map<string, object>();
  /** Existing objects that planned creates have reserved to adopt them. */
  readonly #reserved = new Set<string>();
  /** Objects that this run created or adopted. */
  readonly #taken = new Set<string>();
  readonly #adopted = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #planned = new Map<string, "stays" | "goes">();
  readonly #conflicts = new Set<string>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Keeps `data` until the object is planned or written. */
  recordHeld(id: string, data?: object): void {
    if (data !== undefined) this.#untouched.set(id, data);
    this.#managed.add(id);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    for (const wake of waiting) wake();
  }

  /** Returns false if a planned create has reserved the object. */
  recordManaged(id: string): boolean {
    this.recordHeld(id);
    this.#untouched.delete(id);
    return !this.#reserved.has(id);
  }

  get untouched(): readonly object[] {
    return [...this.#untouched.values()];
  }

  /**
   * Returns false if another resource has read the object. A run may read a resource twice: `terraform test`
   * reads the resources that it has created, and Terraform 1.17 with -minimal-refresh plans a resource before
   * and after its read.
   */
  recordRead(id: string, isImported: boolean): boolean {
    const isFirst = !this.#read.has(id) || this.#taken.has(id);
    this.#read.add(id);
    if (!isImported && this.#planned.get(id) === "stays") this.#planned.delete(id);
    return isFirst;
  }

  /**
   * Returns false if another resource of this plan has the same object. Terraform may plan the delete of a
   * deposed object more than once.
   */
  recordPlan(id: string, plan: "stays" | "goes"): boolean {
    const other = this.#planned.get(id);
    this.#planned.set(id, plan);
    return other === undefined || (other === "goes" && plan === "goes") || this.#taken.has(id);
  }

  /**
   * Records managed objects that have the name of a planned create. Returns false if one of the managed
   * objects was planned before.
   */
  recordConflicts(ids: readonly string[]): boolean {
    for (const id of ids) this.#conflicts.add(id);
    return !ids.some((id) => this.#planned.has(id));
  }

  conflictsWithCreate(id: string): boolean {
    return this.#conflicts.has(id);
  }

  /** Returns false if the object is already managed or reserved. */
  reserve(id: string): boolean {
    if (!this.isFree(id)) return false;
    this.#reserved.add(id);
    return true;
  }

  take(id: string): boolean {
    if (!this.isFree(id)) return false;
    this.#managed.add(id);
    this.#taken.add(id);
    return true;
  }

  adopt(id: string): boolean {
    this.#reserved.delete(id);
    if (!this.take(id)) return false;
    this.#adopted.add(id);
    return true;
  }

  isAdopted(id: string): boolean {
    return this.#adopted.has(id);
  }

  /** Returns false if the object existed before its create. */
  takeCreated(id: string, existedBefore: boolean): boolean {
    // A server may derive ids from names: the new object of a replace may get the id of the deleted object.
    return this.#deleted.delete(id) || (!existedBefore && this.take(id));
  }

  /** Lists may still show the deleted object, so it stays managed and no create may take it. */
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

  whenManaged(id: string): Promise<void> {
    return new Promise((wake) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), wake]));
  }
}
