import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { type CallOptions, GrpcCall } from "./call";
import { encodeHeaders, type Headers } from "./http2/hpack";
import { ServerSession } from "./http2/session";
import type { ServerStream } from "./http2/stream";
import type { Address, Listener } from "./listen";
import { type Methods, Status } from "./method";

/** The server's key, the server's certificate and the client's certificate, all as PEM. */
export interface TlsOptions {
  readonly key: string;
  readonly certificate: string;
  /** The only client certificate that the server accepts. */
  readonly clientCertificate: string;
}

export interface GrpcServerOptions {
  /**
   * Returns the methods of one connection; `closed` resolves when it ends. Calls wait for a promise, so a
   * process can announce its address before it loads its methods.
   */
  readonly methods: (closed: Promise<void>) => Methods | Promise<Methods>;
  readonly listener: Listener;
  /** Without certificates, connections are plaintext. */
  readonly tls?: TlsOptions | undefined;
  /** Receives the errors that clients do not get: of handlers, connections and rejected certificates. */
  readonly onError: (error: unknown) => void;
}

/** A server of gRPC over HTTP/2. It serves from its creation on. */
export class GrpcServer {
  readonly address: Address;
  private readonly sessions = new Set<ServerSession>();
  private readonly heldOpen = new Set<GrpcCall>();
  private closed: Promise<void> | undefined;
  private onIdle: () => void = () => undefined;
  private readonly callOptions: CallOptions;

  constructor(private readonly options: GrpcServerOptions) {
    const { listener, tls, onError } = options;
    this.address = listener.address;
    this.callOptions = { onError, onClose: (call) => this.heldOpen.delete(call) };
    const serve = (socket: Socket): void => this.addSession(socket);
    listener.serve(tls === undefined ? serve : securing(tls, serve, onError));
  }

  get connections(): number {
    return this.sessions.size;
  }

  /**
   * Accepts no new calls, ends held-open calls, and closes each connection when its other calls have their
   * responses. A second call of this function returns the same promise.
   */
  close(): Promise<void> {
    return (this.closed ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    this.options.listener.close();
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    for (const session of this.sessions) session.close();
    for (const call of this.heldOpen) call.finish(Status.OK);
    if (this.sessions.size > 0) await idle;
  }

  /** Reads nothing until the methods are loaded: requests wait in the socket. */
  private addSession(socket: Socket): void {
    // After `close`, a client may be the first to disconnect, which is not an error.
    socket.on("error", (error) => this.closed === undefined && this.options.onError(error));
    const methods = this.options.methods(new Promise((resolve) => socket.once("close", () => resolve())));
    if (methods instanceof Promise) void methods.then((loaded) => this.serve(socket, loaded));
    else this.serve(socket, methods);
  }

  private serve(socket: Socket, methods: Methods): void {
    if (socket.destroyed) return;
    const session = new ServerSession(socket, {
      onStream: (stream, headers) => this.accept(stream, headers, methods),
      onError: this.options.onError,
      onClose: () => {
        this.sessions.delete(session);
        if (this.sessions.size === 0) this.onIdle();
      },
    });
    this.sessions.add(session);
    if (this.closed !== undefined) session.close();
  }

  private accept(stream: ServerStream, headers: Headers, methods: Methods): void {
    const rejection = httpRejection(headers);
    if (rejection !== undefined) {
      stream.sendHeaders(encodeHeaders({ ":status": rejection }), true);
      return;
    }
    const path = headers[":path"] ?? "";
    const call = new GrpcCall(stream, path, methods.get(path), this.callOptions);
    if (call.isHeldOpen) this.heldOpen.add(call);
  }
}

/** The HTTP status for a request that is not gRPC (gRPC over HTTP/2, "Requests"). */
function httpRejection(headers: Headers): string | undefined {
  if (headers[":method"] !== "POST") return "405";
  return /^application\/grpc(\+proto)?(;|$)/.test(headers["content-type"] ?? "") ? undefined : "415";
}

/**
 * Returns a function that starts TLS on a connection. It passes the connection to `onSecured` if the client
 * proves that it has the key of exactly `clientCertificate` (docs/design/protocol-sdk.md).
 */
function securing(
  tls: TlsOptions,
  onSecured: (socket: TLSSocket) => void,
  onError: (error: unknown) => void,
): (socket: Socket) => void {
  const expected = new X509Certificate(tls.clientCertificate).raw;
  const server = createServer({
    key: tls.key,
    cert: tls.certificate,
    ca: [],
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
    // Any text will do. Without this option, Node first loads its hash functions and hashes the command line.
    sessionIdContext: "plugin",
  });
  server.on("tlsClientError", onError);
  server.on("secureConnection", (socket) => {
    if (socket.getPeerX509Certificate()?.raw.equals(expected) === true) {
      onSecured(socket);
      return;
    }
    socket.on("error", () => undefined);
    socket.destroy();
    onError(new Error("A client was rejected because it did not have Terraform's certificate."));
  });
  // Node documents this event as the way to pass in a connection that another server has accepted.
  return (socket) => server.emit("connection", socket);
}
