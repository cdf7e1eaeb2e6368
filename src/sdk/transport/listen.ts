import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface Address {
  readonly network: "unix" | "tcp";
  readonly address: string;
}

/** The server of this socket may still be loading, because `node:net` loads faster than HTTP/2 and TLS. */
export interface Listener {
  readonly address: Address;
  /** `onConnection` also receives the connections that were made before this call. */
  serve(onConnection: (socket: Socket) => void): void;
  /** Connections that were passed on stay open. */
  close(): void;
}

/** Without `path`, as on Windows, listens on a free TCP port of the loopback address. */
export async function openListener(path?: string): Promise<Listener> {
  const early: Socket[] = [];
  let onConnection = (socket: Socket): void => void early.push(socket);
  const server = createServer({ noDelay: true }, (socket) => {
    // Without this listener, a connection that fails before `serve` would end the process.
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  server.listen(path === undefined ? { host: "127.0.0.1", port: 0 } : { path });
  await once(server, "listening");
  return {
    address:
      path === undefined
        ? { network: "tcp", address: `127.0.0.1:${(server.address() as AddressInfo).port}` }
        : { network: "unix", address: path },
    serve(serveConnection) {
      onConnection = serveConnection;
      early.splice(0).forEach(serveConnection);
    },
    close: () => void server.close(),
  };
}
