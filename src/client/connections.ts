import { type Socket } from "node:net";

import { reasonOf, TransportError } from "./connection";
import { type Connect } from "./connect";
import { ResponseParser, type HttpAnswer } from "./response-parser";

/** How long an idle connection is used again: less than what common servers keep it for. */
const IDLE_MS = 4_000;
/** A server's own word on it counts, less what it may have been under way. */
const IDLE_MARGIN_MS = 1_000;
const LONGEST_IDLE_MS = 600_000;

/** Whoever sent a request on a connection, and hears of its answer. */
export interface Recipient {
  /** Bytes came, and more must. `status` is 0 while the head of the answer is not there. */
  onProgress(status: number): void;
  onAnswer(answer: HttpAnswer): void;
  onFailure(error: TransportError): void;
}

/** Keep-alive connections to one server, each with one request at a time. */
export class Connections {
  readonly #connect: Connect;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  #closed = false;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /**
   * An idle connection, or undefined where there is none. It is chosen after a look at what has arrived meanwhile: a
   * server that has closed a connection must not get a create on it, whose fate nobody could tell then.
   */
  async reuse(): Promise<Connection | undefined> {
    if (this.#idle.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
      if (last.isFresh()) {
        return last;
      }
      last.destroy();
    }
    return undefined;
  }

  /** A new connection. Rejects with a TransportError; one that nobody waits for any more is closed. */
  async open(abandoned: AbortSignal): Promise<Connection> {
    if (this.#closed) {
      throw new TransportError("connection", "the client is closed", false, "CLOSED");
    }
    let socket: Socket;
    try {
      socket = await this.#connect(abandoned);
    } catch (error) {
      throw notSent(error as Error);
    }
    const connection = new Connection(socket, {
      idle: () => this.#idle.push(connection),
      gone: () => this.#forget(connection),
    });
    this.#open.add(connection);
    if (this.#closed) {
      connection.destroy();
    }
    return connection;
  }

  /** Closes every connection. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#open) {
      connection.destroy();
    }
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index >= 0) {
      this.#idle.splice(index, 1);
    }
  }
}

function notSent(error: Error): TransportError {
  return new TransportError("connection", error.message, false, reasonOf(error));
}

/** One connection. Whatever is not an answer to its one request ends it. */
export class Connection {
  readonly #socket: Socket;
  readonly #pool: { readonly idle: () => void; readonly gone: () => void };
  #recipient: Recipient | undefined;
  #parser = new ResponseParser();
  #freshUntil = Number.POSITIVE_INFINITY;

  constructor(socket: Socket, pool: { readonly idle: () => void; readonly gone: () => void }) {
    this.#socket = socket;
    this.#pool = pool;
    socket.on("data", (chunk: Buffer) => this.#onData(chunk));
    socket.on("end", () => this.#onEnd());
    socket.on("error", (error) => this.#fail(lost(error.message, reasonOf(error))));
    socket.on("close", () => this.#onClose());
  }

  isFresh(): boolean {
    return !this.#socket.destroyed && this.#socket.writable && performance.now() < this.#freshUntil;
  }

  /** Writes a request. From here on its bytes may be on their way. */
  send(request: string, recipient: Recipient): void {
    this.#recipient = recipient;
    this.#parser = new ResponseParser();
    this.#socket.ref();
    this.#socket.write(request);
  }

  /** Ends the connection; the recipient hears nothing more. */
  destroy(): void {
    this.#recipient = undefined;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    const recipient = this.#recipient;
    if (recipient === undefined) {
      // Nobody asked: whatever it is, it must not become the answer to the next request.
      this.#socket.destroy();
      return;
    }
    let answer: HttpAnswer | undefined;
    try {
      answer = this.#parser.push(chunk);
    } catch (error) {
      this.#fail(error as TransportError);
      return;
    }
    if (answer === undefined) {
      recipient.onProgress(this.#parser.status);
    } else {
      this.#complete(answer);
    }
  }

  #onEnd(): void {
    if (this.#recipient === undefined) {
      this.#socket.destroy();
      return;
    }
    try {
      this.#complete(this.#parser.end());
    } catch (error) {
      this.#fail(error as TransportError);
    }
  }

  #onClose(): void {
    this.#fail(lost("other side closed", "CUT_SHORT"));
    this.#pool.gone();
  }

  #complete(answer: HttpAnswer): void {
    const recipient = this.#recipient;
    this.#recipient = undefined;
    const idleMs = idleTime(answer.headers["keep-alive"]);
    // An answer that came before the whole request was sent leaves the rest of it behind.
    if (
      this.#parser.keepAlive &&
      idleMs > 0 &&
      this.#socket.writableLength === 0 &&
      !this.#socket.destroyed
    ) {
      this.#freshUntil = performance.now() + idleMs;
      // An idle connection keeps no process alive.
      this.#socket.unref();
      this.#pool.idle();
    } else {
      this.#socket.destroy();
    }
    recipient?.onAnswer(answer);
  }

  #fail(error: TransportError): void {
    const recipient = this.#recipient;
    this.destroy();
    recipient?.onFailure(error);
  }
}

function lost(message: string, reason: string): TransportError {
  return new TransportError("connection", message, true, reason);
}

/** For how long the server says to keep the connection, in milliseconds (`keep-alive: timeout=5`). */
function idleTime(keepAlive: string | undefined): number {
  const [, seconds] = /(?:^|[,\s])timeout=(\d{1,9})(?:[,\s]|$)/i.exec(keepAlive ?? "") ?? [];
  return seconds === undefined
    ? IDLE_MS
    : Math.min(Number(seconds) * 1_000 - IDLE_MARGIN_MS, LONGEST_IDLE_MS);
}
