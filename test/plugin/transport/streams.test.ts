import { status } from "@grpc/grpc-js";
import { once } from "node:events";
import { GrpcError, type Method, Status } from "../../../src/plugin/transport";
import {
  cleanUp,
  framed,
  gate,
  grpcClient,
  path,
  rawCall,
  rawSession,
  serve,
  serverStream,
  unary,
} from "./harness";

afterEach(cleanUp);

async function collect(stream: AsyncIterable<Buffer>): Promise<string[]> {
  const messages: string[] = [];
  for await (const message of stream) messages.push(message.toString());
  return messages;
}

describe("a server stream", () => {
  it("sends messages in order and then ends", async () => {
    const count: Method = {
      kind: "server-stream",
      handle: async (request, _, send) => {
        for (let index = 0; index < Number(request); index++) await send(Buffer.from(String(index)));
      },
    };
    const client = grpcClient(await serve({ Count: count }));
    const messages = await collect(serverStream(client, "Count", Buffer.from("100")));
    expect(messages).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
    expect(await collect(serverStream(client, "Count", Buffer.from("0")))).toEqual([]);
  });

  it("may fail after some messages", async () => {
    const fail: Method = {
      kind: "server-stream",
      handle: async (_request, _context, send) => {
        await send(Buffer.from("one"));
        throw new GrpcError(Status.UNAVAILABLE, "no more");
      },
    };
    const client = grpcClient(await serve({ Fail: fail }));
    const stream = serverStream(client, "Fail", Buffer.alloc(0));
    const received: string[] = [];
    stream.on("data", (message: Buffer) => received.push(message.toString()));
    const [error] = (await once(stream, "error")) as [Error];
    expect(error).toMatchObject({ code: status.UNAVAILABLE, details: "no more" });
    expect(received).toEqual(["one"]);
  });

  it("follows the pace of the client", async () => {
    let sent = 0;
    const flood: Method = {
      kind: "server-stream",
      handle: async (_request, _context, send) => {
        for (; sent < 100; sent++) await send(Buffer.alloc(100_000));
      },
    };
    const server = await serve({ Flood: flood, Echo: { kind: "unary", handle: (bytes) => bytes } });
    const session = rawSession(server);
    const other = rawSession(server);
    const stream = session.request({
      ":method": "POST",
      ":path": path("Flood"),
      "content-type": "application/grpc",
    });
    stream.pause();
    stream.end(framed(""));
    await once(stream, "response");
    for (let round = 0; round < 20; round++)
      await rawCall(other, { ":path": path("Echo") }, [framed("tick")]);
    expect(sent).toBeLessThan(5);
    let received = 0;
    stream.on("data", (chunk: Buffer) => (received += chunk.length));
    stream.resume();
    await once(stream, "end");
    expect(received).toBe(100 * 100_005);
  });

  it("stops when the client leaves: send rejects and the signal is aborted", async () => {
    const outcome = gate<{ error: unknown; aborted: boolean }>();
    const endless: Method = {
      kind: "server-stream",
      handle: async (_request, { signal }, send) => {
        try {
          for (;;) await send(Buffer.alloc(1000));
        } catch (error) {
          outcome.open({ error, aborted: signal.aborted });
          throw error;
        }
      },
    };
    const seen: unknown[] = [];
    const client = grpcClient(await serve({ Endless: endless }, { onError: (error) => seen.push(error) }));
    const stream = serverStream(client, "Endless", Buffer.alloc(0));
    stream.on("error", () => undefined);
    await once(stream, "data");
    stream.cancel();
    expect(await outcome.opened).toMatchObject({ error: { code: Status.CANCELLED }, aborted: true });
    expect(seen).toEqual([]);
  });
});

describe("a held-open call", () => {
  it("greets, stays silent, and ends with OK when the server closes", async () => {
    const server = await serve({ Hold: { kind: "held-open", greeting: Buffer.from("serving") } });
    const client = grpcClient(server);
    const stream = serverStream(client, "Hold", Buffer.alloc(0));
    const messages = collect(stream);
    await once(stream, "metadata");
    await server.close();
    expect(await messages).toEqual(["serving"]);
  });

  it("drops what the client sends, without filling its window", async () => {
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
  it("waits for the answer of a running call and refuses new ones", async () => {
    const started = gate();
    const finish = gate();
    const slow: Method = {
      kind: "unary",
      handle: async (request) => {
        started.open();
        await finish.opened;
        return request;
      },
    };
    const server = await serve({ Slow: slow });
    const client = grpcClient(server);
    const answer = unary(client, "Slow", Buffer.from("done"));
    await started.opened;
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    await expect(
      unary(client, "Slow", Buffer.alloc(0), { deadline: Date.now() + 500 }),
    ).rejects.toBeDefined();
    expect(isClosed).toBe(false);
    finish.open();
    expect((await answer).toString()).toBe("done");
    await closed;
    expect(server.connections).toBe(0);
  });

  it("counts connections", async () => {
    const server = await serve({ Echo: { kind: "unary", handle: (bytes) => bytes } });
    expect(server.connections).toBe(0);
    const session = rawSession(server);
    await rawCall(session, { ":path": path("Echo") }, [framed("x")]);
    expect(server.connections).toBe(1);
  });
});
