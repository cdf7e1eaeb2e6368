import type { Dispatcher } from "undici";
import { send, type HttpResponse } from "./connection/exchange";
import { createDispatcher } from "./connection/proxy";
import { readOptions, type ClientOptions, type Settings } from "./options";
import { Pace } from "./retries/pace";

/** Longest pause within a response, in milliseconds. */
const MAX_PAUSE_MS = 30_000;

interface RawRequest {
  readonly path: string;
  readonly body: string;
  /** Added to the client's own headers. An empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests unchecked, one attempt each, and returns the responses unchecked. */
export class RawCaller {
  readonly #settings: Settings;
  readonly #pace: Pace;
  #dispatcher: Promise<Dispatcher> | undefined;

  /** @throws OutreachError `OUTREACH_INVALID_OPTION` */
  constructor(options: ClientOptions) {
    this.#settings = readOptions(options);
    this.#pace = new Pace(this.#settings.requestsPerSecond, this.#settings.clock);
  }

  /** Sends a request at the configured rate. Rejects with a TransportError if no complete response comes. */
  async post({ path, body, headers = {}, signal }: RawRequest): Promise<HttpResponse> {
    const { baseUrl, requestTimeoutMs: timeoutMs } = this.#settings;
    if (!this.#pace.tryStart()) await this.#pace.wait(signal);
    this.#dispatcher ??= createDispatcher(baseUrl);
    const all = Object.entries({ ...this.#settings.headers, ...headers }).filter(([, value]) => value !== "");
    const limits = { timeoutMs, pauseMs: MAX_PAUSE_MS, signal, finishOnceSent: true };
    return send(await this.#dispatcher, baseUrl, { path, headers: Object.fromEntries(all), body, ...limits });
  }

  async close(): Promise<void> {
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }
}
