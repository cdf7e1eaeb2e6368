import type { Kind } from "../../objects/kinds";
import type { OnDoubt } from "../../objects/listing";
import type { VisibilityWindow } from "../../objects/visibility-window";
import { Inventory } from "../../provider/run/inventory";
import type { Connection } from "./connection";
import type { ListedObject } from "./objects";
import { listPages } from "./page-size";

/** The configured workspace, as one run of a command sees it. Its lists are shared, as in a provider. */
export class Workspace {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly #inventories: Readonly<Record<Kind, Inventory>>;
  readonly #entries: Record<Kind, readonly ListedObject[]> = { cluster: [], snippet: [] };

  constructor(connection: Connection, signal: AbortSignal) {
    this.connection = connection;
    this.signal = signal;
    this.#inventories = {
      cluster: new Inventory((aborted, onDoubt) => this.#list("cluster", aborted, onDoubt)),
      snippet: new Inventory((aborted, onDoubt) => this.#list("snippet", aborted, onDoubt)),
    };
  }

  inventory(kind: Kind): Inventory {
    return this.#inventories[kind];
  }

  /** The entries of the newest complete list of a kind; empty before the first. */
  entries(kind: Kind): readonly ListedObject[] {
    return this.#entries[kind];
  }

  /** When it is by the server's slowest clock, or by this machine, and how long writes may be invisible. */
  get window(): VisibilityWindow {
    const { client, visibilityTimeoutMs: timeoutMs } = this.connection;
    return { now: client.earliestServerTime() ?? Date.now(), timeoutMs };
  }

  async *#list(kind: Kind, signal: AbortSignal, onDoubt: OnDoubt): AsyncGenerator<readonly ListedObject[]> {
    const entries: ListedObject[] = [];
    for await (const page of listPages(this.connection.client, kind, { signal, onDoubt })) {
      entries.push(...page);
      yield page;
    }
    this.#entries[kind] = entries;
  }
}
