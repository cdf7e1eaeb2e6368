import type { Dispatcher } from "undici";

import { listenersOf } from "./abort-listeners";
import type { BaseUrl } from "./base-url";
import { messageOf, reasonOf, TransportError } from "./transport-error";
import { layersOf, unpack } from "./content-coding";
import { createDispatcher } from "./proxy";

/**
 * Longest answer that is read, packed and unpacked: one that never ends must not fill the memory. The largest honest one is a page of
 * a list or one prompt; 8 MiB hold tens of thousands of list entries.
 */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const LIMIT = `${MAX_RESPONSE_BYTES / 1024 / 1024} MiB`;

const NOTHING = Buffer.alloc(0);

interface HttpRequest {
  /** Operation path, appended to the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange: connection, headers and body. */
  readonly timeoutMs: number;
  /** Longest pause in the middle of an answer. */
  readonly pauseMs: number;
  /** Ends the exchange. */
  readonly signal?: AbortSignal | undefined;
  /** The signal ends the wait for a connection only: once the request is on its way, its answer is awaited. */
  readonly finishWhatIsSent: boolean;
}

/** An answer whose body is unpacked. Where that was impossible, it still has the header `content-encoding`. */
export interface HttpAnswer {
  readonly status: number;
  /** A header by its name in lower case; a repeated one is one value. */
  header(name: string): string | undefined;
  readonly body: Buffer;
}

/** Sends requests to one server and brings whole answers back. Follows no redirect and repeats nothing. */
export class HttpTransport {
  readonly #baseUrl: BaseUrl;
  readonly #dispatcher: Dispatcher;
  readonly #owned: boolean;

  private constructor(baseUrl: BaseUrl, dispatcher: Dispatcher, owned: boolean) {
    this.#baseUrl = baseUrl;
    this.#dispatcher = dispatcher;
    this.#owned = owned;
  }

  /** A dispatcher that is passed in stays open on `close`: it belongs to whoever made it. */
  static async open(baseUrl: BaseUrl, dispatcher?: Dispatcher): Promise<HttpTransport> {
    return new HttpTransport(
      baseUrl,
      dispatcher ?? (await createDispatcher(baseUrl)),
      dispatcher === undefined,
    );
  }

  /** Rejects with a TransportError where no whole answer came. */
  send(request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(request, resolve, reject);
      this.#dispatcher.dispatch(
        {
          origin: this.#baseUrl.origin,
          path: `${this.#baseUrl.pathPrefix}${request.path}`,
          method: "POST",
          headers: request.headers,
          body: request.body,
          // The exchange's own timer covers the time to the headers.
          headersTimeout: 0,
          bodyTimeout: request.pauseMs,
        },
        exchange,
      );
    });
  }

  async close(): Promise<void> {
    if (this.#owned) {
      await this.#dispatcher.destroy();
    }
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function answerOf(status: number, headers: Headers, body: Buffer): HttpAnswer {
  return { status, header: (name) => joined(headers[name]), body };
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

/**
 * One request and its answer.
 *
 * undici calls `onRequestStart` directly before it writes to a connected socket. So a request that ends before that
 * call has not left this machine, and one that ends after it may have been carried out.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #finishWhatIsSent: boolean;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Headers = {};
  /** What came of the body; beyond `#size` there is room for more. */
  #body: Buffer = NOTHING;
  #size = 0;

  constructor(
    request: HttpRequest,
    resolve: (answer: HttpAnswer) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = request.signal;
    this.#finishWhatIsSent = request.finishWhatIsSent;
    this.#timer = setTimeout(this.#onTimeout, request.timeoutMs, request.timeoutMs);
    if (this.#signal === undefined) return;
    if (this.#signal.aborted) this.#onAbort();
    else listenersOf(this.#signal).add(this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      // Ended while it waited for a connection: undici writes nothing after an abort here.
      controller.abort(new Error("the request has ended"));
      return;
    }
    this.#controller = controller;
    if (this.#finishWhatIsSent) this.#listenNoMore();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#size + chunk.length > MAX_RESPONSE_BYTES) {
      this.#fail("too large", `the answer is longer than ${LIMIT}, the most that is read`);
      return;
    }
    this.#append(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const answer = answerOf(this.#status, this.#headers, this.#body.subarray(0, this.#size));
    if (this.#headers["content-encoding"] === undefined) this.#resolve(answer);
    else void this.#unpack(answer);
  }

  /** Some servers and gateways pack what they send whatever was asked for. */
  async #unpack(answer: HttpAnswer): Promise<void> {
    const codings = answer.header("content-encoding") ?? "";
    if (layersOf(codings).length === 0 || answer.body.length === 0) return this.#resolve(answer);
    const unpacked = await unpack(answer.body, codings, MAX_RESPONSE_BYTES);
    if ("body" in unpacked) {
      const headers = { ...this.#headers, "content-encoding": undefined };
      return this.#resolve(answerOf(answer.status, headers, unpacked.body));
    }
    if (unpacked.problem === "unreadable") return this.#resolve(answer);
    const message = `the answer is longer than ${LIMIT} when it is unpacked, the most that is read`;
    this.#reject(new TransportError("too large", message, true));
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail("connection", messageOf(error), reasonOf(error));
  }

  /** No chunk is kept beside others: one of a single byte holds on to all that was read from the socket with it. */
  #append(chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (this.#size === 0) {
      this.#body = chunk;
    } else {
      if (size > this.#body.length) {
        const larger = Buffer.allocUnsafe(2 * size);
        this.#body.copy(larger, 0, 0, this.#size);
        this.#body = larger;
      }
      chunk.copy(this.#body, this.#size);
    }
    this.#size = size;
  }

  readonly #onAbort = () => this.#fail("cancelled", "cancelled by the caller");

  readonly #onTimeout = (timeoutMs: number) => {
    const phase =
      this.#controller === undefined
        ? "no connection"
        : this.#status === 0
          ? "no answer"
          : "no complete answer";
    this.#fail("timeout", `${phase} within ${timeoutMs / 1_000} s`);
  };

  #fail(kind: TransportError["kind"], message: string, reason?: string): void {
    if (this.#settle()) {
      const error = new TransportError(kind, message, this.#controller !== undefined, reason);
      this.#controller?.abort(error);
      this.#reject(error);
    }
  }

  /** True the first time only: what undici reports after the end is no news. */
  #settle(): boolean {
    if (this.#settled) {
      return false;
    }
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#listenNoMore();
    return true;
  }

  #listenNoMore(): void {
    if (this.#signal !== undefined) listenersOf(this.#signal).delete(this.#onAbort);
  }
}
