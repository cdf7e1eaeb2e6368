import type { Dispatcher } from "undici";
import { operations, type OperationName, type RequestOf, type ResponseOf } from "../api";
import { send } from "./connection/exchange";
import { createDispatcher } from "./connection/proxy";
import { transportFailure, TransportError } from "./connection/transport-error";
import { toError, type Failure } from "./errors/failure";
import { OutreachError } from "./errors/outreach-error";
import { lineRedactor, type RedactLine } from "./errors/redact-line";
import { readResponse, type Reading } from "./messages/read-response";
import { encodeRequest } from "./messages/request-body";
import { sendsContent } from "./messages/topic";
import type { Settings } from "./options";
import { ServerClock } from "./retries/clock";
import { ConcurrencyLimit } from "./retries/concurrency";
import { isServed, OutageDetector, type ApiCall } from "./retries/outage";
import { decide, noteOn, RetryBudget, type NoRetry } from "./retries/retry";
import { Throttle } from "./retries/throttle";

/** The options of one call. */
export interface CallOptions {
  /** Ends waits and reads with `OUTREACH_CANCELLED`. A write that was sent still waits for its response. */
  readonly signal?: AbortSignal | undefined;
  /** Largest number of retries of this call. @default the client's option */
  readonly maxRetries?: number | undefined;
  /** For a write that the caller retries: the same object, at first empty, for each attempt. */
  readonly tried?: Tried | undefined;
  /**
   * For a write after a look: lets it go before all waiting calls. Does not send it after a pause of all calls of more
   * than a second, or a long wait for a slot: the error then has a `repeatAfterMs` of 0. @default false
   */
  readonly followsLook?: boolean | undefined;
}

/** The attempts of one write so far. */
export interface Tried {
  attempts?: number;
  /** True if the server may have carried out one of the attempts. */
  ambiguous?: boolean;
  /** The `servedCount` of the outage detector before the first attempt. */
  servedBefore?: number;
  /** How long the last attempt was allowed to wait for a slot, in ms. Doubles, so that no write waits for ever. */
  longestMs?: number;
}

/** A write that waited for longer rests on facts that may have changed. A Retry-After of a second is frequent. */
const LONG_PAUSE_MS = 1_000;
/** Slow responses may take all slots for seconds. */
const LONG_QUEUE_MS = 5_000;

/** Makes calls: waits for a slot, sends the request and checks the response. Retries reads and lists, but no write. */
export class Caller {
  readonly #settings: Settings;
  readonly #redact: RedactLine;
  readonly #concurrency: ConcurrencyLimit;
  readonly #throttle: Throttle;
  readonly #budget: RetryBudget;
  readonly #serverClock = new ServerClock();
  readonly #outages = new OutageDetector();
  readonly #running = new Set<Promise<unknown>>();
  /** Calls that have been sent at least once and have not ended. */
  readonly #sent = new Set<ApiCall>();
  #dispatcher: Promise<Dispatcher> | undefined;
  #closed = false;

  constructor(settings: Settings) {
    const { secrets, maxConcurrentRequests, maxRetries, requestsPerSecond, clock } = settings;
    this.#settings = settings;
    this.#redact = lineRedactor(secrets);
    this.#concurrency = new ConcurrencyLimit(maxConcurrentRequests);
    this.#throttle = new Throttle(requestsPerSecond, clock);
    this.#budget = new RetryBudget(maxConcurrentRequests * maxRetries);
  }

  /** Calls any operation and returns the checked response. A list returns one page. */
  async call<N extends OperationName>(
    operation: N,
    request: RequestOf<N>,
    { signal, maxRetries = this.#settings.maxRetries, tried = {}, followsLook = false }: CallOptions = {},
  ): Promise<ResponseOf<N>> {
    if (this.#closed) {
      const message = `${operation}: the client is closed.`;
      throw new OutreachError({ code: "OUTREACH_CLOSED", message, operation });
    }
    const body = encodeRequest(operation, this.#settings.identity, request);
    const { id } = request as { readonly id?: string };
    const call: ApiCall = {
      operation,
      id,
      body,
      redact: this.#redactFor(operation, request),
      signal,
      maxRetries,
      followsLook,
      begunAt: this.#settings.clock.now(),
      longestMs: (tried.longestMs = 2 * (tried.longestMs ?? 0) || LONG_QUEUE_MS),
      servedBefore: (tried.servedBefore ??= this.#outages.servedCount),
      attempts: tried.attempts ?? 0,
      sentAt: Number.NEGATIVE_INFINITY,
      isHeld: false,
      wasConcurrent: false,
      ambiguous: tried.ambiguous ?? false,
    };
    const running = this.#attempts(call);
    this.#running.add(running);
    try {
      return (await running) as ResponseOf<N>;
    } finally {
      this.#running.delete(running);
      Object.assign(tried, { attempts: call.attempts, ambiguous: call.ambiguous });
    }
  }

  /** Returns a function that redacts secrets and the texts of a write, which a refusal may quote. */
  #redactFor<N extends OperationName>(operation: N, request: RequestOf<N>): RedactLine {
    if (!sendsContent(operations[operation])) return this.#redact;
    const content = Object.entries<unknown>(request).flatMap(([name, value]) =>
      name === "id" ? [] : [value],
    );
    const texts = content.filter((value) => typeof value === "string");
    return lineRedactor(this.#settings.secrets, texts);
  }

  /** Returns a time in ms since 1970 that the server has certainly passed; undefined before a Date header. */
  serverTime(): number | undefined {
    return this.#serverClock.time(this.#settings.clock.now());
  }

  /** Returns a time that the clocks of all servers behind the address have passed; see `serverTime`. */
  earliestServerTime(): number | undefined {
    return this.#serverClock.earliestTime(this.#settings.clock.now());
  }

  /** The `requestsPerSecond` with which the server would refuse none; undefined if no limit has shown. */
  get advisedRate(): number | undefined {
    return this.#throttle.advisedRate;
  }

  /** True if refusals of several calls, or of a read, have shown that the server limits the rate. */
  get limitsRate(): boolean {
    return this.#throttle.limitsRate;
  }

  /** Reports whether the server refused a call for the rate; see `Throttle.isForRate`. */
  isForRate(error: OutreachError): boolean {
    return this.#throttle.isForRate(error);
  }

  /** Refuses new calls, waits for running ones, then closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  /** Waits for a slot, then makes attempts until the call succeeds or may not be retried. */
  async #attempts(call: ApiCall): Promise<unknown> {
    if (isAborted(call) || !this.#concurrency.tryAcquire()) {
      await this.#wait(call, this.#concurrency.acquire(call.signal, call.followsLook));
    }
    const queuedMs = this.#settings.clock.now() - call.begunAt;
    try {
      for (;;) {
        let start = this.#settings.clock.now();
        if (isAborted(call) || !this.#throttle.tryStart())
          start = await this.#wait(call, this.#throttle.wait(call.signal, call.followsLook));
        const pausedMs = this.#throttle.pausedMs(call.begunAt, start);
        const isLate = pausedMs > LONG_PAUSE_MS || queuedMs > call.longestMs;
        if (call.followsLook && isLate) throw this.#error(call, PAUSED, "write");
        this.#sent.add(call);
        call.attempts += 1;
        call.sentAt = this.#settings.clock.now();
        const reading = await this.#send(call);
        if (reading === undefined) {
          call.attempts -= 1;
          continue;
        }
        const { sentAt } = call;
        if ("value" in reading) {
          this.#throttle.recordAccepted(sentAt);
          this.#budget.refund(call.attempts - 1);
          return reading.value;
        }
        const { failure } = reading;
        const isRead = operations[call.operation].intent === "read";
        const isForRate = this.#throttle.recordFailed(failure, { sentAt, attempt: call.attempts, isRead });
        const waitMs = this.#waitAfter(call, failure, isForRate);
        await this.#wait(call, this.#settings.clock.sleep(waitMs, call.signal));
      }
    } finally {
      this.#sent.delete(call);
      this.#concurrency.release();
    }
  }

  /** Sends the request. Returns undefined if the request was held back: it must wait for the pace again. */
  async #send(call: ApiCall): Promise<Reading | undefined> {
    const { operation, id, body, redact, signal, attempts: attempt } = call;
    const { baseUrl, headers, requestTimeoutMs: timeoutMs, clock, onEvent } = this.#settings;
    const dispatcher = await (this.#settings.dispatcher ?? (this.#dispatcher ??= createDispatcher(baseUrl)));
    call.wasConcurrent = this.#sent.size > 1;
    call.isHeld = false;
    const started = clock.now();
    onEvent({ type: "request", operation, attempt });
    try {
      const { path, intent } = operations[operation];
      const limits = { timeoutMs, signal, finishOnceSent: intent !== "read" };
      const mayStart = () => this.#mayStart(call);
      const response = await send(dispatcher, baseUrl, { path, headers, body, ...limits, mayStart });
      const ended = clock.now();
      this.#serverClock.record(response.header("date"), ended);
      const durationMs = Math.round(ended - started);
      onEvent({ type: "response", operation, attempt, status: response.status, durationMs });
      const context = { operation: operations[operation], id, response, redact };
      const reading = readResponse(context, this.serverTime() ?? ended);
      if ("value" in reading || isServed(reading.failure)) this.#outages.recordServed();
      return reading;
    } catch (error) {
      if (call.isHeld) return undefined;
      if (error instanceof TransportError) return { failure: transportFailure(error, redact) };
      throw error;
    }
  }

  /**
   * Called when the request has a connection. Many connections take long to make: the requests that wait for
   * them must not follow a refusal of another request.
   */
  #mayStart(call: ApiCall): boolean {
    call.isHeld = !this.#throttle.permits(call.sentAt);
    call.sentAt = this.#settings.clock.now();
    return !call.isHeld;
  }

  /** Returns the wait before the next attempt of a read, in ms. If there is none, throws the call's error. */
  #waitAfter(call: ApiCall, failure: Failure, isForRate: boolean): number {
    const { operation, maxRetries, attempts: attempt } = call;
    const { intent } = operations[operation];
    const { clock, onEvent } = this.#settings;
    call.ambiguous ||= failure.ambiguous;
    const facts = {
      operation,
      attempt,
      code: failure.code,
      ...(failure.status !== undefined && { status: failure.status }),
    };
    const random = clock.random();
    const budget = this.#budget;
    const isPaced = isForRate && this.#throttle.limit !== undefined;
    const decision = decide({ intent, failure, attempt, maxRetries, budget, random, isForRate, isPaced });
    if ("reason" in decision) {
      const { reason, waitMs: repeatAfterMs } = decision;
      const last =
        repeatAfterMs === undefined
          ? this.#outages.failureOf(call, failure, reason)
          : { ...failure, repeatAfterMs };
      const error = this.#error(call, last, reason);
      onEvent({ type: "failed", ...facts, reason, ambiguous: error.ambiguous });
      throw error;
    }
    onEvent({ type: "retry", ...facts, waitMs: decision.waitMs });
    return decision.waitMs;
  }

  /** Waits. If the caller's signal ends the wait, throws the error of the call. */
  async #wait<T>(call: ApiCall, waiting: Promise<T>): Promise<T> {
    try {
      return await waiting;
    } catch (error) {
      throw isAborted(call) ? this.#error(call, CANCELLED, "permanent") : error;
    }
  }

  #error(call: ApiCall, failure: Failure, reason: NoRetry): OutreachError {
    const { operation, attempts } = call;
    const ambiguous = operations[operation].intent !== "read" && call.ambiguous;
    return toError(failure, { operation, attempts, ambiguous, note: noteOn(reason, failure) });
  }
}

/** The failure of a call that the caller ended between attempts. */
const CANCELLED: Failure = {
  code: "OUTREACH_CANCELLED",
  summary: "cancelled by the caller",
  transient: false,
  ambiguous: false,
};

/** The failure of a write that was not sent, so that the caller looks again at the object. */
const PAUSED: Failure = {
  code: "OUTREACH_RATE_LIMITED",
  summary: "not sent, because it had to wait for too long",
  transient: true,
  ambiguous: false,
  repeatAfterMs: 0,
};

function isAborted({ signal }: ApiCall): boolean {
  return signal?.aborted === true;
}
