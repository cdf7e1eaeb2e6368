import { status } from "@grpc/grpc-js";
import { once } from "node:events";
import { Status } from "../../../src/plugin/transport/method";
import {
  cleanUp,
  framed,
  grpcClient,
  path,
  rawCall,
  rawSession,
  serve,
  serverStream,
  slowEcho,
  unary,
} from "./harness";

afterEach(cleanUp);

async function collect(stream: AsyncIterable<Buffer>): Promise<string[]> {
  const messages: string[] = [];
  for await (const message of stream) messages.push(message.toString());
  return messages;
}

describe("a large response", () => {
  it("is sent at the pace of the client", async () => {
    const answer = Buffer.alloc(10_000_000, "0123456789abcdef");
    const session = rawSession(await serve({ Large: { kind: "unary", handle: () => answer } }));
    const stream = session.request({
      ":method": "POST",
      ":path": path("Large"),
      "content-type": "application/grpc",
    });
    stream.pause();
    stream.end(framed(""));
    await once(stream, "response");
    // The answer to a ping comes after what was sent before.
    await new Promise((resolve) => session.ping(resolve));
    expect(session.socket!.bytesRead).toBeLessThan(200_000);
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.resume();
    await once(stream, "end");
    expect(Buffer.concat(chunks).equals(framed(answer))).toBe(true);
  });
});

describe("a held-open call", () => {
  it("sends nothing, and ends with OK when the server closes", async () => {
    const server = await serve({ Hold: { kind: "held-open" } });
    const client = grpcClient(server);
    const stream = serverStream(client, "Hold", Buffer.alloc(0));
    const messages = collect(stream);
    await once(stream, "metadata");
    await server.close();
    expect(await messages).toEqual([]);
  });

  it("ends with the status of its deadline", async () => {
    const session = rawSession(await serve({ Hold: { kind: "held-open" } }));
    const answer = await rawCall(session, { ":path": path("Hold"), "grpc-timeout": "50m" }, [framed("")]);
    expect(answer.body).toEqual(Buffer.alloc(0));
    expect(answer.trailers["grpc-status"]).toBe(String(Status.DEADLINE_EXCEEDED));
  });

  it("ignores the data of the client, and keeps its window open", async () => {
    const server = await serve({
      Hold: { kind: "held-open" },
      Echo: { kind: "unary", handle: (bytes) => bytes },
    });
    const session = rawSession(server);
    const stream = session.request({
      ":method": "POST",
      ":path": path("Hold"),
      "content-type": "application/grpc",
    });
    for (let count = 0; count < 100; count++) {
      await new Promise((resolve) => stream.write(Buffer.alloc(1_000_000), resolve));
    }
    const answer = await rawCall(session, { ":path": path("Echo") }, [framed("still room")]);
    expect(answer.trailers["grpc-status"]).toBe("0");
    stream.close();
  });
});

describe("closing the server", () => {
  it("waits for the response of a call in flight and rejects new calls", async () => {
    const { method: slow, started, finish } = slowEcho();
    const server = await serve({ Slow: slow });
    const client = grpcClient(server);
    const answer = unary(client, "Slow", Buffer.from("done"));
    await started.opened;
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await expect(unary(client, "Slow", Buffer.alloc(0))).rejects.toMatchObject({ code: status.UNAVAILABLE });
    expect(isClosed).toBe(false);
    finish.open();
    expect((await answer).toString()).toBe("done");
    await closed;
    expect(server.connections).toBe(0);
  });

  it("waits for the responses on every connection, and accepts no new connection", async () => {
    const { method: slow, started, finish } = slowEcho();
    const server = await serve({ Slow: slow });
    const answer = rawCall(rawSession(server), { ":path": path("Slow") }, [framed("done")]);
    const idle = rawSession(server);
    await Promise.all([started.opened, new Promise((resolve) => idle.ping(resolve))]);
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await once(idle, "close");
    while (server.connections > 1) await new Promise(setImmediate);
    const [late] = (await once(rawSession(server), "error")) as [NodeJS.ErrnoException];
    expect([late.code, isClosed]).toEqual(["ECONNREFUSED", false]);
    finish.open();
    expect((await answer).body).toEqual(framed("done"));
    await closed;
  }, 10_000);

  it("reports the number of open connections", async () => {
    const server = await serve({ Echo: { kind: "unary", handle: (bytes) => bytes } });
    expect(server.connections).toBe(0);
    const session = rawSession(server);
    await rawCall(session, { ":path": path("Echo") }, [framed("x")]);
    expect(server.connections).toBe(1);
  });
});
