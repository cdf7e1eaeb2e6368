import type { Dispatcher } from "undici";
import type { BaseUrl } from "./address";
import { messageOf, reasonOf, TransportError } from "./transport-error";

/** Longest response that is read, before and after decompression. Enough for many thousands of objects. */
export const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
const LIMIT = `${MAX_RESPONSE_BYTES / 1024 / 1024} MiB`;

/** A server starts to respond only after its work, so pauses within a response are short. */
const MAX_PAUSE_MS = 30_000;

export interface HttpRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Longest pause within the body of a response, in milliseconds. @default 30,000 */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** If true, the signal ends only the wait for a connection, and not the wait for a response. */
  readonly finishOnceSent: boolean;
  /** Called directly before the request is written to a socket. If it returns false, nothing is sent. */
  readonly mayStart?: (() => boolean) | undefined;
}

/** A complete response. If its body could not be decompressed, it still has the header `content-encoding`. */
export interface HttpResponse {
  readonly status: number;
  /** Returns a header by its name in lower case; the values of a repeated header are joined. */
  header(name: string): string | undefined;
  readonly body: Buffer;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function responseOf(status: number, headers: Headers, body: Buffer): HttpResponse {
  const header = (name: string) => headers[name] && [headers[name]].flat().join(", ");
  return { status, header, body };
}

/** Sends one request and follows no redirect. Rejects with a TransportError if no complete response comes. */
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
        bodyTimeout: request.pauseMs ?? MAX_PAUSE_MS,
      },
      exchange,
    );
  });
}

/**
 * One request and its response. undici calls `onRequestStart` directly before it writes to a connected
 * socket. A request that ends before this call was not sent. A request that ends after it may have been
 * carried out.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Headers = {};
  /** The first `#size` bytes are the part of the body that has arrived. */
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
      // The exchange ended while it waited for a connection. After an abort here, undici sends nothing.
      controller.abort(new Error("the request has ended"));
      return;
    }
    if (this.request.mayStart?.() === false) {
      this.#onAbort();
      // After an error here, undici sends nothing and keeps the connection. An abort would close it.
      throw new Error("the request must wait");
    }
    this.#controller = controller;
    if (this.request.finishOnceSent) this.#stopListening();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  /** Copies all chunks but the first: even a chunk of one byte keeps the socket's whole read buffer in memory. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const size = this.#size + chunk.length;
    if (size > MAX_RESPONSE_BYTES) {
      this.#fail("too large", `the response is longer than ${LIMIT}, the limit of this client`);
      return;
    }
    if (this.#size === 0) this.#body = chunk;
    else if (size > this.#body.length) this.#body = Buffer.concat([this.#body, Buffer.alloc(size)]);
    if (this.#size > 0) chunk.copy(this.#body, this.#size);
    this.#size = size;
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body = this.#body.subarray(0, this.#size);
    const response = responseOf(this.#status, this.#headers, body);
    const coding = codingOf(response);
    if (coding === undefined || body.length === 0) return this.resolve(response);
    // Some servers and gateways compress their responses although the request asks for `identity`.
    const headers = { ...this.#headers, "content-encoding": undefined };
    const decompressed = decompress(body, coding).then((plain) =>
      plain === undefined ? response : responseOf(response.status, headers, plain),
    );
    void decompressed.then(this.resolve, this.reject);
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
    if (this.#settle()) {
      const error = new TransportError(kind, message, this.#controller !== undefined, reason);
      this.#controller?.abort(error);
      this.reject(error);
    }
  }

  /** Ends the exchange. Returns false if it had ended already: undici may report errors after the end. */
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

/** Returns the coding of a body (RFC 9110, 8.4); undefined for none. Several codings count as one unknown coding. */
export function codingOf(response: HttpResponse): string | undefined {
  const coding = response.header("content-encoding")?.trim().toLowerCase() ?? "";
  return coding === "" || coding === "identity" ? undefined : coding;
}

/** Returns undefined if the body is not readable. @throws TransportError if it is too large */
async function decompress(body: Buffer, coding: string): Promise<Buffer | undefined> {
  if (!/^(gzip|x-gzip|deflate|br)$/.test(coding)) return undefined;
  // Loaded here, because few processes need zlib.
  const { brotliDecompressSync, unzipSync } = await import("node:zlib");
  try {
    const decode = coding === "br" ? brotliDecompressSync : unzipSync;
    return decode(body, { maxOutputLength: MAX_RESPONSE_BYTES });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_BUFFER_TOO_LARGE") return undefined;
    const message = `the decompressed response is longer than ${LIMIT}, the limit of this client`;
    throw new TransportError("too large", message, true);
  }
}

const bySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** The functions that run when a signal fires. One listener of Node for each call would be slow. */
export function abortListeners(signal: AbortSignal): Set<() => void> {
  const known = bySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  bySignal.set(signal, listeners);
  signal.addEventListener("abort", () => listeners.forEach((listener) => listener()), { once: true });
  return listeners;
}
