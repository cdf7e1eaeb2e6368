import type { Listed, Readable } from "../../objects/found";
import type { Listing } from "../../objects/listing";
import { TERRAFORM_PARALLELISM } from "./run-failures";

interface ReadAheadOptions {
  /** The list that a planned create requested; undefined if no create has requested one. */
  begun(): Promise<Listing> | undefined;
  /** Lists all objects, with up to `maxItems` in each page. */
  list(signal: AbortSignal, maxItems: number): AsyncIterable<readonly Listed[]>;
  get(id: string, signal: AbortSignal): Promise<Readable>;
  readonly declared: number;
  /** Largest number of concurrent prefetches of all kinds together. */
  readonly concurrency: number;
  /** Shared by all kinds. With one count for each kind, Terraform's own calls could find no free request. */
  readonly underWay: { reads: number };
}

/** Largest number of listed objects that are not declared, as a share of the declared objects. */
const OTHERS = 0.05;
/** Largest number of prefetches for each object that Terraform has requested. Limits a short plan. */
const AHEAD_OF_EACH_READ = 4;
/** CPU time of one read in this process, in milliseconds. Limits the number of concurrent reads. */
const MS_OF_EACH_READ = 0.5;
/** How many reads begin together. Waking up the server and this process costs as much time as one read. */
const BURST = 10;

/**
 * Prefetches the objects of one kind, unless the workspace holds too many objects that the configuration does
 * not declare. Any write discards the prefetched objects. A failed call ends the prefetching.
 */
export class ReadAhead {
  readonly #end = new AbortController();
  readonly #others: number;
  #declared: number;
  readonly #asked = new Set<string>();
  readonly #listed = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #ahead = new Map<string, Promise<Readable | undefined>>();
  #begun = false;
  #failed = false;
  /** True if reads are scheduled for one of the next turns of the event loop. */
  #isToRead = false;
  /** Duration of the fastest read so far, in milliseconds. */
  #fastest = Infinity;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(
    readonly options: ReadAheadOptions,
    readonly now = () => performance.now(),
  ) {
    this.#declared = options.declared;
    this.#others = Math.floor(OTHERS * options.declared);
    if (options.concurrency < 1 || this.#others < 1) this.stop();
  }

  take(id: string): Promise<Readable | undefined> | undefined {
    if (this.#end.signal.aborted) return undefined;
    const found = this.#ahead.get(id);
    this.#ahead.delete(id);
    this.#waiting.delete(id);
    this.#asked.add(id);
    if (this.#asked.size >= TERRAFORM_PARALLELISM && !this.#begun) {
      this.#begun = true;
      void this.#list();
    }
    this.#readSoon();
    return found;
  }

  /** Reduces the declared count by one, because a list does not show an object before its create. */
  excludeCreate(): void {
    this.#declared -= 1;
  }

  /** Ends prefetching and discards all prefetched objects. Called after a stop and before a write. */
  stop(): void {
    this.#end.abort();
    this.#fail();
    this.#ahead.clear();
  }

  async #list(): Promise<void> {
    const { options } = this;
    try {
      const begun = await options.begun();
      this.#add(begun?.ids ?? []);
      if (begun !== undefined) return;
      // Lists one object more than allowed, so that the first page shows whether there are too many.
      const maxItems = this.#declared + this.#others + 1;
      for await (const page of options.list(this.#end.signal, maxItems)) {
        this.#add(page.map(({ id }) => id));
        if (this.#failed) return;
      }
    } catch {
      this.#fail();
    }
  }

  /** Begins no more reads. Reads that have begun can still be taken. */
  #fail(): void {
    this.#failed = true;
    this.#waiting.clear();
  }

  #add(ids: Iterable<string>): void {
    for (const id of ids) {
      if (!this.#listed.has(id) && !this.#asked.has(id)) this.#waiting.add(id);
      this.#listed.add(id);
    }
    this.#readSoon();
  }

  /** How many concurrent reads keep this process busy until the first response arrives. */
  get #atATime(): number {
    return Math.min(this.options.concurrency, Math.max(2 * BURST, this.#fastest / MS_OF_EACH_READ));
  }

  /** Begins reads two turns of the event loop later, when the connection of the last response is free. */
  #readSoon(): void {
    if (this.#listed.size > this.#declared + this.#others) this.#fail();
    if (this.#isToRead || this.#failed || this.#waiting.size === 0) return;
    this.#isToRead = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isToRead = false;
        this.#read();
      }),
    );
  }

  /** Begins reads up to the limit, but waits until a whole burst fits under the limit. */
  #read(): void {
    const { underWay } = this.options;
    const atATime = this.#atATime;
    if (underWay.reads > atATime - Math.min(BURST, atATime / 2)) return;
    const most = AHEAD_OF_EACH_READ * this.#asked.size;
    for (const id of this.#waiting) {
      if (underWay.reads >= atATime || this.#ahead.size >= most) return;
      this.#waiting.delete(id);
      this.#ahead.set(id, this.#readOne(id));
    }
  }

  async #readOne(id: string): Promise<Readable | undefined> {
    const { underWay, get } = this.options;
    underWay.reads += 1;
    const begun = this.now();
    try {
      const found = await get(id, this.#end.signal);
      this.#fastest = Math.min(this.#fastest, this.now() - begun);
      return found;
    } catch {
      this.#fail();
      return undefined;
    } finally {
      underWay.reads -= 1;
      this.#readSoon();
    }
  }
}
