import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface Address {
  readonly network: "unix" | "tcp";
  readonly address: string;
}

/** A listening socket whose server may still be loading: `node:net` loads faster than HTTP/2 and TLS. */
export interface Listener {
  readonly address: Address;
  /** Passes all connections to `onConnection`, and begins with the connections made before this call. */
  serve(onConnection: (socket: Socket) => void): void;
  /** Stops listening. Connections that were passed to `onConnection` stay open. */
  close(): void;
}

/** Listens on a unix socket. Without a path, as on Windows, listens on a free TCP port that only this machine reaches. */
export async function openListener(path?: string): Promise<Listener> {
  const early: Socket[] = [];
  let onConnection = (socket: Socket): void => void early.push(socket);
  const server = createServer({ noDelay: true }, (socket) => {
    // A connection may fail before `serve` passes it on. Without this listener, the process would end.
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
