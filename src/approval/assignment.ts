import type { Entry } from "./format";

/** A change that uses an entry, and the entries that cover it. */
interface Use {
  readonly covering: readonly Entry[];
  entry: Entry | undefined;
}

/**
 * Assigns changes to the entries that cover them, each entry as often as it names resources. A later change may
 * need the entry of an earlier one: the earlier change then moves to another entry that covers it. So a change is
 * refused only if no assignment of all changes exists.
 */
export class Assignment {
  readonly #uses = new Map<Entry, Set<Use>>();
  readonly #byObject = new Map<string | object, Use>();

  /** Returns false if no assignment exists. `object` identifies the changed object; undefined for a create. */
  add(covering: readonly Entry[], object: string | object | undefined): boolean {
    const use: Use = { covering, entry: undefined };
    if (!this.#place(use, new Set())) return false;
    if (object !== undefined) this.#byObject.set(object, use);
    return true;
  }

  /** Forgets the change of an object. */
  release(object: string | object): void {
    const use = this.#byObject.get(object);
    if (use === undefined) return;
    this.#byObject.delete(object);
    this.#usesOf(use.entry!).delete(use);
  }

  /** Finds an entry for a change and moves other changes if necessary. `tried` ends the search (augmenting path). */
  #place(use: Use, tried: Set<Entry>): boolean {
    for (const entry of use.covering) {
      if (tried.has(entry)) continue;
      tried.add(entry);
      const uses = this.#usesOf(entry);
      const hasRoom =
        uses.size < entry.resources.length || [...uses].some((other) => this.#place(other, tried));
      if (!hasRoom) continue;
      if (use.entry !== undefined) this.#usesOf(use.entry).delete(use);
      use.entry = entry;
      uses.add(use);
      return true;
    }
    return false;
  }

  #usesOf(entry: Entry): Set<Use> {
    const uses = this.#uses.get(entry) ?? new Set();
    this.#uses.set(entry, uses);
    return uses;
  }
}
