import { createServer, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";

import fc from "fast-check";
import { Agent } from "undici";

import { type TransportError } from "../../src/client/connection";
import { MAX_RESPONSE_BYTES, ResponseParser, type HttpAnswer } from "../../src/client/response-parser";
import { closeServer, listen } from "./server";

/** What a parser makes of bytes that arrive cut at these offsets, and then end. */
function read(bytes: Buffer, cuts: readonly number[] = []) {
  const parser = new ResponseParser();
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  try {
    for (const [index, edge] of edges.slice(1).entries()) {
      const answer = parser.push(bytes.subarray(edges[index], edge));
      if (answer !== undefined && edge === bytes.length) {
        return { answer: plain(answer), keepAlive: parser.keepAlive };
      }
    }
    return { answer: plain(parser.end()), keepAlive: false };
  } catch (error) {
    return { reason: (error as TransportError).reason };
  }
}

const plain = ({ status, headers, body }: HttpAnswer) => ({
  status,
  headers: { ...headers },
  body: body.toString("latin1"),
});

const OK = "HTTP/1.1 200 OK\r\n";
const readText = (text: string) => read(Buffer.from(text, "latin1"));

describe("an answer", () => {
  it("of known length is whole with its last byte, and the connection goes on", () => {
    expect(readText(`${OK}Content-Length: 2\r\nX-A:  1 \r\nx-a: 2\r\n\r\n{}`)).toEqual({
      answer: { status: 200, headers: { "content-length": "2", "x-a": "1, 2" }, body: "{}" },
      keepAlive: true,
    });
  });

  it("in chunks is whole with the empty one and its trailers", () => {
    const text = `${OK}transfer-encoding: Chunked\r\n\r\n1;note=x\r\n{\r\n1\r\n}\r\n0\r\nx-sum: 1\r\n\r\n`;
    expect(readText(text)).toMatchObject({ answer: { body: "{}" }, keepAlive: true });
  });

  it("of no announced length ends with the connection", () => {
    expect(readText(`${OK}\r\n{}`)).toMatchObject({ answer: { body: "{}" }, keepAlive: false });
  });

  it.each(["204 No Content", "304 Not Modified"])("with status %s has no body", (status) => {
    expect(readText(`HTTP/1.1 ${status}\r\n\r\n`)).toMatchObject({ answer: { body: "" }, keepAlive: true });
  });

  it("comes after informational ones", () => {
    const text = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${OK}content-length: 0\r\n\r\n`;
    expect(readText(text)).toMatchObject({ answer: { status: 200, headers: { "content-length": "0" } } });
  });

  it.each([
    ["that says close", `${OK}connection: Close\r\ncontent-length: 0\r\n\r\n`],
    ["that says close among others", `${OK}connection: x, close\r\ncontent-length: 0\r\n\r\n`],
    ["of HTTP/1.0", "HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n"],
    ["with bytes behind it", `${OK}content-length: 0\r\n\r\nHTTP/1.1 200 OK\r\n`],
  ])("%s leaves a connection that is not used again", (_which, text) => {
    expect(readText(text)).toMatchObject({ answer: { body: "" }, keepAlive: false });
  });

  it.each([
    ["nothing at all", ""],
    ["half a head", OK],
    ["half a body", `${OK}content-length: 3\r\n\r\n{}`],
    ["half a chunk", `${OK}transfer-encoding: chunked\r\n\r\n3\r\n{}`],
    ["no empty chunk", `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`],
    ["no end of the trailers", `${OK}transfer-encoding: chunked\r\n\r\n0\r\nx: 1\r\n`],
    ["only an informational one", "HTTP/1.1 100 Continue\r\n\r\n"],
  ])("is cut short where there is %s", (_what, text) => {
    expect(readText(text)).toEqual({ reason: "CUT_SHORT" });
  });

  it.each([
    ["another protocol", "SSH-2.0-OpenSSH_9\r\n"],
    ["another protocol, not even a line of it", "S"],
    ["HTTP/2", "HTTP/2 200\r\n\r\n"],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n"],
    ["a status from nowhere", "HTTP/1.1 600 OK\r\n\r\n"],
    ["another protocol from now on", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n"],
    ["line feeds alone", "HTTP/1.1 200 OK\ncontent-length: 0\n\n\r\n\r\n"],
    ["a line feed in a header", `${OK}x: 1\ncontent-length: 0\r\n\r\n`],
    ["a folded header", `${OK}x: 1\r\n 2\r\ncontent-length: 0\r\n\r\n`],
    ["a header without a colon", `${OK}content-length 0\r\n\r\n`],
    ["a space before the colon", `${OK}content-length : 0\r\n\r\n`],
    ["a null byte in a header", `${OK}x: \0\r\n\r\n`],
    ["a negative length", `${OK}content-length: -1\r\n\r\n`],
    ["a length in hex", `${OK}content-length: 0x1\r\n\r\n{`],
    ["two lengths", `${OK}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
    ["a length and chunks", `${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["a body where there can be none", "HTTP/1.1 204 No Content\r\ncontent-length: 1\r\n\r\n{"],
    ["another transfer encoding", `${OK}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
    ["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a chunk size that is none", `${OK}transfer-encoding: chunked\r\n\r\nxyz\r\n`],
    ["a chunk size beyond measure", `${OK}transfer-encoding: chunked\r\n\r\nfffffffff\r\n`],
    ["a chunk longer than its size", `${OK}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
    ["a malformed trailer", `${OK}transfer-encoding: chunked\r\n\r\n0\r\nx\r\n\r\n`],
    ["headers without end", `${OK}x: ${"y".repeat(17 * 1024)}`],
    ["headers beyond measure", `${OK}x: ${"y".repeat(17 * 1024)}\r\n\r\n`],
    [
      "trailers beyond measure",
      `${OK}transfer-encoding: chunked\r\n\r\n0\r\n${"x: yyyyyyyyyyyyyyyy\r\n".repeat(1000)}\r\n`,
    ],
    ["a chunk size without end", `${OK}transfer-encoding: chunked\r\n\r\n1;${"x".repeat(17 * 1024)}`],
  ])("is not HTTP where there is %s", (_what, text) => {
    expect(readText(text)).toEqual({ reason: "NOT_HTTP" });
  });

  it.each([
    ["a known length", `${OK}content-length: ${MAX_RESPONSE_BYTES + 1}\r\n\r\n`],
    ["no length", `${OK}\r\n`],
  ])("too large to be read is refused with %s", (_how, head) => {
    const parser = new ResponseParser();
    parser.push(Buffer.from(head));
    const push = () => parser.push(Buffer.alloc(MAX_RESPONSE_BYTES + 1));
    expect(push).toThrow("longer than 8 MiB");
  });
});

/** Answers as servers make them, and broken ones: pieces that fit together more often than not. */
const pieces = fc
  .tuple(
    fc.constantFrom(
      "HTTP/1.1 200 OK",
      "HTTP/1.1 404 Not Found",
      "HTTP/1.1 204 No Content",
      "HTTP/1.0 200 OK",
      "HTTP/1.1 200",
      "HTTP/1.1 2xx",
    ),
    fc.array(
      fc.constantFrom(
        "content-type: application/json",
        "X-Twice: a",
        "x-twice:b ",
        "connection: close",
        "date: now",
        "broken",
        "x : y",
        "folded: a\r\n b",
        "x: \x7f",
        "x: \xe9",
      ),
      { maxLength: 4 },
    ),
    fc.oneof(
      fc.string({ maxLength: 40 }).map((body) => ["content-length: " + Buffer.byteLength(body), body]),
      fc
        .array(fc.string({ minLength: 1, maxLength: 20, unit: "binary-ascii" }), { maxLength: 4 })
        .map((chunks) => [
          "transfer-encoding: chunked",
          `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("")}0\r\n\r\n`,
        ]),
      fc.constantFrom(
        ["content-length: 3", "{}"],
        ["transfer-encoding: chunked", "2\r\n{}\r\n"],
        ["transfer-encoding: chunked", "2\r\n{}0\r\n\r\n"],
        ["content-length: x", ""],
      ),
      fc.string({ maxLength: 40 }).map((body) => ["x-until: end", body]),
    ),
  )
  .map(([status, headers, [framing, body]]) =>
    Buffer.from([status, ...headers, framing].map((line) => `${line}\r\n`).join("") + `\r\n${body}`),
  );

describe("any bytes whatever", () => {
  it("are read the same, however they are cut", () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { maxLength: 6 }), (bytes, cuts) => {
        expect(read(bytes, cuts)).toEqual(read(bytes));
      }),
    );
  });

  it("are read as an independent client reads them, or refused", async () => {
    let bytes = Buffer.alloc(0);
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined).once("data", () => socket.end(bytes));
    });
    const agent = new Agent();
    const origin = `http://127.0.0.1:${await listen(server)}`;
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(pieces, async (given) => {
        bytes = given;
        const own = read(given);
        if (!("answer" in own)) return;
        answers += 1;
        const other = await agent.request({ origin, path: "/", method: "POST" });
        const body = Buffer.from(await other.body.arrayBuffer()).toString("latin1");
        expect({ status: other.statusCode, body }).toEqual({
          status: own.answer!.status,
          body: own.answer!.body,
        });
      }),
    );
    expect(answers).toBeGreaterThan(20);
    await agent.close();
    await closeServer(server, sockets);
  });
});

describe("what a server of Node sends", () => {
  it("is read as it was meant", async () => {
    const bodies = ["", "{}", "x".repeat(100_000), "\u00e9\u{1f600}"];
    const server: Server = createServer((request, response) => {
      const index = Number(request.url!.slice(1));
      if (index % 2 === 0) response.setHeader("content-length", Buffer.byteLength(bodies[index >> 1]!));
      response.write(bodies[index >> 1]!.slice(0, 1));
      response.end(bodies[index >> 1]!.slice(1));
    });
    const port = await listen(server);
    for (const index of bodies.flatMap((_, i) => [2 * i, 2 * i + 1])) {
      const parser = new ResponseParser();
      const socket = connect(port, "127.0.0.1");
      socket.write(`POST /${index} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`);
      let answer: HttpAnswer | undefined;
      for await (const chunk of socket) {
        answer = parser.push(chunk as Buffer);
        if (answer !== undefined) break;
      }
      expect(answer!.body.toString()).toBe(bodies[index >> 1]);
      expect(parser.keepAlive).toBe(true);
    }
    await closeServer(server, []);
  });
});
