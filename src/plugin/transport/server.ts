import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { Call } from "./call";
import { isGrpc } from "./headers";
import { type Address, type Listener, type ListenTarget, openListener } from "./listen";
import type { Methods } from "./method";
import { Status } from "./status";
import { securing, type TlsOptions } from "./tls";

export interface GrpcServerOptions {
  /** A promise lets a process announce itself first and load its methods after: early calls wait. */
  readonly methods: Methods | Promise<Methods>;
  /** A listener that is open already is taken over. */
  readonly listen: ListenTarget | Listener;
  /** Plaintext without it. */
  readonly tls?: TlsOptions | undefined;
  /** @default 256 MiB, as HashiCorp's own SDK: state with large attributes has to pass. */
  readonly maxMessageBytes?: number;
  /** Told of failures that no client may see: what a handler threw, a broken connection, a refused certificate. */
  readonly onError?: (error: unknown) => void;
}

export interface GrpcServer {
  readonly address: Address;
  /** Open connections right now. */
  readonly connections: number;
  /**
   * Lets no new call in, ends held-open calls, waits until the others have their answers, and closes every
   * connection. Calling it again returns the same promise.
   */
  close(): Promise<void>;
}

/**
 * Windows far above HTTP/2's 64 KiB: requests are buffered whole anyway, so a small window would only add a round
 * trip of WINDOW_UPDATE for each 64 KiB of a large state.
 */
const streamWindow = 16 * 1024 * 1024;
const connectionWindow = 64 * 1024 * 1024;

/** In MiB. Node's default of 10 would refuse calls while a few large answers wait to be written. */
const sessionMemory = 4096;

/** Serves gRPC over HTTP/2, directly on node:http2. Resolves when clients can connect. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const server = createServer({
    settings: { initialWindowSize: streamWindow },
    maxSessionMemory: sessionMemory,
  });
  const listener = "serve" in options.listen ? options.listen : await openListener(options.listen);
  const connections = new Connections(server, listener, options);
  return {
    address: listener.address,
    get connections() {
      return connections.count;
    },
    close: () => connections.close(),
  };
}

/** The sessions and calls of one server. */
class Connections {
  private readonly sessions = new Set<ServerHttp2Session>();
  private readonly heldOpen = new Set<Call>();
  private closed: Promise<void> | undefined;
  private readonly maxMessageBytes: number;
  private readonly onError: (error: unknown) => void;

  constructor(
    server: Http2Server,
    private readonly listener: Listener,
    options: GrpcServerOptions,
  ) {
    this.maxMessageBytes = options.maxMessageBytes ?? 256 * 1024 * 1024;
    this.onError = options.onError ?? (() => undefined);
    const { methods } = options;
    server.on("session", (session) => this.addSession(session));
    server.on("stream", (stream, headers) => {
      stream.on("error", this.onError);
      if (methods instanceof Promise) void methods.then((loaded) => this.accept(stream, headers, loaded));
      else this.accept(stream, headers, methods);
    });
    server.on("sessionError", this.onError);
    // Node's documented way to give a server a connection that it did not accept itself.
    const serve = (socket: Socket): void => void server.emit("connection", socket);
    listener.serve(options.tls === undefined ? serve : securing(options.tls, serve, this.onError));
  }

  get count(): number {
    return this.sessions.size;
  }

  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    const sessions = [...this.sessions].map(
      (session) => new Promise<void>((resolve) => session.close(resolve)),
    );
    for (const call of this.heldOpen) call.finish(Status.OK);
    this.listener.close();
    await Promise.all(sessions);
  }

  private addSession(session: ServerHttp2Session): void {
    this.sessions.add(session);
    session.on("close", () => this.sessions.delete(session));
    session.setLocalWindowSize(connectionWindow);
    if (this.closed !== undefined) session.close();
  }

  private accept(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, methods: Methods): void {
    if (stream.destroyed) return;
    const refusal = httpRefusal(headers);
    if (refusal !== undefined) {
      stream.respond({ ":status": refusal }, { endStream: true });
      stream.close();
      return;
    }
    const call = new Call(stream, headers, methods.get(headers[":path"] ?? ""), {
      maxMessageBytes: this.maxMessageBytes,
      onError: this.onError,
    });
    if (call.isHeldOpen) this.hold(stream, call);
  }

  private hold(stream: ServerHttp2Stream, call: Call): void {
    if (this.closed !== undefined) return call.finish(Status.OK);
    this.heldOpen.add(call);
    stream.on("close", () => this.heldOpen.delete(call));
  }
}

/** The HTTP status for what is not a gRPC call at all (gRPC over HTTP/2, "Requests"). */
function httpRefusal(headers: IncomingHttpHeaders): number | undefined {
  if (headers[":method"] !== "POST") return 405;
  return isGrpc(headers["content-type"]) ? undefined : 415;
}
