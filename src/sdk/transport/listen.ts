import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

export interface PortRange {
  readonly min: number;
  readonly max: number;
}

/** Where a server listens: a unix socket, or a TCP port. Without `ports`, any free port is used. */
export type ListenTarget =
  | { readonly path: string }
  | { readonly host: string; readonly ports?: PortRange | undefined };

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

/** Starts listening. The first port tried is random, so that two processes rarely try the same one. */
export async function openListener(target: ListenTarget): Promise<Listener> {
  const early: Socket[] = [];
  let onConnection = (socket: Socket): void => void early.push(socket);
  const server = createServer({ noDelay: true }, (socket) => {
    // A connection may fail before `serve` passes it on. Without this listener, the process would end.
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  return {
    address: await listen(server, target),
    serve(serveConnection) {
      onConnection = serveConnection;
      early.splice(0).forEach(serveConnection);
    },
    close: () => void server.close(),
  };
}

async function listen(server: Server, target: ListenTarget): Promise<Address> {
  if ("path" in target) {
    await listenOnce(server, { path: target.path });
    return { network: "unix", address: target.path };
  }
  const port = await listenInRange(server, target.host, target.ports ?? { min: 0, max: 0 });
  return { network: "tcp", address: `${target.host}:${port}` };
}

async function listenInRange(server: Server, host: string, { min, max }: PortRange): Promise<number> {
  const count = max - min + 1;
  const first = Math.floor(Math.random() * count);
  for (let tried = 0; tried < count; tried++) {
    try {
      await listenOnce(server, { host, port: min + ((first + tried) % count) });
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    }
  }
  throw new Error(`No port between ${min} and ${max} on ${host} is free.`);
}

function listenOnce(
  server: Server,
  options: { path: string } | { host: string; port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
