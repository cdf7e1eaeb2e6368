import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A response: JSON of `value`, or these bytes. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly value?: unknown;
  readonly bytes?: Buffer | string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

type Respond = (asked: Asked, ...parts: string[]) => Answer | undefined;

/** A server on loopback. A later route takes precedence, and one that returns undefined passes the request on. */
export class TestServer {
  readonly asked: Asked[] = [];
  url = "";
  readonly #routes: { method: string; pattern: RegExp; respond: Respond }[] = [];
  readonly #server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url!, "http://host");
      const asked: Asked = {
        method: request.method!,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
      };
      this.asked.push(asked);
      const { status = 200, headers = {}, value, bytes } = this.respond(asked);
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(status === 204 ? undefined : (bytes ?? JSON.stringify(value ?? {})));
    });
  });

  /** What the host answers where no route does. */
  protected respond(asked: Asked): Answer {
    for (const { method, pattern, respond } of this.#routes) {
      const parts = method === asked.method && pattern.exec(asked.path);
      const answer = parts ? respond(asked, ...parts.slice(1).map(decodeURIComponent)) : undefined;
      if (answer !== undefined) return answer;
    }
    return { status: 404, value: { message: "Not Found" } };
  }

  /** Answers requests such as "GET /items/:id", whose parts are given to `respond`. */
  on(route: string, respond: Respond): this {
    const [method, path] = route.split(" ") as [string, string];
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`);
    this.#routes.unshift({ method, pattern, respond });
    return this;
  }

  /** Answers the next requests of a route with these answers, then passes them on. */
  once(route: string, ...answers: Answer[]): this {
    return this.on(route, () => answers.shift());
  }

  /** The requests of a method, as texts. */
  sent(...methods: string[]): string[] {
    return this.asked
      .filter(({ method }) => methods.includes(method))
      .map(({ method, path }) => `${method} ${path}`);
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}
