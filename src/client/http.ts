import { type BaseUrl } from "./base-url";
import { type Connect } from "./connect";
import { TransportError } from "./connection";
import { Connections, type Connection, type Recipient } from "./connections";
import { routeTo, type Route } from "./proxy";
import { type HttpAnswer } from "./response-parser";

export interface HttpRequest {
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

/** What may stand in a header: no line break ends it early. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Sends requests to one server and brings whole answers back. Follows no redirect and repeats nothing. */
export class HttpTransport {
  readonly #baseUrl: BaseUrl;
  readonly #route: Route;
  readonly #connections: Connections;

  /** Goes through the proxy that the environment names, unless `connect` says how to reach the server. */
  constructor(baseUrl: BaseUrl, connect?: Connect) {
    this.#baseUrl = baseUrl;
    this.#route = connect === undefined ? routeTo(baseUrl) : { connect, pathPrefix: "", headers: {} };
    this.#connections = new Connections(this.#route.connect);
  }

  /** Rejects with a TransportError where no whole answer came. */
  send(request: HttpRequest): Promise<HttpAnswer> {
    const text = this.#textOf(request);
    return new Promise((resolve, reject) => {
      void new Exchange(request, text, resolve, reject).run(this.#connections);
    });
  }

  close(): void {
    this.#connections.close();
  }

  #textOf({ path, headers, body }: HttpRequest): string {
    const { origin, pathPrefix } = this.#baseUrl;
    const all = {
      host: origin.slice(origin.indexOf("://") + 3),
      connection: "keep-alive",
      ...headers,
      ...this.#route.headers,
      "content-length": String(Buffer.byteLength(body)),
    };
    let text = `POST ${this.#route.pathPrefix}${pathPrefix}${path} HTTP/1.1\r\n`;
    for (const [name, value] of Object.entries(all)) {
      if (!HEADER_VALUE.test(value)) {
        throw new TransportError("connection", `the header ${name} cannot be sent`, false, "INVALID_HEADER");
      }
      text += `${name}: ${value}\r\n`;
    }
    return `${text}\r\n${body}`;
  }
}

/**
 * One request and its answer. A request that ends before it is written has not left this machine; one that ends after
 * that may have been carried out.
 */
class Exchange implements Recipient {
  readonly #request: HttpRequest;
  readonly #text: string;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #timer: NodeJS.Timeout;
  /** Ends a connection that is still being made. */
  #abandon: AbortController | undefined;
  #connection: Connection | undefined;
  #pause: NodeJS.Timeout | undefined;
  #status = 0;
  #settled = false;

  constructor(
    request: HttpRequest,
    text: string,
    resolve: (answer: HttpAnswer) => void,
    reject: (error: TransportError) => void,
  ) {
    this.#request = request;
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(this.#onTimeout, request.timeoutMs, request.timeoutMs);
  }

  async run(connections: Connections): Promise<void> {
    const { signal, finishWhatIsSent } = this.#request;
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) {
      this.#onAbort();
      return;
    }
    const connection = (await connections.reuse()) ?? (await this.#open(connections));
    if (connection === undefined) {
      return;
    }
    if (this.#settled) {
      connection.destroy();
      return;
    }
    this.#connection = connection;
    if (finishWhatIsSent) {
      signal?.removeEventListener("abort", this.#onAbort);
    }
    connection.send(this.#text, this);
  }

  onProgress(status: number): void {
    this.#status = status;
    if (status !== 0) {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(this.#onPause, this.#request.pauseMs);
    }
  }

  onAnswer(answer: HttpAnswer): void {
    if (this.#settle()) {
      this.#resolve(answer);
    }
  }

  onFailure(error: TransportError): void {
    if (this.#settle()) {
      this.#reject(error);
    }
  }

  /** A new connection; undefined where it fails, or nobody waits for it any more. */
  async #open(connections: Connections): Promise<Connection | undefined> {
    if (this.#settled) {
      return undefined;
    }
    this.#abandon = new AbortController();
    try {
      return await connections.open(this.#abandon.signal);
    } catch (error) {
      this.onFailure(error as TransportError);
    }
    return undefined;
  }

  readonly #onAbort = () => this.#fail("cancelled", "cancelled by the caller");

  readonly #onPause = () => this.#fail("connection", "nothing came for a while", "PAUSED");

  readonly #onTimeout = (timeoutMs: number) => {
    const phase =
      this.#connection === undefined
        ? "no connection"
        : this.#status === 0
          ? "no answer"
          : "no complete answer";
    this.#fail("timeout", `${phase} within ${timeoutMs / 1_000} s`);
  };

  #fail(kind: TransportError["kind"], message: string, reason?: string): void {
    if (this.#settle()) {
      const error = new TransportError(kind, message, this.#connection !== undefined, reason);
      this.#connection?.destroy();
      this.#abandon?.abort();
      this.#reject(error);
    }
  }

  /** True the first time only: what follows an end is no news. */
  #settle(): boolean {
    if (this.#settled) {
      return false;
    }
    this.#settled = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#pause);
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
    return true;
  }
}
