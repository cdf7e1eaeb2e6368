import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { GrpcCall } from "./call";
import { ServerSession } from "./http2/session";
import type { Address, Listener } from "./listen";
import { type Methods, Status } from "./method";

/** All values are PEM. */
export interface TlsOptions {
  readonly key: string;
  readonly certificate: string;
  /** The only client certificate that the server accepts. */
  readonly clientCertificate: string;
}

export interface GrpcServerOptions {
  /** Returns, or first loads, the methods of one connection. `closed` resolves when the connection ends. */
  readonly methods: (closed: Promise<void>) => Methods | Promise<Methods>;
  readonly listener: Listener;
  readonly tls?: TlsOptions | undefined;
  /** `onError` receives the errors that clients do not see. */
  readonly onError: (error: unknown) => void;
}

export class GrpcServer {
  readonly address: Address;
  private readonly sessions = new Map<ServerSession, GrpcCall[]>();
  private closed: Promise<void> | undefined;
  private onIdle: () => void = () => undefined;

  constructor(private readonly options: GrpcServerOptions) {
    const { listener, tls, onError } = options;
    this.address = listener.address;
    const serve = (socket: Socket): void => this.addSession(socket);
    listener.serve(tls === undefined ? serve : securing(tls, serve, onError));
  }

  get connections(): number {
    return this.sessions.size;
  }

  /** Ends held-open calls. Closes each connection when its other calls have their responses. */
  close(): Promise<void> {
    return (this.closed ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    this.options.listener.close();
    const idle = new Promise<void>((resolve) => (this.onIdle = resolve));
    for (const [session, heldOpen] of this.sessions) {
      session.close();
      for (const call of heldOpen) call.finish(Status.OK);
    }
    if (this.sessions.size > 0) await idle;
  }

  /** Until the methods are loaded, requests wait in the socket. */
  private addSession(socket: Socket): void {
    // After `close`, the client may disconnect first, which is no error.
    socket.on("error", (error) => this.closed === undefined && this.options.onError(error));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    void Promise.resolve(this.options.methods(closed)).then((methods) => this.serve(socket, methods));
  }

  private serve(socket: Socket, methods: Methods): void {
    if (socket.destroyed) return;
    const heldOpen: GrpcCall[] = [];
    const session = new ServerSession(socket, {
      onStream: (stream, headers) => {
        const call = new GrpcCall(stream, methods.get(headers[":path"] ?? ""), this.options.onError);
        if (call.isHeldOpen) heldOpen.push(call);
      },
      onError: this.options.onError,
      onClose: () => {
        this.sessions.delete(session);
        if (this.sessions.size === 0) this.onIdle();
      },
    });
    this.sessions.set(session, heldOpen);
    if (this.closed !== undefined) session.close();
  }
}

/**
 * Passes a connection to `onSecured` if the client proves that it has the key of `clientCertificate`
 * (docs/design/protocol-sdk.md).
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
    // Without this option, Node hashes the command line.
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
  // Node documents this event as the way to pass in a connection of another server.
  return (socket) => server.emit("connection", socket);
}
