import { isDenied, isRefusal } from "../../client";
import type { Listed, Readable } from "../../objects/found";
import type { Listing } from "../../objects/listing";
import { TERRAFORM_PARALLELISM } from "./run-failures";

interface ReadAheadSource {
  begun(): Promise<Listing> | undefined;
  /** Lists all objects, `maxItems` a page. `onPage` is called once for each request. */
  list(
    signal: AbortSignal,
    options: { readonly maxItems: number; readonly onPage: () => void },
  ): AsyncIterable<readonly Listed[]>;
  get(id: string, signal: AbortSignal): Promise<Readable>;
}

interface ReadAheadLimits {
  readonly declared: number;
  /** Largest number of prefetches at a time, over all kinds that share `underWay`. */
  readonly concurrency: number;
  /** Shared by all kinds. With one count for each kind, Terraform's own calls might have to wait. */
  readonly underWay: { reads: number };
}

/** Largest number of useless calls, as a share of the declared objects. A page of the list counts as one. */
const WASTE = 0.05;
/**
 * Prefetching begins if enough of the requested objects are on the list: at least `ENOUGH_TO_TELL`, and this
 * share of the expected number.
 */
const OWN_SHARE = 0.8;
const ENOUGH_TO_TELL = 5;
/** Largest number of prefetched objects for each requested object. It limits the reads of a short plan. */
const AHEAD_OF_EACH_READ = 4;
/** CPU time of one read in this process, in milliseconds. It limits the number of concurrent reads. */
const MS_OF_EACH_READ = 0.5;
/** How many reads begin together. Waking the server and this process takes as long as one read. */
const BURST = 10;

/**
 * Prefetches the objects of one kind, unless the workspace holds too many objects that the configuration does
 * not declare. A write discards all prefetched objects. The first failed call ends the prefetching, unless
 * only the object of that call is missing.
 */
export class ReadAhead {
  readonly #budget: number;
  readonly #end = new AbortController();
  #declared: number;
  readonly #asked = new Set<string>();
  readonly #listed = new Set<string>();
  #found = 0;
  #begun = false;
  /** True once a call has failed for a reason that may concern other calls. */
  #failed = false;
  /** How many calls returned no object: requests for pages of the list, and failed reads. */
  #useless = 0;
  readonly #waiting = new Set<string>();
  readonly #ahead = new Map<string, Promise<Readable | undefined>>();
  /** True if reads are to begin in one of the next turns of the event loop. */
  #isToRead = false;
  /** How long the fastest read so far took, in milliseconds. */
  #fastest = Infinity;

  /** `now` is in milliseconds, from a monotonic clock. */
  constructor(
    readonly source: ReadAheadSource,
    readonly limits: ReadAheadLimits,
    readonly now = () => performance.now(),
  ) {
    this.#declared = limits.declared;
    this.#budget = Math.floor(WASTE * limits.declared);
    if (limits.concurrency < 1 || this.#budget < 1) this.stop();
  }

  take(id: string): Promise<Readable | undefined> | undefined {
    if (this.#end.signal.aborted) return undefined;
    const found = this.#ahead.get(id);
    this.#ahead.delete(id);
    this.#waiting.delete(id);
    if (!this.#asked.has(id) && this.#listed.has(id)) this.#found += 1;
    this.#asked.add(id);
    if (this.#asked.size >= TERRAFORM_PARALLELISM && !this.#begun) {
      this.#begun = true;
      void this.#list();
    }
    this.#readSoon();
    return found;
  }

  /** Counts one declared object less, because a list cannot show an object that is not created yet. */
  excludeCreate(): void {
    this.#declared -= 1;
  }

  /** Ends prefetching and forgets every prefetched object. Called at a stop and before a write. */
  stop(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#waiting.clear();
    this.#ahead.clear();
  }

  async #list(): Promise<void> {
    const maxItems = this.#declared + this.#budget;
    const onPage = () => {
      this.#useless += 1;
      // Checked here, too, because the request of the next page may itself exceed the budget.
      this.#checkWorth();
      this.#readSoon();
    };
    try {
      const begun = await this.source.begun();
      for (const id of begun?.ids ?? []) this.#add(id);
      if (begun === undefined) {
        for await (const page of this.source.list(this.#end.signal, { maxItems, onPage })) {
          for (const { id } of page) this.#add(id);
          this.#checkWorth();
        }
      }
      this.#readSoon();
    } catch {
      this.#fail();
    }
  }

  /** Begins no more reads. Running and completed reads can still be taken. */
  #fail(): void {
    this.#failed = true;
    this.#waiting.clear();
  }

  #add(id: string): void {
    if (this.#listed.has(id)) return;
    this.#listed.add(id);
    if (this.#asked.has(id)) this.#found += 1;
    else this.#waiting.add(id);
  }

  #checkWorth(): void {
    if (this.#failed || this.#isWasteful()) throw new Error("The list is not worth another page.");
  }

  #isWasteful(): boolean {
    return this.#useless + Math.max(0, this.#listed.size - this.#declared) > this.#budget;
  }

  /**
   * Reports whether the list probably shows the objects of this configuration. If it does, Terraform has
   * requested about the same share of the listed objects as of the declared objects.
   */
  #isLikelyOwn(): boolean {
    const expected = (this.#asked.size * this.#listed.size) / this.#declared;
    return this.#found >= ENOUGH_TO_TELL && this.#found >= OWN_SHARE * expected;
  }

  /** How many concurrent reads keep this process busy until the first response arrives. */
  get #atATime(): number {
    return Math.min(this.limits.concurrency, Math.max(2 * BURST, this.#fastest / MS_OF_EACH_READ));
  }

  /** Begins reads two turns of the event loop later. By then, the connection of the last response is free. */
  #readSoon(): void {
    if (this.#isToRead || this.#waiting.size === 0) return;
    this.#isToRead = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isToRead = false;
        this.#read();
      }),
    );
  }

  /** Begins reads up to the limit, but only when the limit has room for a whole burst. */
  #read(): void {
    if (this.#isWasteful()) this.#waiting.clear();
    if (!this.#isLikelyOwn()) return;
    const atATime = this.#atATime;
    if (this.limits.underWay.reads > atATime - Math.min(BURST, atATime / 2)) return;
    const most = AHEAD_OF_EACH_READ * this.#asked.size;
    for (const id of this.#waiting) {
      if (this.limits.underWay.reads >= atATime || this.#ahead.size >= most) return;
      this.#waiting.delete(id);
      this.#ahead.set(id, this.#readOne(id));
    }
  }

  async #readOne(id: string): Promise<Readable | undefined> {
    this.limits.underWay.reads += 1;
    const begun = this.now();
    try {
      const found = await this.source.get(id, this.#end.signal);
      this.#fastest = Math.min(this.#fastest, this.now() - begun);
      return found;
    } catch (error) {
      this.#useless += 1;
      // If an object is missing, other reads may still succeed. Any other failure may concern all objects.
      if (!isRefusal(error) || isDenied(error)) this.#fail();
      return undefined;
    } finally {
      this.limits.underWay.reads -= 1;
      this.#readSoon();
    }
  }
}
