import { EventEmitter, once } from "node:events";
import { type OperationName, operations } from "../api";
import type { Redactor } from "./redact";
import { Recent } from "./common";
import type { CallStage, JournalFilter } from "./input";
import { bearerToken, type ReceivedHeaders } from "./validate";

/** Largest number of requests in the journal. Counts of calls include older requests. */
const REMEMBERED_REQUESTS = 10_000;

/** "gone": the connection closed before the whole response was sent. */
export type RequestOutcome = "pending" | "answered" | "reset" | "gone";

/** A request with redacted user ids, workspace ids and tokens. */
export interface JournalEntry {
  readonly number: number;
  /** ISO 8601, by the simulator's clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The called operation; null if the request calls none of the ten operations. */
  readonly operation: OperationName | null;
  readonly userAgent: string | null;
  /** True if the request has an Authorization header. */
  readonly authorization: boolean;
  /** The body is null if it is not JSON or is nested too deep. */
  readonly body: unknown;
  /** Ids of the fault rules that applied to the request. */
  readonly faults: readonly string[];
  readonly outcome: RequestOutcome;
  /** The status is null until a response is sent. */
  readonly status: number | null;
  /** The duration is null until the response has ended. */
  readonly durationMs: number | null;
}

type Open = { -readonly [K in keyof JournalEntry]: JournalEntry[K] };

interface Arrival extends Pick<JournalEntry, "method" | "path" | "operation" | "body"> {
  readonly headers: ReceivedHeaders;
  readonly size: number;
}

export class Journal {
  readonly #entries = new Recent<Open>(REMEMBERED_REQUESTS);
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #counters = new Map<string, number>();
  #received = 0;
  #isClosed = false;

  constructor(
    readonly now: () => Date,
    readonly redactor: Redactor,
  ) {}

  open({ method, operation, headers, size, ...arrival }: Arrival): OpenRequest {
    const { "user-agent": userAgent, authorization } = headers;
    const { redactor } = this;
    redactor.learnFrom(arrival.body);
    redactor.learn(authorization, bearerToken(authorization));
    this.#received += 1;
    const entry: Open = {
      number: this.#received,
      at: this.now().toISOString(),
      method,
      operation,
      path: redactor.text(arrival.path),
      userAgent: userAgent === undefined ? null : redactor.text(userAgent),
      authorization: authorization !== undefined,
      body: redactor.value(arrival.body ?? null),
      faults: [],
      outcome: "pending",
      status: null,
      durationMs: null,
    };
    this.#entries.add(entry, size);
    const request = recorderOf(entry, (stage) => this.#advance(operation, stage));
    request.reach("received");
    return request;
  }

  list({ operation, status, unmatched, after }: JournalFilter = {}): JournalEntry[] {
    return this.#entries.all.filter(
      (entry) =>
        (operation === undefined || entry.operation === operation) &&
        (status === undefined || entry.status === status) &&
        (unmatched === undefined || (entry.operation === null) === unmatched) &&
        (after === undefined || entry.number > after),
    );
  }

  counts(): Record<OperationName, number> {
    const names = Object.keys(operations) as OperationName[];
    const counts = names.map((name) => [name, this.#counters.get(`${name} received`) ?? 0]);
    return Object.fromEntries(counts) as Record<OperationName, number>;
  }

  /** Also sets the counts to 0 that `waitFor` uses. */
  clear(): void {
    this.#entries.clear();
    this.#counters.clear();
  }

  /** Resolves when `count` calls of the operation have reached the stage. Rejects when the journal is closed. */
  async waitFor(operation: OperationName, count: number, stage: CallStage): Promise<void> {
    while ((this.#counters.get(`${operation} ${stage}`) ?? 0) < count) {
      if (this.#isClosed) {
        throw new Error(`The simulator was closed while waiting for call ${count} of ${operation}.`);
      }
      await once(this.#events, "change");
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#events.emit("change");
  }

  #advance(operation: OperationName | null, stage: CallStage): void {
    const counter = `${operation} ${stage}`;
    this.#counters.set(counter, (this.#counters.get(counter) ?? 0) + 1);
    this.#events.emit("change");
  }
}

function recorderOf(entry: Open, reach: (stage: CallStage) => void) {
  const start = performance.now();
  return {
    reach,
    struckBy(rules: readonly string[]): void {
      entry.faults = rules;
    },
    /** Keeps `status` only if the outcome is "answered". */
    end(outcome: Exclude<RequestOutcome, "pending">, status: number | null): void {
      entry.outcome = outcome;
      entry.durationMs = Math.round(performance.now() - start);
      entry.status = outcome === "answered" ? status : null;
      if (outcome === "answered") reach("answered");
    },
  };
}

export type OpenRequest = ReturnType<typeof recorderOf>;
