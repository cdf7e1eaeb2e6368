import type { Doubt, OutreachClient } from "../../client";
import type { Readable } from "../../objects/found";
import { instantOf } from "../../objects/instant";
import type { Listing } from "../../objects/listing";
import { type KnownSettings, ProviderSettings, type Settings } from "../settings/settings";
import type { Restrictions } from "../settings/restrictions";
import { Inventory } from "./inventory";
import type { ObjectKind } from "./object-kind";
import { Ownership } from "./ownership";
import { ReadAhead } from "./read-ahead";
import { RunFailures, TERRAFORM_PARALLELISM } from "./run-failures";

interface RunOptions {
  readonly settings: Settings;
  readonly restrictions: Restrictions | undefined;
  readonly connect: (settings: KnownSettings) => OutreachClient;
  /** Aborted when Terraform, or Ctrl-C, asks the provider to stop. */
  readonly stopped: AbortSignal;
}

/** One plan or apply process, shared by the provider's hooks. Its first write makes it an apply. */
export class Run {
  readonly settings: ProviderSettings;
  /** What the environment allows this run to change; undefined if it restricts nothing. */
  readonly restrictions: Restrictions | undefined;
  readonly failures = new RunFailures();
  written = 0;
  /** How many planned creates have the name of an unmanaged object. */
  plannedDuplicates = 0;
  /** Number of running prefetches. One count for all kinds leaves room for Terraform's own calls. */
  readonly underWay = { reads: 0 };
  readonly #connect: (settings: KnownSettings) => OutreachClient;
  readonly #stopped: AbortSignal;
  readonly #memories = new Map<string, RunMemory>();
  readonly #lastInTurn = new Map<string, Promise<unknown>>();
  #client: OutreachClient | undefined;
  isWriting = false;

  constructor({ settings, restrictions, connect, stopped }: RunOptions) {
    this.settings = new ProviderSettings(settings);
    this.restrictions = restrictions;
    this.#connect = connect;
    this.#stopped = stopped;
    stopped.addEventListener("abort", this.#stopReadingAhead);
  }

  /** The client, made on first use. Throws a DiagnosticError if a setting is unknown. */
  get client(): OutreachClient {
    return (this.#client ??= this.#connect(this.settings.known));
  }

  /** The `requests_per_second` with which the server would refuse no request; undefined if it limits none. */
  get advisedRate(): number | undefined {
    return this.#client?.advisedRate;
  }

  get isStopped(): boolean {
    return this.#stopped.aborted;
  }

  /** Marks the run as an apply. Discards the prefetched objects, because the write makes them outdated. */
  beginWriting(): void {
    this.isWriting = true;
    this.#stopReadingAhead();
  }

  memory(kind: ObjectKind): RunMemory {
    let memory = this.#memories.get(kind.type);
    if (memory === undefined) this.#memories.set(kind.type, (memory = new RunMemory(kind, this)));
    return memory;
  }

  doubtOf(type: string): Doubt | undefined {
    return this.#memories.get(type)?.inventory.doubt;
  }

  get hasManaged(): boolean {
    return [...this.#memories.values()].some(({ ownership }) => ownership.hasManaged);
  }

  async inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#lastInTurn.get(key) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#lastInTurn.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#lastInTurn.get(key) === turn) this.#lastInTurn.delete(key);
    }
  }

  async close(): Promise<void> {
    this.#stopped.removeEventListener("abort", this.#stopReadingAhead);
    this.#stopReadingAhead();
    await this.#client?.close();
  }

  readonly #stopReadingAhead = () => {
    for (const memory of this.#memories.values()) memory.stopReadingAhead();
  };
}

class RunMemory {
  readonly inventory: Inventory;
  readonly ownership = new Ownership();
  readonly lag = new Lag();
  /** The names of all creates that have begun in this run, by `nameKey`. */
  readonly createdNames = new Set<string>();
  /** The ids of objects of the state that a refresh of this run has found deleted. */
  readonly deletedIds = new Set<string>();
  /** Unmanaged objects that creates of this run have read, by id. Each is read only once for all creates. */
  readonly unmanaged = new Map<string, Readable>();
  /** How many objects this run has looked for so far, by the result. */
  readonly searches = { underWay: 0, found: 0, deleted: 0 };
  #readAhead: ReadAhead | undefined;

  constructor(
    readonly kind: ObjectKind,
    readonly run: Run,
  ) {
    this.inventory = new Inventory((signal, onDoubt) => kind.list(run.client, { signal, onDoubt }));
  }

  /** The newest full list; undefined after the first write, because the list may be older than it. */
  get planListing(): Listing | undefined {
    return this.run.isWriting ? undefined : this.inventory.newest;
  }

  get readAhead(): ReadAhead {
    return (this.#readAhead ??= this.#newReadAhead());
  }

  stopReadingAhead(): void {
    this.#readAhead?.stop();
  }

  #newReadAhead(): ReadAhead {
    const { kind, run } = this;
    const { concurrent, perSecond } = run.settings.requestLimits;
    const once = { maxRetries: 0 };
    const readAhead = new ReadAhead({
      begun: () => this.inventory.begun,
      list: (signal, maxItems) => kind.list(run.client, { signal, ...once, maxItems }),
      get: (id, signal) => kind.get(run.client, id, { signal, ...once }),
      declared: run.settings.declared(kind.declaredIn),
      // Some of the allowed requests are kept for Terraform's own calls.
      concurrency: Math.min(concurrent - TERRAFORM_PARALLELISM, perSecond),
      underWay: run.underWay,
    });
    if (run.isWriting || run.isStopped) readAhead.stop();
    return readAhead;
  }
}

/** Records when the server has shown the writes of this run, for the objects of one kind. */
class Lag {
  /** When the server confirmed each create, by id, in milliseconds of `performance.now`. */
  readonly #createdAt = new Map<string, number>();
  /** True if a read or a list of this run lacked an earlier write of this run. */
  isShown = false;
  /**
   * The latest creation time of an object that this run has written and read, in milliseconds since 1970. A server may
   * send times of updates as local time, and those of creations not, so they are not compared.
   */
  latestCreation = Number.NEGATIVE_INFINITY;

  recordTimes({ createdAt }: Readable): void {
    const time = instantOf(createdAt);
    if (time > this.latestCreation) this.latestCreation = time;
  }

  recordCreated(id: string): void {
    this.#createdAt.set(id, performance.now());
  }

  recordDeleted(id: string): void {
    this.#createdAt.delete(id);
  }

  /** Looks for objects that this run had created before the list began and that the list lacks. */
  recordList(listing: Listing): void {
    if (this.isShown) return;
    for (const [id, createdAt] of this.#createdAt) {
      if (createdAt < listing.begunAt && listing.spellingOf(id) === undefined) this.isShown = true;
    }
  }
}
