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
  /** Fires when Terraform stops the provider, for example after Ctrl-C. */
  readonly stopped: AbortSignal;
}

/** A run is one plan or apply process. The first write makes the run an apply. */
export class Run {
  readonly settings: ProviderSettings;
  readonly restrictions: Restrictions | undefined;
  readonly failures = new RunFailures();
  written = 0;
  plannedDuplicates = 0;
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

  get client(): OutreachClient {
    return (this.#client ??= this.#connect(this.settings.known));
  }

  get advisedRate(): number | undefined {
    return this.#client?.advisedRate;
  }

  get isStopped(): boolean {
    return this.#stopped.aborted;
  }

  /** Discards the prefetched objects, because the write may make them outdated. */
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
  readonly createdNames = new Set<string>();
  readonly deletedIds = new Set<string>();
  /** Unmanaged objects, by id, so that all creates share one read of an object. */
  readonly unmanaged = new Map<string, Readable>();
  readonly searches = { underWay: 0, found: 0, deleted: 0 };
  #readAhead: ReadAhead | undefined;

  constructor(
    readonly kind: ObjectKind,
    readonly run: Run,
  ) {
    this.inventory = new Inventory((signal, onDoubt) => kind.list(run.client, { signal, onDoubt }));
  }

  /** The newest list; undefined after the first write, which the list may lack. */
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
      concurrency: Math.min(concurrent - TERRAFORM_PARALLELISM, perSecond),
      underWay: run.underWay,
    });
    if (run.isWriting || run.isStopped) readAhead.stop();
    return readAhead;
  }
}

/** Records whether the server shows writes of this run late. */
class Lag {
  /** By id: when the server confirmed the create, in milliseconds of `performance.now`. */
  readonly #createdAt = new Map<string, number>();
  /** True if a read or list did not show an earlier write of this run. */
  isShown = false;
  /**
   * Latest creation time of an object that this run wrote and read, in milliseconds since 1970. A server may
   * send the times of updates as local time, so they do not count.
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

  recordList(listing: Listing): void {
    if (this.isShown) return;
    for (const [id, createdAt] of this.#createdAt) {
      if (createdAt < listing.begunAt && listing.spellingOf(id) === undefined) this.isShown = true;
    }
  }
}
