import type { Listed, Readable } from "../../objects/found";
import type { Listing } from "../../objects/listing";
import { TERRAFORM_PARALLELISM } from "./run-failures";

interface ReadAheadOptions {
  begun(): Promise<Listing> | undefined;
  /** `maxItems` is the size of a page. */
  list(signal: AbortSignal, maxItems: number): AsyncIterable<readonly Listed[]>;
  get(id: string, signal: AbortSignal): Promise<Readable>;
  readonly declared: number;
  readonly concurrency: number;
  /** One limit for all kinds leaves some requests for Terraform's own calls. */
  readonly underWay: { reads: number };
}

/** Largest number of undeclared objects in the list, as a share of the declared objects. */
const OTHERS = 0.05;
/** Largest number of prefetches for each object that Terraform has requested. */
const AHEAD_OF_EACH_READ = 4;
/** Measured CPU time of one read in this process, in milliseconds. */
const MS_OF_EACH_READ = 0.5;
/** Number of reads that begin together. Waking up the server and this process costs as much as one read. */
const BURST = 10;

/**
 * Prefetches objects until a write or a failed call, unless the workspace has too many undeclared objects.
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
  #isToRead = false;
  /** Duration of the fastest read, in milliseconds. */
  #fastest = Infinity;

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

  excludeCreate(): void {
    this.#declared -= 1;
  }

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

  /** Number of concurrent reads that keep this process busy until the first response. */
  get #atATime(): number {
    return Math.min(this.options.concurrency, Math.max(2 * BURST, this.#fastest / MS_OF_EACH_READ));
  }

  /** After two turns of the event loop, the connection of the last response is free. */
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

  /** Prefetches begin only when a whole burst fits under the limit. */
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
