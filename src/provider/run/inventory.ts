import { isCut, isRewritable, nameKey } from "../comparison/rewritten-name";
import { canonicalText, looseName } from "../comparison/text";
import { listedName, LONGEST_NAME, shortened } from "./listed-name";
import type { Listed } from "./object-kind";
import { withinAll } from "./polling";

/** Shorter names are no sign of a list that cuts them. */
const SHORTEST_CUT = 8;

/** One full list of the objects of a kind. */
export class Listing {
  readonly #ids = new Set<string>();
  readonly #byName = new Map<string, Listed[]>();
  #byNameKey: ReadonlyMap<string, readonly Listed[]> | undefined;
  /** The objects with the longest name, of which a list that cuts names has many. */
  #longest: Listed[] = [];
  #byLowerCaseId: ReadonlyMap<string, string> | undefined;
  /** The counts other than 0 and null, by id. */
  readonly #associatedCounts = new Map<string, number>();
  #isExplicit = true;
  /** Milliseconds of `performance.now`; nothing had been asked for by then. */
  readonly begunAt = performance.now();

  static async read(list: (onUnlisted: () => void) => AsyncIterable<readonly Listed[]>): Promise<Listing> {
    const listing = new Listing();
    const pages = list(() => (listing.#isExplicit = false));
    for await (const page of pages) for (const object of page) listing.#note(object);
    return listing;
  }

  #note({ id, name: whole, associatedCount }: Listed): void {
    this.#ids.add(id);
    if (typeof associatedCount === "number" && associatedCount !== 0) {
      this.#associatedCounts.set(id, associatedCount);
    }
    const { name, key } = listedName(whole);
    const object = { id, name };
    const namesakes = this.#byName.get(key);
    if (namesakes === undefined) this.#byName.set(key, [object]);
    else namesakes.push(object);
    const longest = this.#longest[0]?.name.length ?? SHORTEST_CUT;
    if (object.name.length > longest) this.#longest = [object];
    else if (object.name.length === longest) this.#longest.push(object);
  }

  /**
   * Whether the API answered every page with an array. Servers leave out what is empty, but an answer without an array does not prove
   * that an object is gone.
   */
  get isExplicit(): boolean {
    return this.#isExplicit;
  }

  /** What is linked to a cluster by this list; null where the list does not say. */
  associatedCountOf(id: string): number | null {
    return this.#associatedCounts.get(id) ?? null;
  }

  /** Milliseconds since it began. */
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

  /**
   * The id as the list has it, in other upper and lower case too: a server that answers a create with one form of an id and
   * lists another one has not lost the object. Undefined where it has neither.
   */
  spellingOf(id: string): string | undefined {
    if (this.#ids.has(id)) return id;
    this.#byLowerCaseId ??= new Map(this.ids.map((listed) => [listed.toLowerCase(), listed]));
    return this.#byLowerCaseId.get(id.toLowerCase());
  }

  /** The objects that an earlier list lacks. */
  newSince(before: Listing): readonly Listed[] {
    return [...this.#byName.values()].flat().filter(({ id }) => !before.has(id));
  }

  /** The objects with exactly this name, but for what servers normalise. */
  named(name: string): readonly Listed[] {
    const canonical = shortened(canonicalText(name));
    return this.alike(name).filter((one) => shortened(canonicalText(one.name)) === canonical);
  }

  /** The same with exactly this name, in its composed form; of a name that the list has as a hash, what servers normalise is not compared. */
  exactly(name: string): readonly Listed[] {
    const isHashed = canonicalText(name).length > LONGEST_NAME;
    return this.named(name).filter((one) => isHashed || one.name.normalize("NFC") === name);
  }

  /** The objects that may have this name although the list shows another one: it may cut names, and a server may rewrite them. */
  disguised(name: string): readonly Listed[] {
    const longest = this.#longest[0]?.name.length ?? Infinity;
    // Escapes make names longer.
    const mayBeCut = name.length > longest || isRewritable(name);
    const cut = mayBeCut ? this.#longest.filter((one) => isCut(name, one.name)) : [];
    const exact = new Set(this.named(name));
    return [...new Set([...cut, ...this.#rewritten(name)])].filter((one) => !exact.has(one));
  }

  #rewritten(name: string): readonly Listed[] {
    if (!isRewritable(name)) return [];
    this.#byNameKey ??= this.#keyed();
    return this.#byNameKey.get(nameKey(name)) ?? [];
  }

  #keyed(): ReadonlyMap<string, readonly Listed[]> {
    const byKey = new Map<string, Listed[]>();
    for (const one of [...this.#byName.values()].flat()) {
      const key = nameKey(one.name);
      byKey.set(key, [...(byKey.get(key) ?? []), one]);
    }
    return byKey;
  }

  /** Also those whose name a server may have made of this one. */
  alike(name: string): readonly Listed[] {
    return this.#byName.get(shortened(looseName(name))) ?? [];
  }
}

/** What this process knows of all objects of one kind: lists of them, shared by all who need one at the same time. */
export class Inventory {
  readonly #list: (signal: AbortSignal, onUnlisted: () => void) => AsyncIterable<readonly Listed[]>;
  #first: Promise<Listing> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #newest: Listing | undefined;
  #wasEmpty = false;
  #next: { readonly listing: Promise<Listing>; readonly signals: AbortSignal[] } | undefined;

  constructor(list: (signal: AbortSignal, onUnlisted: () => void) => AsyncIterable<readonly Listed[]>) {
    this.#list = list;
  }

  /** The list this process made when it first needed one: what was there before its own creates. */
  first(signal: AbortSignal): Promise<Listing> {
    this.#first ??= this.fresh(signal).catch((error: unknown) => {
      this.#first = undefined;
      throw error;
    });
    return this.#first;
  }

  /** That list, if there is one by now. */
  get begun(): Promise<Listing> | undefined {
    return this.#first;
  }

  /** The last list that was read to its end. A write may have followed it. */
  get newest(): Listing | undefined {
    return this.#newest;
  }

  /** Whether any list showed nothing. A later one may show what this process has created since. */
  get wasEmpty(): boolean {
    return this.#wasEmpty;
  }

  /**
   * A list that begins after this call. One that is under way does not count: it may have passed by already. All who
   * ask while it runs share the next one, which goes on while any of them waits.
   */
  fresh(signal: AbortSignal): Promise<Listing> {
    this.#next ??= this.#afterTheRunning([]);
    this.#next.signals.push(signal);
    return this.#next.listing;
  }

  /**
   * A list that began after that moment of `performance.now`: the newest one, or else a fresh one. So hundreds of creates that wait
   * for the same pace share the lists of their looks, also where they look one after the other.
   */
  since(moment: number, signal: AbortSignal): Promise<Listing> {
    const newest = this.#newest;
    return newest !== undefined && newest.begunAt > moment ? Promise.resolve(newest) : this.fresh(signal);
  }

  #afterTheRunning(signals: AbortSignal[]) {
    const listing = this.#running.then(() => {
      this.#next = undefined;
      const read = withinAll(signals, (signal) => this.#read(signal));
      this.#running = read.catch(() => undefined);
      return read;
    });
    return { listing, signals };
  }

  async #read(signal: AbortSignal): Promise<Listing> {
    const listing = await Listing.read((onUnlisted) => this.#list(signal, onUnlisted));
    this.#newest = listing;
    this.#wasEmpty ||= listing.isEmpty;
    return listing;
  }
}
