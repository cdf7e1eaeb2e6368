import { isDenied, isRetryable, OutreachError } from "../../client";
import { isRefusal } from "../wording/failure";
import type { Listing } from "./inventory";
import type { Listed, Readable } from "./object-kind";

/** What reading ahead needs of the API. None of its calls is repeated where it fails. */
interface ReadAheadSource<Found extends Readable> {
  /** A list that another part of this process has begun already, if there is one. */
  begun(): Promise<Listing> | undefined;
  /** Lists all objects; `maxItems` asks for so many at a time, `onPage` is called once for each request. */
  list(
    signal: AbortSignal,
    options: { readonly maxItems?: number; readonly onPage: () => void },
  ): AsyncIterable<readonly Listed[]>;
  get(id: string, signal: AbortSignal): Promise<Found>;
}

/** How many reads are under way. */
interface UnderWay {
  reads: number;
}

interface ReadAheadLimits {
  /** How many objects the configuration declares. */
  readonly declared: number;
  /** The most reads at a time, of all who share `underWay`. */
  readonly concurrency: number;
  /** Shared by the kinds of one workspace: each with as many of its own, they would leave Terraform's calls no room. */
  readonly underWay: UnderWay;
}

/** Calls that may be made for nothing, pages of the list among them, as a share of the declared objects. */
const WASTE = 0.05;
/** So many resources Terraform reads at a time, unless it is told otherwise. Where there are fewer, there is nothing to gain. */
export const TERRAFORM_PARALLELISM = 10;
/**
 * The share of the listed objects that must be the configuration's, by what Terraform has asked for, and how many of those it
 * takes to tell.
 */
const OWN_SHARE = 0.8;
const ENOUGH_TO_TELL = 5;
/** Objects that lie ready or are under way, for each that Terraform has asked for. Bounds what a short plan wastes. */
const AHEAD_OF_EACH_READ = 4;
/**
 * About so many milliseconds of its own time a read costs this process: while an answer is under way, one more read can
 * begin for each. Where the API is near, more of them at a time would only keep Terraform's calls waiting.
 */
const MS_OF_EACH_READ = 0.5;
/**
 * So many reads begin together, and twice as many are under way where the API is near: waking the server and this process
 * takes as long as a read, and is done once for all that come together.
 */
const BURST = 10;

/**
 * Reads the objects of one kind before Terraform asks for them, where the workspace holds hardly more than what the
 * configuration declares. Each object is given out once, nothing is kept across a write, and the first call that fails
 * ends it, unless the object may be gone: what was not read ahead is read when it is asked for.
 */
export class ReadAhead<Found extends Readable> {
  readonly #source: ReadAheadSource<Found>;
  readonly #concurrency: number;
  readonly #budget: number;
  readonly #now: () => number;
  readonly #end = new AbortController();
  #declared: number;
  readonly #asked = new Set<string>();
  readonly #listed = new Set<string>();
  /** How many ids are in both. */
  #found = 0;
  #begun = false;
  /** A call has failed in a way that others will meet too. */
  #failed = false;
  /** Calls that read no object: pages of the list, and reads that failed. */
  #idle = 0;
  readonly #waiting = new Set<string>();
  readonly #ahead = new Map<string, Promise<Found | undefined>>();
  readonly #underWay: UnderWay;
  /** Reads are about to begin. */
  #isToRead = false;
  /** Of the reads so far, the time that the fastest took, in milliseconds. */
  #fastest = Infinity;

  /** `now` is in milliseconds, from any clock that does not jump. */
  constructor(
    source: ReadAheadSource<Found>,
    { declared, concurrency, underWay }: ReadAheadLimits,
    now = () => performance.now(),
  ) {
    this.#source = source;
    this.#now = now;
    this.#declared = declared;
    this.#concurrency = concurrency;
    this.#underWay = underWay;
    this.#budget = Math.floor(WASTE * declared);
    if (concurrency < 1 || this.#budget < 1) this.stop();
  }

  /** The object as this process read it ahead; undefined where it did not. */
  take(id: string): Promise<Found | undefined> | undefined {
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

  /** A declared object turns out not to exist yet, so that one fewer of the listed ones is this configuration's. */
  noteCreate(): void {
    this.#declared -= 1;
  }

  /** Ends it and forgets what was read. To be called at a stop and before a write. */
  stop(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#waiting.clear();
    this.#ahead.clear();
  }

  /** Lists all objects and reads them, unless that is not worth it or does not work. */
  async #list(): Promise<void> {
    const begun = this.#source.begun();
    // The document shows no maximum of maxItems (section 4.2, rule 4): a server may refuse what is too many for it.
    const maxItems = this.#declared + this.#budget;
    try {
      if (begun !== undefined) for (const id of (await begun).ids) this.#note(id);
      else if (!(await this.#listWith({ maxItems }))) await this.#listWith({});
      this.#readSoon();
    } catch {
      this.#fail();
    }
  }

  /** Nothing more is read ahead. What is under way or lies ready may still be taken. */
  #fail(): void {
    this.#failed = true;
    this.#waiting.clear();
  }

  /** False where the server refuses the request. */
  async #listWith(options: { readonly maxItems?: number }): Promise<boolean> {
    const onPage = () => {
      this.#idle += 1;
      // Here, too, and not only after a page: this one may be more than may be asked for in vain.
      this.#checkWorth();
      this.#readSoon();
    };
    try {
      for await (const page of this.#source.list(this.#end.signal, { ...options, onPage })) {
        for (const { id } of page) this.#note(id);
        this.#checkWorth();
      }
      return true;
    } catch (error) {
      if (options.maxItems === undefined || isRetryable(error) || !(error instanceof OutreachError))
        throw error;
      return false;
    }
  }

  #note(id: string): void {
    if (this.#listed.has(id)) return;
    this.#listed.add(id);
    if (this.#asked.has(id)) this.#found += 1;
    else this.#waiting.add(id);
  }

  /** Throws where the list is not to be read on. */
  #checkWorth(): void {
    if (this.#failed) throw new Error("another call has failed");
    if (this.#isWasteful()) throw new Error("the workspace holds more than the configuration declares");
  }

  #isWasteful(): boolean {
    return this.#idle + Math.max(0, this.#listed.size - this.#declared) > this.#budget;
  }

  /**
   * Whether the listed objects seem to be the declared ones: then Terraform has asked for the same share of both by now. This is still
   * to be asked when the list is complete: where declared objects are gone, others may have taken their places in it.
   */
  #isLikelyOwn(): boolean {
    const expected = (this.#asked.size * this.#listed.size) / this.#declared;
    return this.#found >= ENOUGH_TO_TELL && this.#found >= OWN_SHARE * expected;
  }

  /** How many reads it takes to wait for none of them in vain. */
  get #atATime(): number {
    return Math.min(this.#concurrency, Math.max(2 * BURST, this.#fastest / MS_OF_EACH_READ));
  }

  /**
   * Reads in two turns of the event loop: only then is the connection free again that the last answer came on, and reads that
   * begin sooner open others.
   */
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

  /** Begins as many reads as may be under way, unless there is room for a few only: they wait for others to begin with. */
  #read(): void {
    if (this.#isWasteful()) this.#waiting.clear();
    if (!this.#isLikelyOwn()) return;
    const atATime = this.#atATime;
    if (this.#underWay.reads > atATime - Math.min(BURST, atATime / 2)) return;
    const most = AHEAD_OF_EACH_READ * this.#asked.size;
    for (const id of this.#waiting) {
      if (this.#underWay.reads >= atATime || this.#ahead.size >= most) return;
      this.#waiting.delete(id);
      this.#ahead.set(id, this.#readOne(id));
    }
  }

  async #readOne(id: string): Promise<Found | undefined> {
    this.#underWay.reads += 1;
    const begun = this.#now();
    try {
      const found = await this.#source.get(id, this.#end.signal);
      this.#fastest = Math.min(this.#fastest, this.#now() - begun);
      return found;
    } catch (error) {
      this.#idle += 1;
      // One missing object says nothing of the others. Any other trouble does, and reading ahead must not add to it.
      if (!isRefusal(error) || isDenied(error)) this.#fail();
      return undefined;
    } finally {
      this.#underWay.reads -= 1;
      this.#readSoon();
    }
  }
}
