import type { Dispatcher } from "undici";
import type { BaseUrl } from "./base-url";
import { Exchange, type HttpRequest, type HttpResponse } from "./exchange";
import { createDispatcher } from "./proxy";

/** Sends requests to one server and returns complete responses. Follows no redirect and retries nothing. */
export class HttpTransport {
  readonly #baseUrl: BaseUrl;
  readonly #dispatcher: Dispatcher;
  readonly #owned: boolean;

  private constructor(baseUrl: BaseUrl, dispatcher: Dispatcher, owned: boolean) {
    this.#baseUrl = baseUrl;
    this.#dispatcher = dispatcher;
    this.#owned = owned;
  }

  /** Opens a transport. `close` does not close a dispatcher that is passed in. */
  static async open(baseUrl: BaseUrl, dispatcher?: Dispatcher): Promise<HttpTransport> {
    return new HttpTransport(
      baseUrl,
      dispatcher ?? (await createDispatcher(baseUrl)),
      dispatcher === undefined,
    );
  }

  /** Sends a request. Rejects with a TransportError if there is no complete response. */
  send(request: HttpRequest): Promise<HttpResponse> {
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

  /** Closes the connections. */
  async close(): Promise<void> {
    if (this.#owned) await this.#dispatcher.destroy();
  }
}
