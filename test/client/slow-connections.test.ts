import { spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection, type Socket } from "node:net";

import { answerLookups, createNamedClient, WAYS } from "./named-host";
import { closeOpened, CLUSTER, opened } from "./server";

afterEach(closeOpened);

/**
 * A server that takes no connection until its input ends. Its queue holds two; the system drops what comes
 * beyond that, and the other side tries again after a second.
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

/** Of a name that has both of them. Nobody listens at the second one. */
const ADDRESSES = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

it.each(WAYS)(
  "the client waits for a slow connection to %s, although the name has another address",
  async (_to, way) => {
    const { port, takeConnections } = await startBusyServer();
    answerLookups((callback) => {
      callback(null, ADDRESSES);
      takeConnections();
    });
    const { client } = await createNamedClient(way, port);
    expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
  },
);
