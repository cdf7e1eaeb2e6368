import type { Dispatcher } from "undici";
import { operations, requestFields, type OperationName, type RequestOf, type ResponseOf } from "../api";
import { parseJson } from "../util/json";
import { createDispatcher } from "./connection/address";
import { send } from "./connection/exchange";
import { transportFailure, TransportError } from "./connection/transport-error";
import { OutreachError, toError, type Failure } from "./errors/outreach-error";
import { lineRedactor, type RedactLine } from "./errors/redact-line";
import { encodeRequest } from "./messages/contract";
import { sendsContent } from "./messages/error-body";
import { readResponse, type Reading } from "./messages/read-response";
import { readOptions, type CallOptions, type ClientOptions, type RawRequest, type Settings } from "./options";
import { ServerClock } from "./retries/clock";
import { ConcurrencyLimit } from "./retries/concurrency";
import { isServed, Pace } from "./retries/pace";
import {
  CANCELLED,
  decide,
  noteOn,
  OutageDetector,
  PAUSED,
  type ApiCall,
  type NoRetry,
  USED_UP,
} from "./retries/retry";

/** After a longer wait, the object of a write may have changed. A Retry-After of one second is frequent. */
const LONG_PAUSE_MS = 1_000;
/** This limit is higher than `LONG_PAUSE_MS`, because slow responses may occupy all slots for seconds. */
const LONG_QUEUE_MS = 5_000;

/** Retries reads, but no writes. */
export class Caller {
  readonly #settings: Settings;
  readonly #redact: RedactLine;
  readonly #concurrency: ConcurrencyLimit;
  readonly #pace: Pace;
  readonly #serverClock = new ServerClock();
  readonly #outages = new OutageDetector();
  readonly #running = new Set<Promise<unknown>>();
  readonly #sent = new Set<ApiCall>();
  /** If a server fails all calls, the shared number of retries soon leaves each call a single attempt. */
  #retriesLeft: number;
  #dispatcher: Promise<Dispatcher> | undefined;
  #closed = false;

  /** @throws OutreachError `OUTREACH_INVALID_OPTION` */
  constructor(options: ClientOptions) {
    this.#settings = readOptions(options);
    const { secrets, maxConcurrentRequests, requestsPerSecond, clock } = this.#settings;
    this.#redact = lineRedactor(secrets);
    this.#concurrency = new ConcurrencyLimit(maxConcurrentRequests);
    this.#pace = new Pace(requestsPerSecond, clock);
    this.#retriesLeft = this.#mostRetries;
  }

  /** A list returns one page. */
  async call<N extends OperationName>(
    operation: N,
    request: RequestOf<N>,
    { signal, maxRetries = this.#settings.maxRetries, tried = {}, followsLook = false }: CallOptions = {},
  ): Promise<ResponseOf<N>> {
    const closed = { code: "OUTREACH_CLOSED", message: `${operation}: the client is closed.` } as const;
    if (this.#closed) throw new OutreachError({ ...closed, operation });
    const call: ApiCall = {
      operation,
      id: (request as { readonly id?: string }).id,
      body: encodeRequest(operation, this.#settings.identity, request),
      redact: this.#redactFor(operation, request),
      signal,
      maxRetries,
      followsLook,
      begunAt: this.#settings.clock.now(),
      longestMs: (tried.longestMs = 2 * (tried.longestMs ?? 0) || LONG_QUEUE_MS),
      servedBefore: (tried.servedBefore ??= this.#outages.servedCount),
      attempts: tried.attempts ?? 0,
      sentAt: Number.NEGATIVE_INFINITY,
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

  /** The request may break the contract. Rejects if no complete response arrives. @internal */
  async post({ operation, fields = {}, authorized = true, signal }: RawRequest) {
    const { baseUrl, identity, headers, requestTimeoutMs: timeoutMs, clock } = this.#settings;
    if (!this.#pace.tryStart()) await this.#pace.wait(signal);
    const known = requestFields(operations[operation]);
    const entries = Object.entries<unknown>({ ...identity, ...fields });
    const body = Object.fromEntries(entries.map(([name, value]) => [known[name]?.wire ?? name, value]));
    const withoutToken = Object.entries(headers).filter(([name]) => name !== "authorization");
    const dispatcher = await this.#open();
    const started = clock.now();
    const response = await send(dispatcher, baseUrl, {
      path: operations[operation].path,
      body: JSON.stringify(body),
      headers: authorized ? headers : Object.fromEntries(withoutToken),
      ...{ timeoutMs, signal, finishOnceSent: true },
    }).catch((error: unknown) => {
      throw error instanceof TransportError
        ? toError(transportFailure(error, this.#redact), operation)
        : error;
    });
    const ended = clock.now();
    const id = typeof fields["id"] === "string" ? fields["id"] : undefined;
    const context = { operation: operations[operation], id, response, redact: this.#redact };
    const reading = readResponse(context, ended);
    const text = response.body.toString();
    return {
      status: response.status,
      header: (name: string) => response.header(name),
      text,
      json: parseJson(text)?.value,
      /** The error that `call` would report or retry; undefined for a success. */
      error: "failure" in reading ? toError(reading.failure, operation) : undefined,
      value: "value" in reading ? reading.value : undefined,
      durationMs: ended - started,
    };
  }

  /** A time in ms since 1970 that the server has certainly passed; undefined before a Date header. */
  serverTime(): number | undefined {
    return this.#serverClock.time(this.#settings.clock.now());
  }

  /** A time in ms since 1970 that all servers behind the address have passed. */
  earliestServerTime(): number | undefined {
    return this.#serverClock.earliestTime(this.#settings.clock.now());
  }

  /** A `requestsPerSecond` that the server would not refuse; undefined if the server refused nothing. */
  get advisedRate(): number | undefined {
    return this.#pace.advisedRate;
  }

  get limitsRate(): boolean {
    return this.#pace.limitsRate;
  }

  isForRate(error: OutreachError): boolean {
    return this.#pace.isForRate(error);
  }

  /** Rejects new calls, waits for running calls, then closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  #redactFor(operation: OperationName, { id: _id, ...content }: { readonly id?: string }): RedactLine {
    if (!sendsContent(operations[operation])) return this.#redact;
    const texts = Object.values<unknown>(content).filter((value) => typeof value === "string");
    return lineRedactor(this.#settings.secrets, texts);
  }

  async #attempts(call: ApiCall): Promise<unknown> {
    const { clock } = this.#settings;
    if (call.signal?.aborted === true || !this.#concurrency.tryAcquire()) {
      await this.#wait(call, this.#concurrency.acquire(call.signal, call.followsLook));
    }
    const queuedMs = clock.now() - call.begunAt;
    try {
      for (;;) {
        let start = clock.now();
        if (call.signal?.aborted === true || !this.#pace.tryStart())
          start = await this.#wait(call, this.#pace.wait(call.signal, call.followsLook));
        const pausedMs = this.#pace.pausedMs(call.begunAt, start);
        const isLate = pausedMs > LONG_PAUSE_MS || queuedMs > call.longestMs;
        if (call.followsLook && isLate) throw this.#error(call, PAUSED, "write");
        this.#sent.add(call);
        call.attempts += 1;
        const reading = await this.#send(call);
        const { sentAt, attempts: attempt } = call;
        if ("value" in reading) {
          this.#pace.recordAccepted(sentAt);
          this.#retriesLeft = Math.min(this.#mostRetries, this.#retriesLeft + attempt);
          return reading.value;
        }
        const isRead = operations[call.operation].intent === "read";
        this.#pace.recordFailed(reading.failure, { sentAt, attempt, isRead });
        await this.#wait(call, clock.sleep(this.#waitAfter(call, reading.failure), call.signal));
      }
    } finally {
      this.#sent.delete(call);
      this.#concurrency.release();
    }
  }

  async #send(call: ApiCall): Promise<Reading> {
    const { operation, id, body, redact, signal, attempts: attempt } = call;
    const { baseUrl, headers, requestTimeoutMs: timeoutMs, clock, onEvent } = this.#settings;
    const { path, intent } = operations[operation];
    call.sentAt = clock.now();
    const dispatcher = await this.#open();
    call.wasConcurrent = this.#sent.size > 1;
    const limits = { timeoutMs, signal, finishOnceSent: intent !== "read" };
    onEvent({ type: "request", operation, attempt });
    const started = clock.now();
    try {
      const response = await send(dispatcher, baseUrl, { path, headers, body, ...limits });
      const ended = clock.now();
      this.#serverClock.record(response.header("date"), ended);
      const durationMs = Math.round(ended - started);
      onEvent({ type: "response", operation, attempt, status: response.status, durationMs });
      const context = { operation: operations[operation], id, response, redact };
      const reading = readResponse(context, this.serverTime() ?? ended);
      if ("value" in reading || isServed(reading.failure)) this.#outages.recordServed();
      return reading;
    } catch (error) {
      if (error instanceof TransportError) return { failure: transportFailure(error, redact) };
      throw error;
    }
  }

  get #mostRetries(): number {
    return this.#settings.maxConcurrentRequests * this.#settings.maxRetries;
  }

  #open(): Dispatcher | Promise<Dispatcher> {
    return this.#settings.dispatcher ?? (this.#dispatcher ??= createDispatcher(this.#settings.baseUrl));
  }

  /** Returns the milliseconds before a read's next attempt. Throws the call's error if no attempt follows. */
  #waitAfter(call: ApiCall, failure: Failure): number {
    const { operation, attempts: attempt } = call;
    const { clock, onEvent } = this.#settings;
    const { code, status } = failure;
    call.ambiguous ||= failure.ambiguous;
    const decision = decide(call, failure, this.#pace, clock.random());
    const isUsedUp = decision.waitMs !== undefined && this.#retriesLeft === 0;
    const { waitMs, reason } = isUsedUp ? USED_UP : decision;
    if (waitMs !== undefined) this.#retriesLeft -= 1;
    const facts = { operation, attempt, code, ...(status !== undefined && { status }) };
    if (reason === undefined) {
      onEvent({ type: "retry", ...facts, waitMs: waitMs! });
      return waitMs!;
    }
    const outage = waitMs === undefined && this.#outages.failureOf(call, failure, reason);
    const last = outage || { ...failure, repeatAfterMs: waitMs };
    const error = this.#error(call, last, reason);
    onEvent({ type: "failed", ...facts, reason, ambiguous: error.ambiguous });
    throw error;
  }

  async #wait<T>(call: ApiCall, waiting: Promise<T>): Promise<T> {
    try {
      return await waiting;
    } catch (error) {
      throw call.signal?.aborted === true ? this.#error(call, CANCELLED, "permanent") : error;
    }
  }

  #error(call: ApiCall, failure: Failure, reason: NoRetry): OutreachError {
    const { operation, attempts, ambiguous } = call;
    return toError({ ...failure, ambiguous }, operation, attempts, noteOn(reason, failure));
  }
}

/** The server's response, and what the client reads from it. @internal */
export type RawResponse = Awaited<ReturnType<Caller["post"]>>;
