import { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";

export interface TlsOptions {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
  /** PEM: the one certificate whose holder is let in. */
  readonly clientCertificate: string;
}

/**
 * Returns what makes an accepted connection a TLS one, and gives it to `onSecured` once the client has proved that it
 * holds the key of the certificate that the host announced. That certificate signed itself, so there is no chain to
 * check: it is compared byte by byte. Given to Node as an authority it would admit whatever it has signed, too, and
 * Node 20 would first read all of its own authorities, which takes longer than the rest of the start.
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
    // Any name: without one Node hashes the command line, and loading the hash takes longer than the rest.
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
    onError(new Error("A client without the host's certificate was refused."));
  });
  // Node's documented way to give a server a connection that it did not accept itself.
  return (socket) => server.emit("connection", socket);
}
