import type { Socket } from "node:net";
import { Call, type CallOptions } from "./call";
import { isGrpc } from "./headers";
import { encodeHeaders, type Headers, ServerSession, type ServerStream } from "./http2";
import { type Address, type Listener, type ListenTarget, openListener } from "./listen";
import type { Methods } from "./method";
import { Status } from "./status";
import { securing, type TlsOptions } from "./tls";

/** Gives a connection methods of its own. The promise resolves when the connection is over. */
type MethodsOfConnection = (over: Promise<void>) => Methods | Promise<Methods>;

export interface GrpcServerOptions {
  /** A promise lets a process announce itself first and load its methods after: early calls wait. */
  readonly methods: Methods | Promise<Methods> | MethodsOfConnection;
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

/** Serves gRPC over HTTP/2. Resolves when clients can connect. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const listener = "serve" in options.listen ? options.listen : await openListener(options.listen);
  const connections = new Connections(listener, options);
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
  private readonly sessions = new Set<ServerSession>();
  private readonly heldOpen = new Set<Call>();
  private closed: Promise<void> | undefined;
  private onIdle: () => void = () => undefined;
  private readonly onError: (error: unknown) => void;
  private readonly callOptions: CallOptions;

  constructor(
    private readonly listener: Listener,
    { methods, maxMessageBytes = 256 * 1024 * 1024, onError = () => undefined, tls }: GrpcServerOptions,
  ) {
    this.onError = onError;
    this.callOptions = { maxMessageBytes, onError, onClose: (call) => this.heldOpen.delete(call) };
    const serve = (socket: Socket): void => this.addSession(socket, methods);
    listener.serve(tls === undefined ? serve : securing(tls, serve, onError));
  }

  get count(): number {
    return this.sessions.size;
  }

  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    this.listener.close();
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    for (const session of this.sessions) session.close();
    for (const call of this.heldOpen) call.finish(Status.OK);
    if (this.sessions.size > 0) await idle;
  }

  /** Reads nothing before the methods are there: what the client sends meanwhile waits in the socket. */
  private addSession(socket: Socket, given: GrpcServerOptions["methods"]): void {
    // A client that hangs up first when the server closes is none.
    socket.on("error", (error) => this.closed === undefined && this.onError(error));
    const over = () => new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const methods = typeof given === "function" ? given(over()) : given;
    if (methods instanceof Promise) void methods.then((loaded) => this.serve(socket, loaded));
    else this.serve(socket, methods);
  }

  private serve(socket: Socket, methods: Methods): void {
    if (socket.destroyed) return;
    const session = new ServerSession(socket, {
      onStream: (stream, headers) => this.accept(stream, headers, methods),
      onError: this.onError,
      onClose: () => {
        this.sessions.delete(session);
        if (this.sessions.size === 0) this.onIdle();
      },
    });
    this.sessions.add(session);
    if (this.closed !== undefined) session.close();
  }

  private accept(stream: ServerStream, headers: Headers, methods: Methods): void {
    const refusal = httpRefusal(headers);
    if (refusal !== undefined) {
      stream.sendHeaders(encodeHeaders({ ":status": refusal }), true);
      return;
    }
    const call = new Call(stream, headers, methods.get(headers[":path"] ?? ""), this.callOptions);
    if (call.isHeldOpen) this.heldOpen.add(call);
  }
}

/** The HTTP status for what is not a gRPC call at all (gRPC over HTTP/2, "Requests"). */
function httpRefusal(headers: Headers): string | undefined {
  if (headers[":method"] !== "POST") return "405";
  return isGrpc(headers["content-type"]) ? undefined : "415";
}
