import { createHash } from "node:crypto";
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

  #add({ id, name: whole, associatedCount }: Listed): void {
    this.#ids.add(id);
    if (typeof associatedCount === "number" && associatedCount !== 0) {
      this.#associatedCounts.set(id, associatedCount);
    }
    const { name, key } = listedName(whole);
    const object = { id, name };
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
    return this.#byName.get(listedName(name).key) ?? [];
  }

  /** Returns the objects that have exactly this name in Unicode form NFC. For long names, compares hashes. */
  exactly(name: string): readonly Listed[] {
    const isHashed = canonicalText(name).length > MAX_NAME_LENGTH;
    return this.named(name).filter((one) => isHashed || one.name.normalize("NFC") === name);
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

/** Longest name that is stored, in UTF-16 code units. To save memory, a hash is stored for a longer name. */
const MAX_NAME_LENGTH = 1_000;

/** Returns a name or its hash, and a key. Names that are the same after normalisation have the same key. */
function listedName(name: string): { readonly name: string; readonly key: string } {
  const canonical = canonicalText(name);
  const key = shortened(canonical);
  return { name: Math.max(name.length, canonical.length) <= MAX_NAME_LENGTH ? name : key, key };
}

/** Returns a text, or the hash of a long text. If a name looks like a hash, reads show the difference. */
function shortened(text: string): string {
  // Copied, because a trimmed string keeps the original string in memory.
  if (text.length <= MAX_NAME_LENGTH) return Buffer.from(text).toString();
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
