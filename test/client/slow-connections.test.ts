import { spawn } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { createConnection, type Socket } from "node:net";

import { parseBaseUrl } from "../../src/client";
import { createDispatcher } from "../../src/client/proxy";
import { closeOpened, CLUSTER, createClient, opened } from "./server";

afterEach(closeOpened);

/**
 * A server that takes no connection until its input ends. Its queue holds two; the system drops what comes beyond that, and the
 * other side tries again after a second.
 */
const BUSY_SERVER = `
  const server = require("node:http").createServer((request, response) => response.end(${JSON.stringify(JSON.stringify(CLUSTER))}));
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:fs").writeSync(1, server.address().port + "\\n");
    require("node:fs").readSync(0, Buffer.alloc(1));
  });
`;

async function startBusyServer() {
  const child = spawn(process.execPath, ["-e", BUSY_SERVER], { stdio: ["pipe", "pipe", "inherit"] });
  const queue: Socket[] = [];
  opened.push({
    close: async () => {
      queue.forEach((socket) => socket.destroy());
      child.kill();
      await once(child, "exit");
    },
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(String(line));
  for (let index = 0; index < 2; index += 1) {
    const socket = createConnection(port, "127.0.0.1");
    queue.push(socket);
    await once(socket, "connect");
  }
  return { port, takeConnections: () => child.stdin.end("\n") };
}

type Lookup = (host: string, options: unknown, callback: (error: null, addresses: unknown) => void) => void;

/** What becomes of a name that has an IPv4 address, and an IPv6 one at which nobody listens. */
function resolveToBothFamilies(whenTried: () => void) {
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  const lookup: Lookup = (_host, _options, callback) => {
    callback(null, addresses);
    whenTried();
  };
  const spy = jest.spyOn(dns, "lookup").mockImplementation(lookup as never);
  opened.push({ close: () => Promise.resolve(spy.mockRestore()) });
}

it.each([
  ["the server", (port: number) => [`http://outreach.invalid:${port}`, {}] as const],
  [
    "the proxy",
    (port: number) => ["http://outreach.invalid", { http_proxy: `proxy.invalid:${port}` }] as const,
  ],
])("a slow connection to %s is waited for, although the name has another address", async (_to, settings) => {
  const { port, takeConnections } = await startBusyServer();
  resolveToBothFamilies(takeConnections);
  const [url, environment] = settings(port);
  const dispatcher = await createDispatcher(parseBaseUrl(url), environment);
  opened.push({ close: () => dispatcher.destroy() });
  const { client } = createClient(url, { maxRetries: 0, dispatcher });
  expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
});
