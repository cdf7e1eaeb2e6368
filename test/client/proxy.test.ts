import { createServer, request as forward, type Server } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { inspect } from "node:util";

import {
  CLUSTER,
  closeOpened,
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
/**
 * The status with which the proxy refuses everything, as a number and its reason; empty where it forwards.
 */
let refusal: string;
/** The body of such a refusal. */
let page: string;
/** What it was sent as a password with the last request. */
let password: string | undefined;

/** A forwarding proxy, which only ever reaches 127.0.0.1. */
async function startProxy(): Promise<void> {
  proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    password = request.headers["proxy-authorization"];
    if (refusal !== "") return void response.writeHead(Number.parseInt(refusal, 10)).end(page);
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
    password = request.headers["proxy-authorization"];
    socket.end(`HTTP/1.1 ${refusal || "502 Bad Gateway"}\r\ncontent-length: 0\r\n\r\n`);
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
  refusal = "";
  page = "";
  server = await startServer((_seen, response) => json(response, CLUSTER));
  await startProxy();
});

afterEach(async () => {
  process.env = environment;
  await closeOpened();
  await closeServer(proxy, sockets);
});

/** 0.0.0.0 reaches this machine without counting as loopback. */
const outside = () => `http://0.0.0.0:${server.port}`;

const get = (baseUrl: string) => createClient(baseUrl, { maxRetries: 0 }).client.getCluster("c-1");

describe("the proxy from the environment", () => {
  it.each([
    ["http_proxy", "http://"],
    ["HTTP_PROXY", ""],
  ])("forwards http requests if %s is set, with the scheme %j", async (name, scheme) => {
    process.env[name] = `${scheme}127.0.0.1:${proxyPort}`;
    expect(await get(outside())).toMatchObject({ id: "c-1" });
    expect(asked).toEqual([`POST ${outside()}/clusters/GetCluster`]);
  });

  it("tunnels https requests", async () => {
    process.env["HTTPS_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    expect(await failure(get(`https://0.0.0.0:${server.port}`))).toMatchObject({
      code: "OUTREACH_UNREACHABLE",
    });
    expect(asked).toEqual([`CONNECT 0.0.0.0:${server.port}`]);
    expect(server.requests).toEqual([]);
  });

  it("the client uses no proxy for hosts in NO_PROXY", async () => {
    process.env["HTTP_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    process.env["NO_PROXY"] = "example.com,0.0.0.0";
    expect(await get(outside())).toMatchObject({ id: "c-1" });
    expect(asked).toEqual([]);
  });

  it("an empty variable sets no proxy", async () => {
    process.env["http_proxy"] = "";
    process.env["HTTP_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    await get(outside());
    expect(asked).toHaveLength(1);
    process.env["no_proxy"] = "";
    process.env["NO_PROXY"] = "0.0.0.0";
    await get(outside());
    expect(asked).toHaveLength(1);
  });

  it("the client uses no proxy for loopback addresses", async () => {
    process.env["HTTP_PROXY"] = `http://127.0.0.1:${proxyPort}`;
    expect(await get(server.url)).toMatchObject({ id: "c-1" });
    expect(asked).toEqual([]);
  });

  it("with an invalid address is an error that names the variable and not the password in it", async () => {
    process.env["HTTP_PROXY"] = "http://me:hunter2@:80:80";
    const error = await failure(get(outside()));
    expect(error.code).toBe("OUTREACH_INVALID_OPTION");
    expect(error.message).toContain("HTTP_PROXY");
    expect(error.message).not.toContain("hunter2");
  });

  const persistent = (baseUrl: string) => createClient(baseUrl, { maxRetries: 3 }).client;

  it.each(["http", "https"])(
    "that refuses its password for %s gets it once, and the error says where to set it",
    async (scheme) => {
      process.env[`${scheme.toUpperCase()}_PROXY`] = `http://me:hunter2@127.0.0.1:${proxyPort}`;
      refusal = "407 Proxy Authentication Required";
      const baseUrl = outside().replace("http:", `${scheme}:`);
      const error = await failure(persistent(baseUrl).createCluster({ name: "n" }));
      expect(error).toMatchObject({ code: "OUTREACH_UNREACHABLE", attempts: 1, ambiguous: false });
      expect(error.message).toContain("(407). Set them in HTTPS_PROXY, or in HTTP_PROXY");
      expect(error.message).not.toContain("hunter2");
      expect(asked).toHaveLength(1);
    },
  );

  it.each([
    ["403 Forbidden", 1],
    ["408 Request Timeout", 4],
    ["429 Too Many Requests", 4],
    ["503 Service Unavailable", 4],
  ])(
    "that responds to CONNECT with %s gets %i requests, and the error has the status",
    async (status, times) => {
      process.env["HTTPS_PROXY"] = `http://127.0.0.1:${proxyPort}`;
      refusal = status;
      const error = await failure(persistent("https://outreach.invalid").getCluster("c-1"));
      expect(error.code).toBe("OUTREACH_UNREACHABLE");
      expect(error.message).toContain(`the proxy responded to CONNECT with ${status.slice(0, 3)}`);
      expect(asked).toHaveLength(times);
    },
  );

  it.each([
    ["me:hunter%402@", "me:hunter@2"],
    ["", undefined],
  ])("gets the credentials of %s", async (user, told) => {
    process.env["HTTP_PROXY"] = `http://${user}127.0.0.1:${proxyPort}`;
    await get(outside());
    expect(password).toBe(told && `Basic ${Buffer.from(told).toString("base64")}`);
  });

  it.each(["hunter%402", "hunter2 with%20%3Cb%3E"])(
    "that echoes its credentials with the password %s does not reveal them",
    async (secret) => {
      process.env["HTTP_PROXY"] = `http://mallow:${secret}@127.0.0.1:${proxyPort}`;
      const plain = decodeURIComponent(secret);
      const sent = Buffer.from(`mallow:${plain}`).toString("base64");
      page = `<html><p>Denied for Mallow with ${encodeURIComponent(plain)}:</p><pre>Proxy-Authorization: Basic ${sent}</pre>`;
      refusal = "403 Forbidden";
      const error = await failure(get(outside()));
      const everything = inspect(error, { depth: 20, showHidden: true });
      expect(everything).toContain(
        "Denied for (sensitive) with (sensitive): Proxy-Authorization: Basic (sensitive)",
      );
      expect(everything).not.toMatch(/mallow|hunter/i);
      expect(everything).not.toContain(sent.slice(0, 8));
    },
  );

  it("that closes the connection in response to CONNECT fails the attempt once", async () => {
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
