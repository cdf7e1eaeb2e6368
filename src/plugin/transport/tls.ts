import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";

/** The server's key, the server's certificate and the client's certificate, all as PEM. */
export interface TlsOptions {
  readonly key: string;
  readonly certificate: string;
  /** The only client certificate that the server accepts. */
  readonly clientCertificate: string;
}

/**
 * Returns a function that starts TLS on a connection. It passes the connection to `onSecured` if the client
 * proves that it has the key of exactly `clientCertificate` (docs/design/protocol-sdk.md).
 */
export function securing(
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
