import { operations, type OperationName, type RequestOf, type ResponseOf } from "../api";
import { readAnswer, type Reading } from "./messages/read-response";
import { type Call, CANCELLED, isAborted } from "./retries/call";
import { transportFailure, TransportError } from "./connection/transport-error";
import { Downtime } from "./retries/outage";
import { OutreachError } from "./errors/outreach-error";
import { toError, type Failure } from "./errors/failure";
import { HttpTransport } from "./connection/transport";
import { ConcurrencyLimit, Pace } from "./retries/limits";
import type { Settings } from "./options";
import { presenter, type Present } from "./errors/present";
import { encodeRequest } from "./messages/request-body";
import { decide, isPaceTooFast, noteOn, RetryBudget, type NoRetry } from "./retries/retry";
import { ServerClock } from "./retries/server-clock";
import { sendsContent } from "./messages/topic";

export interface CallOptions {
  /**
   * Ends every wait of the call, and a read under way; the call rejects with `OUTREACH_CANCELLED`. A write that has been
   * sent is not cut off, because nobody would know whether it was carried out: its answer is awaited.
   */
  readonly signal?: AbortSignal | undefined;
  /** Repeats of this call, where it shall have fewer than the client's others. */
  readonly maxRetries?: number | undefined;
  /** Requests that the caller has made for the same create before, each ended by an error and followed by a look. @default 0 */
  readonly attemptsBefore?: number | undefined;
}

/** A server that has begun to answer has done the work; one that pauses so long in the middle will not go on. */
const MAX_PAUSE_MS = 30_000;

/** Makes calls: waits for its turn, sends, checks the answer, repeats where that is safe. */
export class Caller {
  readonly #settings: Settings;
  readonly #present: Present;
  readonly #concurrency: ConcurrencyLimit;
  readonly #pace: Pace;
  readonly #budget: RetryBudget;
  readonly #serverClock = new ServerClock();
  readonly #downtime = new Downtime();
  readonly #running = new Set<Promise<unknown>>();
  /** Calls that have been sent and have not ended. One that still waits for its turn says nothing of the server. */
  readonly #underWay = new Set<Call>();
  #transport: Promise<HttpTransport> | undefined;
  #closed = false;

  constructor(settings: Settings) {
    const { secrets, maxConcurrentRequests, maxRetries, requestsPerSecond, clock } = settings;
    this.#settings = settings;
    this.#present = presenter(secrets);
    this.#concurrency = new ConcurrencyLimit(maxConcurrentRequests);
    this.#pace = new Pace(requestsPerSecond, clock);
    // So many repeats can be under way at once while all of them still end well.
    this.#budget = new RetryBudget(maxConcurrentRequests * maxRetries);
  }

  async call<N extends OperationName>(
    operation: N,
    request: RequestOf<N>,
    { signal, maxRetries = this.#settings.maxRetries, attemptsBefore = 0 }: CallOptions = {},
  ): Promise<ResponseOf<N>> {
    if (this.#closed) {
      throw new OutreachError({
        code: "OUTREACH_CLOSED",
        message: `${operation}: the client is closed.`,
        operation,
      });
    }
    const body = encodeRequest(operation, this.#settings.identity, request);
    const { id } = request as { readonly id?: string };
    const call: Call = {
      operation,
      id,
      body,
      present: this.#presentFor(operation, request),
      signal,
      maxRetries,
      servedBefore: this.#downtime.served,
      attempts: attemptsBefore,
      hasCompany: false,
      mayHaveLanded: false,
    };
    const running = this.#attempts(call);
    this.#running.add(running);
    try {
      return (await running) as ResponseOf<N>;
    } finally {
      this.#running.delete(running);
    }
  }

  /** A server may repeat the texts of a write in its refusal, and they may be sensitive. */
  #presentFor<N extends OperationName>(operation: N, request: RequestOf<N>): Present {
    if (!sendsContent(operations[operation])) return this.#present;
    const texts = Object.entries(request).filter(
      ([name, value]) => name !== "id" && typeof value === "string",
    );
    return presenter(
      this.#settings.secrets,
      texts.map(([, text]) => text as string),
    );
  }

  /** See OutreachClient. */
  serverTime(): number | undefined {
    return this.#serverClock.passed(this.#settings.clock.now());
  }

  /** See OutreachClient. */
  earliestServerTime(): number | undefined {
    return this.#serverClock.passedByAll(this.#settings.clock.now());
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    const transport = await this.#transport?.catch(() => undefined);
    await transport?.close();
  }

  /** Waits for its turn among the calls, and makes as many attempts as it takes. */
  async #attempts(call: Call): Promise<unknown> {
    if (isAborted(call) || !this.#concurrency.take()) {
      await this.#wait(call, this.#concurrency.acquire(call.signal));
    }
    try {
      for (;;) {
        if (isAborted(call) || !this.#pace.start()) await this.#wait(call, this.#pace.wait(call.signal));
        this.#underWay.add(call);
        call.attempts += 1;
        const sentAt = this.#settings.clock.now();
        const reading = await this.#send(call);
        if ("value" in reading) {
          this.#pace.noteLetThrough();
          this.#budget.giveBack(call.attempts - 1);
          return reading.value;
        }
        if (isPaceTooFast(reading.failure, call.attempts)) this.#pace.noteTurnedAway(sentAt);
        const waitMs = this.#waitAfter(call, reading.failure);
        await this.#wait(call, this.#settings.clock.sleep(waitMs, call.signal));
      }
    } finally {
      this.#underWay.delete(call);
      this.#concurrency.release();
    }
  }

  async #send(call: Call): Promise<Reading> {
    const { operation, id, body, present, signal, attempts: attempt } = call;
    const { headers, requestTimeoutMs: timeoutMs, clock, onEvent } = this.#settings;
    const transport = await this.#connect();
    call.hasCompany = this.#underWay.size > 1;
    const started = clock.now();
    onEvent({ type: "request", operation, attempt });
    try {
      const { path, intent } = operations[operation];
      const limits = { timeoutMs, pauseMs: MAX_PAUSE_MS, signal, finishWhatIsSent: intent !== "read" };
      const answer = await transport.send({ path, headers, body, ...limits });
      this.#downtime.noteAnswer(answer.status);
      const ended = clock.now();
      this.#serverClock.note(answer.header("date"), ended);
      const durationMs = Math.round(ended - started);
      onEvent({ type: "response", operation, attempt, status: answer.status, durationMs });
      return readAnswer({ operation, id }, answer, present, this.serverTime() ?? ended);
    } catch (error) {
      if (error instanceof TransportError) {
        return { failure: transportFailure(error, present) };
      }
      throw error;
    }
  }

  /** The wait before the next attempt in milliseconds; throws where there is none. */
  #waitAfter(call: Call, failure: Failure): number {
    const { operation, maxRetries, attempts: attempt } = call;
    const { intent } = operations[operation];
    const { clock, onEvent } = this.#settings;
    call.mayHaveLanded ||= failure.mayHaveLanded;
    const facts = {
      operation,
      attempt,
      code: failure.code,
      ...(failure.status !== undefined && { status: failure.status }),
    };
    const random = clock.random();
    const decision = decide({ intent, failure, attempt, maxRetries, budget: this.#budget, random });
    if ("reason" in decision) {
      const { reason } = decision;
      const last = this.#downtime.lastFailure(call, failure, reason);
      const error = this.#error(call, { ...last, repeatAfterMs: decision.waitMs }, reason);
      onEvent({ type: "failed", ...facts, reason, ambiguous: error.ambiguous });
      throw error;
    }
    onEvent({ type: "retry", ...facts, waitMs: decision.waitMs });
    return decision.waitMs;
  }

  /** Only a signal ends a wait early. */
  async #wait<T>(call: Call, waiting: Promise<T>): Promise<T> {
    try {
      return await waiting;
    } catch (error) {
      throw isAborted(call) ? this.#error(call, CANCELLED, "permanent") : error;
    }
  }

  #error({ operation, attempts, mayHaveLanded }: Call, failure: Failure, reason: NoRetry): OutreachError {
    const ambiguous = operations[operation].intent !== "read" && mayHaveLanded;
    return toError(failure, { operation, attempts, ambiguous, note: noteOn(reason, failure) });
  }

  #connect(): Promise<HttpTransport> {
    const { baseUrl, dispatcher } = this.#settings;
    return (this.#transport ??= HttpTransport.open(baseUrl, dispatcher));
  }
}
