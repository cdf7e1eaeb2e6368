import type { Dispatcher } from "undici";
import type { BaseUrl } from "./address";
import { messageOf, reasonOf, TransportError } from "./transport-error";

/** 8 MiB hold many thousands of objects. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * Longest pause within a response. Real pauses are short, because a server does its work before the response.
 */
const MAX_PAUSE_MS = 30_000;

export interface HttpRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** If true, the signal ends the wait for a connection, but not a request that was sent. */
  readonly finishOnceSent: boolean;
}

export interface HttpResponse {
  readonly status: number;
  /** `name` is in lower case. The values of a repeated header are joined. */
  header(name: string): string | undefined;
  readonly body: Buffer;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Follows no redirect. Rejects with a TransportError if the response stays incomplete. */
export function send(dispatcher: Dispatcher, baseUrl: BaseUrl, request: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(request, resolve, reject);
    dispatcher.dispatch(
      {
        origin: baseUrl.origin,
        path: `${baseUrl.pathPrefix}${request.path}`,
        method: "POST",
        headers: request.headers,
        body: request.body,
        // The exchange's own timer covers the time until the headers arrive.
        headersTimeout: 0,
        bodyTimeout: MAX_PAUSE_MS,
      },
      exchange,
    );
  });
}

/**
 * undici calls `onRequestStart` directly before it writes to a connected socket. So a request that ends
 * before this call was not sent.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Headers = {};
  /** Only the first `#size` bytes of the buffer have arrived. */
  #body: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(
    readonly request: HttpRequest,
    readonly resolve: (response: HttpResponse) => void,
    readonly reject: (error: Error) => void,
  ) {
    const { signal, timeoutMs } = request;
    this.#timer = setTimeout(this.#onTimeout, timeoutMs);
    if (signal?.aborted === true) this.#onAbort();
    else if (signal !== undefined) abortListeners(signal).add(this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      // The exchange ended while it waited for a connection, so undici must send nothing.
      controller.abort(new Error("the request has ended"));
      return;
    }
    this.#controller = controller;
    if (this.request.finishOnceSent) this.#stopListening();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  /** Copies all chunks but the first: a chunk of one byte would keep the socket's whole buffer in memory. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > MAX_RESPONSE_BYTES) {
      this.#fail("too large", `the response is longer than 8 MiB, the limit of this client`);
      return;
    }
    if (this.#size === 0) this.#body = chunk;
    else if (size > this.#body.length) this.#body = Buffer.concat([this.#body, Buffer.alloc(size)]);
    if (this.#size > 0) chunk.copy(this.#body, this.#size);
    this.#size = size;
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const headers = this.#headers;
    const header = (name: string) => headers[name] && [headers[name]].flat().join(", ");
    this.resolve({ status: this.#status, header, body: this.#body.subarray(0, this.#size) });
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#fail("connection", messageOf(error), reasonOf(error));
  }

  readonly #onAbort = () => this.#fail("cancelled", "cancelled by the caller");

  readonly #onTimeout = () => {
    const received = this.#status === 0 ? "response" : "complete response";
    const missing = this.#controller === undefined ? "connection" : received;
    this.#fail("timeout", `no ${missing} within ${this.request.timeoutMs / 1_000} s`);
  };

  #fail(kind: TransportError["kind"], message: string, reason?: string): void {
    if (!this.#settle()) return;
    const error = new TransportError(kind, message, this.#controller !== undefined, reason);
    this.#controller?.abort(error);
    this.reject(error);
  }

  /** Returns false if the exchange had already ended, because undici may report errors after the end. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#stopListening();
    return true;
  }

  #stopListening(): void {
    const { signal } = this.request;
    if (signal !== undefined) abortListeners(signal).delete(this.#onAbort);
  }
}

const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** Functions that run when the signal fires. A Node listener for each call would be slow. */
export function abortListeners(signal: AbortSignal): Set<() => void> {
  const listeners = bySignal.get(signal) ?? new Set<() => void>();
  if (bySignal.has(signal)) return listeners;
  bySignal.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
