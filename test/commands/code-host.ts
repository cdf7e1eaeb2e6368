import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The answer to a request: its status, and the value of its JSON. */
interface Answer {
  readonly status: number;
  readonly value: unknown;
}

/** The API of a code host, on loopback. */
export abstract class CodeHost {
  readonly #server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { status, value } = this.respond(request, text);
      response.statusCode = status;
      response.end(JSON.stringify(value ?? {}));
    });
  });

  /** Answers a request with this body. */
  protected abstract respond(request: IncomingMessage, body: string): Answer;

  /** Returns the address of the host. */
  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}
