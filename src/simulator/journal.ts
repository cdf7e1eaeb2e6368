import { type OperationName, operations } from "../api";
import { checkName, wholeFrom } from "./fields";
import { InvalidInput } from "./invalid-input";
import type { Masker } from "./mask";
import { Recent } from "./recent";
import { bearerToken } from "./validate";

/** Older requests are forgotten; the counts are not. */
const REMEMBERED_REQUESTS = 10_000;

/** How a request ended; pending while it is held, delayed or still being answered. */
export type RequestOutcome = "pending" | "answered" | "reset" | "gone";

/** One request. Identity values and tokens are masked wherever they stood. */
export interface JournalEntry {
  /** Counts all requests from 1. */
  readonly number: number;
  /** When it came, by the simulator's clock: ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Null for a request that is none of the API's operations. */
  readonly operation: OperationName | null;
  readonly userAgent: string | null;
  /** Whether an Authorization header came. */
  readonly authorization: boolean;
  /** The JSON body; null where it was not JSON, or nested too deep. */
  readonly body: unknown;
  /** Fault rules that struck it. */
  readonly faults: readonly string[];
  readonly outcome: RequestOutcome;
  /** Null until answered, and where no status was sent. */
  readonly status: number | null;
  /**
   * From when it was read to the end of its answer, by the machine's clock; whole milliseconds, null while
   * pending.
   */
  readonly durationMs: number | null;
}

export interface JournalFilter {
  readonly operation?: OperationName;
  readonly status?: number;
  /** True for requests that are none of the API's operations, false for the others. */
  readonly unmatched?: boolean;
  /** Only requests after this number. */
  readonly after?: number;
}

/** How far a call has come: its request was read, its operation carried out, its answer sent whole. */
export type CallStage = "received" | "committed" | "answered";

const callCount = wholeFrom(0);

type Open = { -readonly [K in keyof JournalEntry]: JournalEntry[K] };

interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationName | null;
  readonly userAgent: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
  /** Of the body, in bytes. */
  readonly size: number;
}

interface Waiter {
  readonly operation: OperationName;
  readonly stage: CallStage;
  readonly count: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The requests that came, how often each operation was called, and who waits for a call. */
export class Journal {
  readonly #now: () => Date;
  readonly #masker: Masker;
  readonly #entries = new Recent<Open>(REMEMBERED_REQUESTS);
  readonly #waiters = new Set<Waiter>();
  #counters = emptyCounters();
  #received = 0;
  #isClosed = false;

  constructor(now: () => Date, masker: Masker) {
    this.#now = now;
    this.#masker = masker;
  }

  open(arrival: Arrival): OpenRequest {
    const masker = this.#masker;
    masker.learnFrom(arrival.body);
    masker.learn(arrival.authorization, bearerToken(arrival.authorization));
    this.#received += 1;
    const entry: Open = {
      number: this.#received,
      at: this.#now().toISOString(),
      method: arrival.method,
      path: masker.text(arrival.path),
      operation: arrival.operation,
      userAgent: arrival.userAgent === undefined ? null : masker.text(arrival.userAgent),
      authorization: arrival.authorization !== undefined,
      body: masker.value(arrival.body ?? null),
      faults: [],
      outcome: "pending",
      status: null,
      durationMs: null,
    };
    this.#entries.add(entry, arrival.size);
    const request = new OpenRequest(entry, (stage) => this.#advance(entry.operation, stage));
    request.reach("received");
    return request;
  }

  list(filter: JournalFilter = {}): JournalEntry[] {
    const { operation, status, unmatched, after } = filter;
    return this.#entries.all.filter(
      (entry) =>
        (operation === undefined || entry.operation === operation) &&
        (status === undefined || entry.status === status) &&
        (unmatched === undefined || (entry.operation === null) === unmatched) &&
        (after === undefined || entry.number > after),
    );
  }

  /** Calls received, by operation. */
  counts(): Record<OperationName, number> {
    return { ...this.#counters.received };
  }

  /** Forgets requests and counts; whoever waits counts from here. */
  clear(): void {
    this.#entries.clear();
    this.#counters = emptyCounters();
  }

  /** Rejects with InvalidInput for a name that there is not, and for a count that no number of calls has. */
  waitFor(operation: OperationName, count: number, stage: CallStage): Promise<void> {
    return new Promise((resolve, reject) => {
      checkName("operation of a wait", operation, Object.keys(operations));
      checkName("stage of a wait", stage, Object.keys(this.#counters));
      if (!callCount.accepts(count))
        throw new InvalidInput(`The number of calls of a wait is ${callCount.takes}, not ${String(count)}.`);
      this.#waiters.add({ operation, count, stage, resolve, reject });
      this.#wake();
      if (this.#isClosed) this.#giveUp();
    });
  }

  /** Ends all waits with an error, those that begin later, too. */
  close(): void {
    this.#isClosed = true;
    this.#giveUp();
  }

  #giveUp(): void {
    for (const { operation, count, reject } of this.#waiters) {
      reject(new Error(`The simulator was closed while waiting for call ${count} of ${operation}.`));
    }
    this.#waiters.clear();
  }

  #advance(operation: OperationName | null, stage: CallStage): void {
    if (operation === null) return;
    this.#counters[stage][operation] += 1;
    this.#wake();
  }

  #wake(): void {
    for (const waiter of this.#waiters) {
      if (this.#counters[waiter.stage][waiter.operation] < waiter.count) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }
}

/** The journal's record of a request that is being answered. */
export class OpenRequest {
  readonly #entry: Open;
  readonly #start = performance.now();

  constructor(
    entry: Open,
    readonly reach: (stage: CallStage) => void,
  ) {
    this.#entry = entry;
  }

  struckBy(rules: readonly string[]): void {
    this.#entry.faults = rules;
  }

  /** `status` is that of the answer, which may not have gone out. */
  end(outcome: Exclude<RequestOutcome, "pending">, status: number | null): void {
    this.#entry.outcome = outcome;
    this.#entry.durationMs = Math.round(performance.now() - this.#start);
    this.#entry.status = outcome === "answered" ? status : null;
    if (outcome === "answered") this.reach("answered");
  }
}

function emptyCounters(): Record<CallStage, Record<OperationName, number>> {
  const zeros = () =>
    Object.fromEntries(Object.keys(operations).map((name) => [name, 0])) as Record<OperationName, number>;
  return { received: zeros(), committed: zeros(), answered: zeros() };
}
