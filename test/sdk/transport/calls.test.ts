import { status } from "@grpc/grpc-js";
import { once } from "node:events";
import type { Method } from "../../../src/sdk/transport/method";
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
  slowEcho,
  unary,
} from "./harness";

afterEach(cleanUp);

const echo: Method = (request) => request;

describe("a unary call", () => {
  it.each([0, 16_384, 5_000_000, 20_000_000])("carries %i bytes both ways", async (size) => {
    const client = grpcClient(await serve({ Echo: echo }));
    const message = Buffer.alloc(size, "0123456789abcdef");
    expect((await unary(client, "Echo", message)).equals(message)).toBe(true);
  });

  it("does not mix up 300 concurrent calls", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    const calls = Array.from({ length: 300 }, (_, index) => Buffer.from(`call ${index}`));
    expect(await Promise.all(calls.map((call) => unary(client, "Echo", call)))).toEqual(calls);
  });
});

describe("an error of a call", () => {
  it.each(["throws", "rejects"])(
    "in a handler that %s goes to onError and not to the client",
    async (how) => {
      const secret = new Error("the token is hunter2");
      const fail: Method = () => {
        if (how === "throws") throw secret;
        return Promise.reject(secret);
      };
      const seen: unknown[] = [];
      const client = grpcClient(await serve({ Fail: fail }, { onError: (error) => seen.push(error) }));
      await expect(unary(client, "Fail", Buffer.alloc(0))).rejects.toMatchObject({
        code: status.INTERNAL,
        details: expect.not.stringContaining("hunter2") as string,
      });
      expect(seen).toEqual([secret]);
    },
  );

  it("a call of an unknown method fails with UNIMPLEMENTED", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    await expect(unary(client, "Nothing", Buffer.from("x"))).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
    });
    expect(await unary(client, "Echo", Buffer.from("still here"))).toHaveLength(10);
  });

  it("a large message to an unknown method does not block the connection", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(unary(client, "Nothing", Buffer.alloc(10_000_000))).rejects.toMatchObject({
        code: status.UNIMPLEMENTED,
      });
    }
    expect(await unary(client, "Echo", Buffer.alloc(10_000_000))).toHaveLength(10_000_000);
  });
});

describe("the signal of a call", () => {
  function waiting() {
    const started = gate<AbortSignal>();
    const method: Method = (_, { signal }) => {
      started.open(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    };
    return { method, started };
  }

  async function aborted(signal: AbortSignal): Promise<unknown> {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return signal.reason;
  }

  it("the signal of a call aborts when the client cancels, as it does after its deadline", async () => {
    const { method, started } = waiting();
    const client = grpcClient(await serve({ Wait: method }));
    const cancel = new AbortController();
    const answer = unary(client, "Wait", Buffer.alloc(0), cancel.signal);
    const signal = await started.opened;
    expect(signal.aborted).toBe(false);
    cancel.abort();
    await expect(answer).rejects.toMatchObject({ code: status.CANCELLED });
    expect(await aborted(signal)).toEqual(new Error("The client has cancelled the call or disconnected."));
  });

  it("the signal of a call aborts when the connection is lost", async () => {
    const { method, started } = waiting();
    const session = rawSession(await serve({ Wait: method }));
    const answer = rawCall(session, { ":path": path("Wait") }, [framed("")]);
    const signal = await started.opened;
    session.destroy();
    await answer.catch(() => undefined);
    expect(await aborted(signal)).toEqual(new Error("The client has cancelled the call or disconnected."));
  });

  it("the response does not abort the signal of a call, because work may continue", async () => {
    const started = gate<AbortSignal>();
    const method: Method = (request, { signal }) => {
      started.open(signal);
      return request;
    };
    const client = grpcClient(await serve({ Answer: method }));
    await unary(client, "Answer", Buffer.alloc(0));
    expect((await started.opened).aborted).toBe(false);
  });

  it("a handler that first reads its signal after the client has disconnected finds it aborted", async () => {
    const started = gate();
    const resume = gate();
    const seen = gate<boolean>();
    const late: Method = async (request, context) => {
      started.open();
      await resume.opened;
      seen.open(context.signal.aborted);
      return request;
    };
    const server = await serve({ Late: late });
    const session = rawSession(server);
    const answer = rawCall(session, { ":path": path("Late") }, [framed("")]);
    await started.opened;
    session.destroy();
    await answer.catch(() => undefined);
    while (server.connections > 0) await new Promise(setImmediate);
    resume.open();
    expect(await seen.opened).toBe(true);
  });
});

async function collect(stream: AsyncIterable<Buffer>): Promise<string[]> {
  const messages: string[] = [];
  for await (const message of stream) messages.push(message.toString());
  return messages;
}

describe("a large response", () => {
  it("a large response is sent at the pace of the client", async () => {
    const answer = Buffer.alloc(10_000_000, "0123456789abcdef");
    const session = rawSession(await serve({ Large: () => answer }));
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
    const server = await serve({ Hold: "held-open" });
    const client = grpcClient(server);
    const stream = serverStream(client, "Hold", Buffer.alloc(0));
    const messages = collect(stream);
    await once(stream, "metadata");
    await server.close();
    expect(await messages).toEqual([]);
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
});
