import { createServer as createProxy } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, Socket } from "node:net";
import { parseBaseUrl } from "../../src/client";
import { createDispatcher } from "../../src/client/connection/address";
import { selfSigned } from "./certificate";
import {
  closeOpened,
  closeServer,
  CLUSTER,
  createClient,
  failure,
  json,
  listen,
  opened,
  startServer,
} from "./server";

afterEach(closeOpened);

/** Starts a proxy that forwards everything to one server; returns its port. */
async function startProxy(target: number): Promise<number> {
  const sockets: Socket[] = [];
  const proxy = createProxy((_request, response) => json(response, CLUSTER));
  proxy.on("connection", (socket: Socket) => sockets.push(socket));
  proxy.on("connect", (_request, socket: Socket) => {
    const onward = connect(target, "127.0.0.1");
    sockets.push(onward);
    for (const end of [socket, onward]) end.on("error", () => undefined);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.pipe(onward).pipe(socket);
  });
  opened.push({ close: () => closeServer(proxy, sockets) });
  return listen(proxy);
}

describe.each(["http", "https"])("a connection for %s", (scheme) => {
  test.each(["directly", "through a proxy"])("uses no TCP keep-alive %s", async (way) => {
    const keepAlive = jest.spyOn(Socket.prototype, "setKeepAlive");
    opened.push({ close: () => Promise.resolve(keepAlive.mockRestore()) });
    const secure = scheme === "https" ? createSecureServer(selfSigned("localhost")) : undefined;
    const server = await startServer((_seen, response) => json(response, CLUSTER), secure);
    const url = `${scheme}://0.0.0.0:${server.port}`;
    const environment: Record<string, string> = {};
    if (way !== "directly") environment[`${scheme}_proxy`] = `127.0.0.1:${await startProxy(server.port)}`;
    const dispatcher = await createDispatcher(parseBaseUrl(url), environment);
    opened.push({ close: () => dispatcher.destroy() });
    const call = createClient(url, { maxRetries: 0, dispatcher }).client.getCluster("c-1");
    // The certificate is untrusted, so a call over TLS ends after the connection is made.
    if (secure === undefined) expect(await call).toMatchObject({ id: "c-1" });
    else expect(await failure(call)).toMatchObject({ code: "OUTREACH_TLS" });
    expect(keepAlive).not.toHaveBeenCalled();
  });
});
