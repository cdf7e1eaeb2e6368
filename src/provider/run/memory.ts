import type { OutreachClient } from "../../client";
import type { ProviderSettings } from "../settings/provider-settings";
import { Inventory } from "./inventory";
import type { Listing } from "./listing";
import type { ObjectKind } from "./object-kind";
import { Ownership } from "./ownership";
import type { Phase } from "./phase";
import { ReadAhead, type UnderWay } from "./read-ahead";
import { TERRAFORM_PARALLELISM } from "./verdict";

/** The parts of a run that a memory uses. */
interface MemorySource {
  readonly client: OutreachClient;
  readonly settings: ProviderSettings;
  readonly phase: Phase;
  /** Reads ahead of all kinds. */
  readonly underWay: UnderWay;
}

/** How many objects of a kind this run has looked for so far, by the result. */
interface Searches {
  underWay: number;
  found: number;
  deleted: number;
}

/** The data on the objects of one kind that all calls of a run share. */
export class Memory {
  readonly inventory: Inventory;
  readonly ownership = new Ownership();
  readonly searches: Searches = { underWay: 0, found: 0, deleted: 0 };
  readonly #kind: ObjectKind;
  readonly #source: MemorySource;
  #readAhead: ReadAhead | undefined;

  constructor(kind: ObjectKind, source: MemorySource) {
    this.#kind = kind;
    this.#source = source;
    this.inventory = new Inventory((signal, onUnlisted) => kind.list(source.client, { signal, onUnlisted }));
  }

  /** The newest full list of a run that only plans. A list that may be older than a write does not count. */
  get planListing(): Listing | undefined {
    return this.#source.phase.isWriting ? undefined : this.inventory.newest;
  }

  /** The objects that are read before Terraform asks for them. Throws if a setting is unknown. */
  get readAhead(): ReadAhead {
    this.#readAhead ??= this.#newReadAhead();
    return this.#readAhead;
  }

  /** Discards the prefetched objects and stops prefetching. */
  stopReadingAhead(): void {
    this.#readAhead?.stop();
  }

  #newReadAhead(): ReadAhead {
    const [kind, source] = [this.#kind, this.#source];
    const { settings, phase, underWay } = source;
    const { concurrent, perSecond } = settings.requestLimits;
    const once = { maxRetries: 0 };
    const readAhead = new ReadAhead(
      {
        begun: () => this.inventory.begun,
        list: (signal, options) => kind.list(source.client, { signal, ...once, ...options }),
        get: (id, signal) => kind.get(source.client, id, { signal, ...once }),
      },
      {
        declared: settings.declared(kind.declaredIn),
        // Terraform's own calls need their share of the limits.
        concurrency: Math.min(concurrent - TERRAFORM_PARALLELISM, perSecond),
        underWay,
      },
    );
    if (phase.isWriting || phase.isStopped) readAhead.stop();
    return readAhead;
  }
}
