import { isRetryable } from "../../client";
import { mayBeGone } from "./failure";
import type { Listing } from "./inventory";
import type { Listed, Readable } from "./object-kind";

/** What reading ahead needs of the API. None of its calls is repeated where it fails. */
export interface ReadAheadSource<Found extends Readable> {
  /** A list that another part of this process has begun already, if there is one. */
  begun(): Promise<Listing> | undefined;
  /** Lists all objects; `maxItems` asks for so many at a time, `onPage` is called once for each request. */
  list(
    signal: AbortSignal,
    options: { readonly maxItems?: number; readonly onPage: () => void },
  ): AsyncIterable<Listed>;
  get(id: string, signal: AbortSignal): Promise<Found>;
}

export interface ReadAheadLimits {
  /** How many objects the configuration declares. */
  readonly declared: number;
  /** Calls at a time. */
  readonly concurrency: number;
}

/** Calls that may be made for nothing, pages of the list among them, as a share of the declared objects. */
const WASTE = 0.05;
/**
 * So many resources Terraform reads at a time, unless it is told otherwise. Where it reads no more there is nothing to
 * gain: a plan of a few targets ends before. One more also tells that a read was answered, so the credentials are right.
 */
export const TERRAFORM_PARALLELISM = 10;
/** Objects that lie ready or are under way, for each that Terraform has asked for. Bounds what a short plan wastes. */
const AHEAD_OF_EACH_READ = 4;

/**
 * Reads the objects of one kind before Terraform asks for them, where the workspace holds hardly more than what the
 * configuration declares. Each object is given out once, nothing is kept across a write, and the first call that fails
 * ends it: what was not read ahead is read when it is asked for.
 */
export class ReadAhead<Found extends Readable> {
  readonly #source: ReadAheadSource<Found>;
  readonly #concurrency: number;
  readonly #budget: number;
  readonly #end = new AbortController();
  #declared: number;
  #asked = new Set<string>();
  #begun = false;
  #listed = 0;
  /** Calls that read no object: pages of the list, and reads that failed. */
  #idle = 0;
  #waiting = new Set<string>();
  #ahead = new Map<string, Promise<Found | undefined>>();
  #running = 0;

  constructor(source: ReadAheadSource<Found>, { declared, concurrency }: ReadAheadLimits) {
    this.#source = source;
    this.#declared = declared;
    this.#concurrency = concurrency;
    this.#budget = Math.floor(WASTE * declared);
    if (concurrency < 1 || this.#budget < 1) this.stop();
  }

  /** The object as this process read it ahead; undefined where it did not. `signal` ends what is under way for good. */
  async take(id: string, signal: AbortSignal): Promise<Found | undefined> {
    if (this.#end.signal.aborted) return undefined;
    const found = this.#ahead.get(id);
    this.#ahead.delete(id);
    this.#waiting.delete(id);
    this.#asked.add(id);
    if (this.#asked.size > TERRAFORM_PARALLELISM && !this.#begun) {
      this.#begun = true;
      signal.addEventListener("abort", () => this.stop(), { once: true, signal: this.#end.signal });
      void this.#begin();
    }
    this.#read();
    return found;
  }

  /** A declared object that does not exist yet: so many fewer of those that do are this configuration's. */
  noteCreate(): void {
    this.#declared -= 1;
  }

  /** Ends it and forgets what was read. To be called before a write. */
  stop(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#waiting.clear();
    this.#ahead.clear();
  }

  async #begin(): Promise<void> {
    const ids = await this.#list();
    if (ids === undefined) return;
    this.#listed = ids.length;
    this.#waiting = new Set(ids.filter((id) => !this.#asked.has(id)));
    this.#read();
  }

  /** All ids; undefined where reading ahead is not worth it or does not work. */
  async #list(): Promise<readonly string[] | undefined> {
    const begun = this.#source.begun();
    if (begun !== undefined) {
      return begun.then(
        (listing) => listing.ids,
        () => undefined,
      );
    }
    // The document shows no maximum of maxItems (section 4.2, rule 4): a server may refuse what is too many for it.
    const maxItems = this.#declared + this.#budget;
    try {
      return await this.#listWith({ maxItems });
    } catch (error) {
      if (isRetryable(error) || this.#end.signal.aborted) return undefined;
      return this.#listWith({}).catch(() => undefined);
    }
  }

  async #listWith(options: { readonly maxItems?: number }): Promise<string[] | undefined> {
    const ids: string[] = [];
    const onPage = () => (this.#idle += 1);
    for await (const { id } of this.#source.list(this.#end.signal, { ...options, onPage })) {
      ids.push(id);
      if (this.#waste(ids.length) > this.#budget) return undefined;
    }
    return ids;
  }

  #waste(listed: number): number {
    return this.#idle + Math.max(0, listed - this.#declared);
  }

  /** Starts as many reads as may be under way. */
  #read(): void {
    if (this.#waste(this.#listed) > this.#budget) this.#waiting.clear();
    const most = AHEAD_OF_EACH_READ * this.#asked.size;
    for (const id of this.#waiting) {
      if (this.#running >= this.#concurrency || this.#ahead.size >= most) return;
      this.#waiting.delete(id);
      this.#ahead.set(id, this.#readOne(id));
    }
  }

  async #readOne(id: string): Promise<Found | undefined> {
    this.#running += 1;
    try {
      return await this.#source.get(id, this.#end.signal);
    } catch (error) {
      this.#idle += 1;
      // One missing object says nothing of the others. Any other trouble does, and reading ahead must not add to it.
      if (!mayBeGone(error)) this.#waiting.clear();
      return undefined;
    } finally {
      this.#running -= 1;
      this.#read();
    }
  }
}
