import type { Doubt } from "../api";
import { groupBy } from "../util/lists";
import { canonicalText, isCut, isRewritable, nameKey } from "./text";
import type { Listed } from "./found";

/** A listed name with fewer characters does not count as cut by the list. */
export const MIN_CUT_LENGTH = 8;

/** Called for each page that may lack objects. */
export type OnDoubt = (doubt: Doubt) => void;

/** A list of the objects of one kind, with all its pages. */
export class Listing {
  readonly #ids = new Set<string>();
  readonly #byName = new Map<string, Listed[]>();
  #byNameKey: ReadonlyMap<string, readonly Listed[]> | undefined;
  /** The objects with the longest names. If the list cuts names, these names may be cut. */
  #longest: Listed[] = [];
  #byLowerCaseId: ReadonlyMap<string, string> | undefined;
  /** Numbers of linked mailboxes by id, without 0 and null. */
  readonly #associatedCounts = new Map<string, number>();
  /** Why the list may lack objects, so that it proves no delete; undefined for a complete list. */
  doubt: Doubt | undefined;
  /** When the first request was about to be sent, in milliseconds of `performance.now`. */
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
    const object = { id, name };
    const key = canonicalText(name);
    const sameNamed = this.#byName.get(key);
    if (sameNamed === undefined) this.#byName.set(key, [object]);
    else sameNamed.push(object);
    const longest = this.#longest[0]?.name.length ?? MIN_CUT_LENGTH;
    if (object.name.length > longest) this.#longest = [object];
    else if (object.name.length === longest) this.#longest.push(object);
  }

  associatedCountOf(id: string): number | null {
    return this.#associatedCounts.get(id) ?? null;
  }

  /** Milliseconds since the list began. */
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

  /** Returns the listed id that is equal when case is ignored; undefined if there is none. */
  spellingOf(id: string): string | undefined {
    if (this.#ids.has(id)) return id;
    this.#byLowerCaseId ??= new Map(this.ids.map((listed) => [listed.toLowerCase(), listed]));
    return this.#byLowerCaseId.get(id.toLowerCase());
  }

  newSince(before: Listing): readonly Listed[] {
    return [...this.#byName.values()].flat().filter(({ id }) => !before.has(id));
  }

  /** Returns the objects with this name. Differences that servers normalise do not count. */
  named(name: string): readonly Listed[] {
    return this.#byName.get(canonicalText(name)) ?? [];
  }

  /** Returns the objects that have exactly this name in Unicode form NFC. */
  exactly(name: string): readonly Listed[] {
    return this.named(name).filter((one) => one.name.normalize("NFC") === name);
  }

  /** Returns the objects that may have this name although the list shows it cut or rewritten. */
  disguised(name: string): readonly Listed[] {
    const longest = this.#longest[0]?.name.length ?? Infinity;
    // A rewritten name may be longer than the declared one, because of escapes.
    const mayBeCut = name.length > longest || isRewritable(name);
    const cut = mayBeCut ? this.#longest.filter((one) => isCut(name, one.name)) : [];
    const exact = new Set(this.named(name));
    return [...new Set([...cut, ...this.#rewritten(name)])].filter((one) => !exact.has(one));
  }

  #rewritten(name: string): readonly Listed[] {
    if (!isRewritable(name)) return [];
    this.#byNameKey ??= groupBy([...this.#byName.values()].flat(), (one) => nameKey(one.name));
    return this.#byNameKey.get(nameKey(name)) ?? [];
  }
}
