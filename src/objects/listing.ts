import type { Doubt } from "../api";
import { groupBy } from "../util/lists";
import { canonicalText, isCut, isRewritable, nameKey } from "./text";
import type { Listed } from "./found";

/** Shorter names in a list never count as cut by the server. */
export const MIN_CUT_LENGTH = 8;

export type OnDoubt = (doubt: Doubt) => void;

export class Listing {
  readonly #ids = new Set<string>();
  readonly #objects: Listed[] = [];
  #byName: ReadonlyMap<string, readonly Listed[]> | undefined;
  #byNameKey: ReadonlyMap<string, readonly Listed[]> | undefined;
  #byLowerCaseId: ReadonlyMap<string, string> | undefined;
  /** Number of linked mailboxes by cluster id, without entries of 0 and null. */
  readonly #associatedCounts = new Map<string, number>();
  /** Why the list may lack objects, and so proves no delete; undefined for a complete list. */
  doubt: Doubt | undefined;
  /** When the list began, in milliseconds of `performance.now`. */
  readonly begunAt = performance.now();

  static async read(list: (onDoubt: OnDoubt) => AsyncIterable<readonly Listed[]>): Promise<Listing> {
    const listing = new Listing();
    const pages = list((doubt) => {
      if (listing.doubt?.isPartial !== true) listing.doubt = doubt;
    });
    for await (const page of pages) for (const object of page) listing.#add(object);
    return listing;
  }

  #add({ id, name, associatedCount }: Listed): void {
    this.#ids.add(id);
    if (typeof associatedCount === "number" && associatedCount !== 0) {
      this.#associatedCounts.set(id, associatedCount);
    }
    this.#objects.push({ id, name });
  }

  associatedCountOf(id: string): number | null {
    return this.#associatedCounts.get(id) ?? null;
  }

  get age(): number {
    return performance.now() - this.begunAt;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  get ids(): readonly string[] {
    return [...this.#ids];
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Upper and lower case of the id do not matter. */
  spellingOf(id: string): string | undefined {
    if (this.#ids.has(id)) return id;
    this.#byLowerCaseId ??= new Map(this.ids.map((listed) => [listed.toLowerCase(), listed]));
    return this.#byLowerCaseId.get(id.toLowerCase());
  }

  newSince(before: Listing): readonly Listed[] {
    return this.#objects.filter(({ id }) => !before.has(id));
  }

  /** Ignores the differences that servers normalize (`canonicalText`). */
  named(name: string): readonly Listed[] {
    this.#byName ??= groupBy(this.#objects, (one) => canonicalText(one.name));
    return this.#byName.get(canonicalText(name)) ?? [];
  }

  exactly(name: string): readonly Listed[] {
    return this.named(name).filter((one) => one.name.normalize("NFC") === name);
  }

  /** Returns the objects that may have this name although the list shows a cut or altered name. */
  disguised(name: string): readonly Listed[] {
    // The longest listed names may be cut. An altered name may be longer than the declared one.
    const longest = this.#objects.reduce((most, one) => Math.max(most, one.name.length), MIN_CUT_LENGTH);
    const mayBeCut = name.length > longest || isRewritable(name);
    const cut = this.#objects.filter(
      (one) => mayBeCut && one.name.length === longest && isCut(name, one.name),
    );
    const exact = new Set(this.named(name));
    return [...new Set([...cut, ...this.#rewritten(name)])].filter((one) => !exact.has(one));
  }

  #rewritten(name: string): readonly Listed[] {
    if (!isRewritable(name)) return [];
    this.#byNameKey ??= groupBy(this.#objects, (one) => nameKey(one.name));
    return this.#byNameKey.get(nameKey(name)) ?? [];
  }
}
