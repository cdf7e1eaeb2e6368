import { createServer as createSecureServer } from "node:https";
import { createConnection, createServer as createTcpServer, type Server, type Socket } from "node:net";

import { Agent } from "undici";

import { TransportError, transportFailure } from "../../src/client/connection/transport-error";
import { HttpTransport, MAX_RESPONSE_BYTES } from "../../src/client/connection/transport";
import { presenter } from "../../src/client/errors/present";
import { MASK } from "../../src/shared/secrets";
import { isOutage, parseBaseUrl, type OutreachClient } from "../../src/client";
import { runWithFewFiles } from "../file-limit";
import { selfSigned } from "./certificate";
import {
  closeOpened,
  CLUSTER,
  closeServer,
  createClient,
  failure,
  inOrder,
  json,
  listen,
  opened,
  startServer,
  type Answer,
  type TestServer,
} from "./server";

afterEach(closeOpened);

async function connected(answer: Answer, options: Parameters<typeof createClient>[1] = {}) {
  const server: TestServer = await startServer(answer);
  const made = createClient(server.url, { maxRetries: 0, ...options });
  return { ...made, server };
}

/** A server that speaks bytes, for what node:http would never send. */
async function rawServer(
  onRequest: (socket: Socket) => void,
  options: Parameters<typeof createClient>[1] = {},
) {
  const sockets: Socket[] = [];
  const server: Server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => onRequest(socket));
  });
  const port = await listen(server);
  const made = createClient(`http://127.0.0.1:${port}`, { maxRetries: 0, ...options });
  opened.push({ close: () => closeServer(server, sockets) });
  return { ...made, sockets };
}

const create = { name: "n" };

describe("a connection that ends", () => {
  it("before the whole request was read leaves a create open, because bytes of it had left", async () => {
    const { client } = await rawServer((socket) => socket.resetAndDestroy());
    const error = await failure(client.createSnippet({ name: "n", prompt: "x".repeat(16 * 1024 * 1024) }));
    expect(error).toMatchObject({ code: "OUTREACH_CONNECTION", ambiguous: true });
  });

  it("after the request was read leaves a create open", async () => {
    const { client, server } = await connected((_seen, response) => void response.socket!.destroy());
    expect(await failure(client.createCluster(create))).toMatchObject({
      code: "OUTREACH_CONNECTION",
      ambiguous: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it("in the middle of a body of known length is an error, never half an answer", async () => {
    const { client } = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"workspaceId":"w","clusterId":"c"}'),
    );
    expect(await failure(client.createCluster(create))).toMatchObject({
      code: "OUTREACH_CONNECTION",
      ambiguous: true,
    });
  });

  it("in the middle of a chunked body is an error, never half an answer", async () => {
    const { client } = await rawServer((socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n23\r\n{"workspaceId":"w","clusterId":"c"}\r\n',
      ),
    );
    expect(await failure(client.createCluster(create))).toMatchObject({
      code: "OUTREACH_CONNECTION",
      ambiguous: true,
      retryable: true,
    });
  });

  it("in the middle of the last body of a connection is an error, never half an answer", async () => {
    const { client } = await rawServer((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"),
    );
    expect(await failure(client.deleteSnippet("s-1"))).toMatchObject({
      code: "OUTREACH_CONNECTION",
      ambiguous: true,
      retryable: true,
    });
  });

  it("between two calls costs the second one a new connection, nothing else", async () => {
    const { client, server } = await connected(
      inOrder(
        (_seen, response) => json(response, CLUSTER),
        (_seen, response) => json(response, CLUSTER),
      ),
    );
    await client.getCluster("c-1");
    const closed = new Promise((resolve) => server.connections[0]!.once("close", resolve));
    server.connections[0]!.destroySoon();
    await closed;
    await client.createCluster(create);
    expect(server.requests).toHaveLength(2);
    expect(server.connections).toHaveLength(2);
  });
});

describe("an answer", () => {
  it("that is not HTTP is an error and is not asked for again", async () => {
    const { client, sockets } = await rawServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n"), {
      maxRetries: 3,
    });
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_UNREADABLE", attempts: 1 });
    expect(error.message).toContain("the answer is not HTTP");
    expect(sockets).toHaveLength(1);
  });

  it.each(["100 Continue", "101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c"])(
    "that begins with %s, unasked, is told as that and is not asked for again",
    async (status) => {
      const answer = `HTTP/1.1 ${status}\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`;
      const { client, sockets } = await rawServer((socket) => socket.end(answer), { maxRetries: 3 });
      const error = await failure(client.deleteSnippet("s-1"));
      expect(error).toMatchObject({ code: "OUTREACH_UNREADABLE", attempts: 1, ambiguous: true });
      expect(error.message).toContain("begins with 100 Continue or 101 Switching Protocols");
      expect(sockets).toHaveLength(1);
    },
  );

  it("larger than the limit is cut off and not asked for again", async () => {
    const { client, server } = await connected(
      (_seen, response) => {
        response.on("error", () => undefined);
        response.end(Buffer.alloc(MAX_RESPONSE_BYTES + 1, " "));
      },
      { maxRetries: 3 },
    );
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ code: "OUTREACH_RESPONSE_TOO_LARGE", attempts: 1 });
    expect(error.message).toContain("longer than 8 MiB");
    expect(server.requests).toHaveLength(1);
  });

  it("as large as the limit is read", async () => {
    const text = JSON.stringify(CLUSTER);
    const { client } = await connected((_seen, response) =>
      json(response, text + " ".repeat(MAX_RESPONSE_BYTES - text.length)),
    );
    expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
  });

  it("after informational ones is the one that counts", async () => {
    const { client } = await connected((_seen, response) => {
      response.writeProcessing();
      json(response, CLUSTER);
    });
    expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
  });
});

describe("the request timeout", () => {
  it("ends the wait for headers; a read may be repeated, a create is open", async () => {
    const { client } = await connected(() => undefined, { requestTimeout: 0.05 });
    expect(await failure(client.getCluster("c"))).toMatchObject({
      code: "OUTREACH_TIMEOUT",
      retryable: true,
    });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TIMEOUT", ambiguous: true });
    expect(error.message).toContain("no answer within 0.05 s");
  });

  it("ends a body that drips, though each drop comes in time", async () => {
    let drip: NodeJS.Timeout | undefined;
    const { client } = await connected(
      (_seen, response) => {
        response.writeHead(200);
        drip = setInterval(() => response.write(" "), 5);
        response.on("close", () => clearInterval(drip));
      },
      { requestTimeout: 0.2 },
    );
    const error = await failure(client.getCluster("c-1"));
    expect(error.code).toBe("OUTREACH_TIMEOUT");
    expect(error.message).toContain("no complete answer within 0.2 s");
  });

  it("of several calls without any answer is silence, be they side by side or one after the other", async () => {
    const codes = async (client: OutreachClient, ids: string[]) =>
      Promise.all(ids.map(async (id) => (await failure(client.getCluster(id))).code));
    const together = await connected(() => undefined, { requestTimeout: 0.05 });
    expect(await codes(together.client, ["a", "b"])).toEqual(Array(2).fill("OUTREACH_UNRESPONSIVE"));
    const inTurn = await connected(() => undefined, { requestTimeout: 0.05 });
    expect(await codes(inTurn.client, ["a"])).toEqual(["OUTREACH_TIMEOUT"]);
    expect(await codes(inTurn.client, ["b"])).toEqual(["OUTREACH_UNRESPONSIVE"]);
    expect((await failure(inTurn.client.createCluster(create))).code).toBe("OUTREACH_TIMEOUT");
  });

  it("is that of one call where the server has answered another meanwhile", async () => {
    const { client } = await connected(
      ({ path }, response) => {
        if (path.endsWith("DeleteSnippet")) json(response, {});
      },
      { requestTimeout: 1 },
    );
    const [error] = await Promise.all([failure(client.getCluster("c-1")), client.deleteSnippet("s-1")]);
    expect(error.code).toBe("OUTREACH_TIMEOUT");
  });

  it("that ends the wait for a connection leaves nothing open, and nothing is sent later", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    let connect: (() => void) | undefined;
    const dispatcher = new Agent({
      connect: (_options, callback) => {
        connect = () => {
          const socket = createConnection(server.port, "127.0.0.1", () => callback(null, socket));
        };
      },
    });
    const { client } = createClient(server.url, { requestTimeout: 0.02, maxRetries: 0, dispatcher });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TIMEOUT", ambiguous: false });
    expect(error.message).toContain("no connection within 0.02 s");
    connect!();
    await new Promise((resolve) => dispatcher.once("connect", resolve));
    await dispatcher.close();
    expect(server.requests).toEqual([]);
  });
});

describe("a host name that nobody knows", () => {
  it("is asked for again, for a create too, because nothing was sent", async () => {
    const dispatcher = new Agent({
      connect: {
        lookup: (host, _options, callback) =>
          callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }), ""),
      },
    });
    const { client } = createClient("http://outreach.invalid", { maxRetries: 2, dispatcher });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_UNREACHABLE", attempts: 3, ambiguous: false });
    expect(error.message).toBe(
      "CreateCluster: the host name is not known (getaddrinfo ENOTFOUND outreach.invalid) (3 attempts).",
    );
    await dispatcher.close();
  });
});

it("a host with several addresses, of which none can be reached, is named by the reason alone", async () => {
  const addresses = [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ];
  const server = await startServer((_seen, response) => json(response, CLUSTER));
  await server.close();
  const dispatcher = new Agent({
    connect: { lookup: (_host, _options, callback) => callback(null, addresses as never, 4) },
  });
  opened.push({ close: () => dispatcher.close() });
  const { client } = createClient(`http://outreach.invalid:${server.port}`, { maxRetries: 0, dispatcher });
  const error = await failure(client.createCluster(create));
  // Node tells of all of them in an error without a message.
  expect(error.message).toBe("CreateCluster: the connection was refused.");
});

describe("TLS", () => {
  const { key, cert } = selfSigned("localhost");

  it("with a certificate that nobody vouches for is refused and not tried again", async () => {
    const server = await startServer(
      (_seen, response) => json(response, CLUSTER),
      createSecureServer({ key, cert }),
    );
    const { client } = createClient(`https://127.0.0.1:${server.port}`, { maxRetries: 3 });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TLS", attempts: 1, ambiguous: false, retryable: false });
    expect(server.requests).toEqual([]);
  });

  it("with a trusted certificate works", async () => {
    const server = await startServer(
      (_seen, response) => json(response, CLUSTER),
      createSecureServer({ key, cert }),
    );
    const dispatcher = new Agent({ connect: { ca: cert, servername: "localhost" } });
    const { client } = createClient(`https://127.0.0.1:${server.port}`, { dispatcher });
    opened.push({ close: () => dispatcher.close() });
    expect(await client.getCluster("c-1")).toMatchObject({ id: "c-1" });
  });

  it("of no version in common is told in words alone, without OpenSSL's codes", async () => {
    const server = await startServer(
      (_seen, response) => json(response, CLUSTER),
      createSecureServer({
        key,
        cert,
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "ALL:@SECLEVEL=0",
      }),
    );
    const { client } = createClient(`https://127.0.0.1:${server.port}`);
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_TLS", attempts: 1, ambiguous: false });
    expect(error.message).toMatch(/^CreateCluster: no trusted TLS connection: [a-z0-9 ]+\.$/);
  });

  it("to a server for plain http is refused with a hint, without OpenSSL's codes, and not tried again", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    const { client } = createClient(server.url.replace("http:", "https:"), { maxRetries: 3 });
    const error = await failure(client.createCluster(create));
    expect(error).toMatchObject({ code: "OUTREACH_WRONG_SCHEME", attempts: 1, ambiguous: false });
    expect(error.message).toBe(
      "CreateCluster: nothing on this port speaks TLS, so it is probably one for plain HTTP (did you mean http:// in place of https://?).",
    );
  });

  it.each([
    ["an alert of TLS", Buffer.from([21, 3, 1, 0, 2, 2, 70])],
    ["Go's words", "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"],
  ])(
    "in place of plain http, answered with %s, is told with a hint and not tried again",
    async (_, answer) => {
      const { client, sockets } = await rawServer((socket) => socket.end(answer), { maxRetries: 3 });
      const error = await failure(client.call("ListClusters", {}));
      expect(isOutage(error)).toBe(true);
      expect(error.attempts).toBe(1);
      expect(error.message).toContain("this port speaks TLS (did you mean https:// in place of http://?)");
      expect(sockets).toHaveLength(1);
    },
  );
});

describe("a dispatcher that is passed in", () => {
  it("sends the requests and stays open when the client closes", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    const dispatcher = new Agent();
    const first = createClient(server.url, { dispatcher }).client;
    await first.getCluster("c-1");
    await first.close();
    const second = createClient(server.url, { dispatcher }).client;
    expect(await second.getCluster("c-1")).toMatchObject({ id: "c-1" });
    await dispatcher.close();
    expect(await failure(second.getCluster("c-1"))).toMatchObject({
      code: "OUTREACH_UNREACHABLE",
      retryable: false,
    });
  });
});

describe("the transport", () => {
  const request = {
    path: "/clusters/X",
    headers: {},
    body: "{}",
    timeoutMs: 5_000,
    pauseMs: 5_000,
    finishWhatIsSent: false,
  };

  it("brings status, headers and bytes of any answer", async () => {
    const server = await startServer((_seen, response) =>
      json(response, "\u00e9", 418, { "x-twice": ["a", "b"] }),
    );
    const transport = await HttpTransport.open(parseBaseUrl(server.url));
    opened.push(transport);
    const answer = await transport.send(request);
    expect(answer).toMatchObject({ status: 418, body: Buffer.from("\u00e9") });
    expect([answer.header("x-twice"), answer.header("x-never")]).toEqual(["a, b", undefined]);
  });

  it("gives up on an answer that stops in the middle", async () => {
    const server = await startServer((_seen, response) => void response.writeHead(200).write("{"));
    const transport = await HttpTransport.open(parseBaseUrl(server.url));
    opened.push(transport);
    const error = await transport.send({ ...request, pauseMs: 20 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: "connection", reason: "UND_ERR_BODY_TIMEOUT", sent: true });
    expect(transportFailure(error as TransportError, (text) => text)).toMatchObject({
      code: "OUTREACH_CONNECTION",
      summary: "the answer stopped in the middle (Body Timeout Error)",
      transient: true,
    });
  });
});

describe("the reason of a lost connection", () => {
  it("is the limit of open files, where no socket can be opened for it", () => {
    const { stdout } = runWithFewFiles(`
      import { OutreachClient } from "./client";
      const client = new OutreachClient({ baseUrl: "http://127.0.0.1:9", userId: "u", workspaceId: "w", maxRetries: 0 });
      const outcome = () => client.getCluster("c").catch(({ message }) => message);
      // The first call loads what the second one needs.
      outcome().then(openAllFiles).then(outcome).then((message) => console.log(message));`);
    expect(stdout).toMatch(
      /: this process cannot open any more files\. Raise that limit \(ulimit -n\), .*EMFILE/,
    );
  });

  it("is shown without secrets, in the error's cause too", () => {
    const error = new TransportError("connection", "cannot reach s3cret", true, "EOTHER");
    const { summary, cause } = transportFailure(error, presenter(["s3cret"]));
    expect(summary).toBe(`the connection failed: cannot reach ${MASK}`);
    expect(cause).toMatchObject({ message: `cannot reach ${MASK}`, code: "EOTHER" });
  });
});
