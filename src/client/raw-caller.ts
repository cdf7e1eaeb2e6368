import type { Dispatcher } from "undici";
import { operations, requestFields, type OperationName } from "../api";
import { parseJson } from "../util/json";
import { send, type HttpResponse } from "./connection/exchange";
import { createDispatcher } from "./connection/proxy";
import { transportFailure, TransportError } from "./connection/transport-error";
import { toError, type Failure } from "./errors/failure";
import type { OutreachError } from "./errors/outreach-error";
import { lineRedactor, type RedactLine } from "./errors/redact-line";
import { readResponse } from "./messages/read-response";
import { readOptions, type ClientOptions, type Settings } from "./options";
import { Pace } from "./retries/pace";

/** A request that need not keep to the contract. */
export interface RawRequest {
  readonly operation: OperationName;
  /** By property name; other names are sent unchanged. They may replace the identity. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** False sends no Authorization header. @default true: sends the token of the options, if there is one */
  readonly authorized?: boolean;
  /** Ends the wait for the request, but not a request that was sent. */
  readonly signal?: AbortSignal | undefined;
}

/** A response as it came, and what the client makes of it. */
export interface RawResponse {
  readonly status: number;
  /** Returns a header by its name in lower case. */
  header(name: string): string | undefined;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  /** The error with which the client's own call would fail or retry; undefined for a success. */
  readonly error: OutreachError | undefined;
  /** The checked values of a success, as `Caller.call` returns them. */
  readonly value: unknown;
  /** Milliseconds from the start of the request to the end of the response. */
  readonly durationMs: number;
}

/** Sends requests that may break the contract, one attempt each, at the configured rate. */
export class RawCaller {
  readonly #settings: Settings;
  readonly #redact: RedactLine;
  readonly #pace: Pace;
  #dispatcher: Promise<Dispatcher> | undefined;

  /** @throws OutreachError `OUTREACH_INVALID_OPTION` */
  constructor(options: ClientOptions) {
    this.#settings = readOptions(options);
    this.#redact = lineRedactor(this.#settings.secrets);
    this.#pace = new Pace(this.#settings.requestsPerSecond, this.#settings.clock);
  }

  /** True if requests carry a bearer token. */
  get hasToken(): boolean {
    return "authorization" in this.#settings.headers;
  }

  /** Sends a request. Rejects with an OutreachError if no complete response comes. */
  async post(request: RawRequest): Promise<RawResponse> {
    const { operation, fields = {}, signal } = request;
    const { clock } = this.#settings;
    if (!this.#pace.tryStart()) await this.#pace.wait(signal);
    const id = typeof fields["id"] === "string" ? fields["id"] : undefined;
    const started = clock.now();
    const response = await this.#send(request);
    const ended = clock.now();
    const context = { operation: operations[operation], id, response, redact: this.#redact };
    const reading = readResponse(context, ended);
    const text = response.body.toString();
    return {
      status: response.status,
      header: (name) => response.header(name),
      text,
      json: parseJson(text)?.value,
      error: "failure" in reading ? errorOf(reading.failure, operation) : undefined,
      value: "value" in reading ? reading.value : undefined,
      durationMs: ended - started,
    };
  }

  async close(): Promise<void> {
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }

  async #send({ operation, fields = {}, authorized = true, signal }: RawRequest): Promise<HttpResponse> {
    const { baseUrl, identity, headers, requestTimeoutMs: timeoutMs } = this.#settings;
    const known = requestFields(operations[operation]);
    const values = { ...identity, ...fields };
    const entries = Object.entries(values).map(([name, value]) => [known[name]?.wire ?? name, value]);
    const { authorization, ...others } = headers;
    this.#dispatcher ??= createDispatcher(baseUrl);
    try {
      return await send(await this.#dispatcher, baseUrl, {
        path: operations[operation].path,
        body: JSON.stringify(Object.fromEntries(entries)),
        headers: { ...others, ...(authorized && authorization !== undefined && { authorization }) },
        ...{ timeoutMs, signal, finishOnceSent: true },
      });
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      throw errorOf(transportFailure(error, this.#redact), operation);
    }
  }
}

function errorOf(failure: Failure, operation: OperationName): OutreachError {
  const ambiguous = operations[operation].intent !== "read" && failure.ambiguous;
  return toError(failure, { operation, attempts: 1, ambiguous, note: undefined });
}
