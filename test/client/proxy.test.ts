import { createServer, request as forward, type Server } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";

import {
  CLUSTER,
  closeServer,
  createClient,
  failure,
  json,
  listen,
  startServer,
  type TestServer,
} from "./server";

const NAMES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];
let environment: NodeJS.ProcessEnv;
let server: TestServer;
let proxy: Server;
let proxyPort: number;
/** What the proxy was asked: the absolute address of a forwarded request, or the target of a tunnel. */
let asked: string[];
let sockets: Socket[];

/** A forwarding proxy, which only ever reaches 127.0.0.1. */
async function startProxy(): Promise<void> {
  proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { path, port } = { path: new URL(request.url!).pathname, port: new URL(request.url!).port };
    request.pipe(
      forward(
        { host: "127.0.0.1", port, path, method: request.method, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        },
      ),
    );
  });
  proxy.on("connection", (socket: Socket) => sockets.push(socket));
  proxy.on("connect", (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
  });
  proxyPort = await listen(proxy);
}

beforeEach(async () => {
  environment = { ...process.env };
  for (const name of NAMES) {
    delete process.env[name];
  }
  asked = [];
  sockets = [];
  server = await startServer((_seen, response) => json(response, CLUSTER));
  await startProxy();
});

afterEach(async () => {
  process.env = environment;
  await closeServer(proxy, sockets);
  await server.close();
});

/** 0.0.0.0 reaches this machine without counting as loopback. */
const outside = () => `http://0.0.0.0:${server.port}`;

async function get(baseUrl: string) {
  const { client } = createClient(baseUrl, { maxRetries: 0 });
  try {
    return await client.getCluster("c-1");
  } finally {
    await client.close();
  }
}

describe("the proxy from the environment", () => {
  it.each(["http_proxy", "HTTP_PROXY"])("carries http requests when %s names it", async (name) => {
    process.env[name] = `http://127.0.0.1:${proxyPort}`;
    expect(await get(outside())).toMatchObject({ id: "c-1" });
    expect(asked).toEqual([`POST ${outside()}/clusters/GetCluster`]);
  });

  it("may be named without its scheme", async () => {
    process.env["HTTP_PROXY"] = `127.0.0.1:${proxyPort}`;
    expect(await get(outside())).toMatchObject({ id: "c-1" });
    expect(asked).toHaveLength(1);
  });

  it("carries https requests through a tunnel and sees nothing of them", async () => {
    process.env["HTTPS_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    expect(await failure(get(`https://0.0.0.0:${server.port}`))).toMatchObject({
      code: "OUTREACH_UNREACHABLE",
    });
    expect(asked).toEqual([`CONNECT 0.0.0.0:${server.port}`]);
    expect(server.requests).toEqual([]);
  });

  it("is for its own scheme only", async () => {
    process.env["HTTPS_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    await get(outside());
    expect(asked).toEqual([]);
  });

  // The last one stands for a domain above the host.
  it.each(["0.0.0.0", "*", "example.com,0.0.0.0", "0.0"])(
    "is left aside for hosts in NO_PROXY=%s",
    async (hosts) => {
      process.env["HTTP_PROXY"] = `http://127.0.0.1:${proxyPort}`;
      process.env["NO_PROXY"] = hosts;
      expect(await get(outside())).toMatchObject({ id: "c-1" });
      expect(asked).toEqual([]);
    },
  );

  it("is left aside for loopback addresses", async () => {
    process.env["HTTP_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    expect(await get(server.url)).toMatchObject({ id: "c-1" });
    expect(asked).toEqual([]);
  });

  it("that cannot be read is an error that names the variable and not the password in it", async () => {
    process.env["HTTP_PROXY"] = "http://me:hunter2@:80:80";
    const error = await failure(get(outside()));
    expect(error.code).toBe("OUTREACH_INVALID_OPTION");
    expect(error.message).toContain("HTTP_PROXY");
    expect(error.message).not.toContain("hunter2");
  });

  it("that closes the connection instead of opening a tunnel fails the attempt, once", async () => {
    let connections = 0;
    const closing = createTcpServer((socket) => {
      connections += 1;
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end());
    });
    process.env["HTTPS_PROXY"] = `http://127.0.0.1:${await listen(closing)}`;
    const error = await failure(get("https://outreach.invalid"));
    expect(error).toMatchObject({ code: "OUTREACH_UNREACHABLE", attempts: 1 });
    expect(connections).toBe(1);
    await closeServer(closing, []);
  });
});
