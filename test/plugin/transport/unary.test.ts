import { status } from "@grpc/grpc-js";
import { GrpcError, type Method, Status } from "../../../src/plugin/transport/method";
import { cleanUp, framed, gate, grpcClient, path, rawCall, rawSession, serve, unary } from "./harness";

afterEach(cleanUp);

const echo: Method = { kind: "unary", handle: (request) => request };

describe("a unary call", () => {
  it("responds to one message with one message", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    expect(await unary(client, "Echo", Buffer.from("hello"))).toEqual(Buffer.from("hello"));
  });

  it("may have an empty request and an empty response", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    expect(await unary(client, "Echo", Buffer.alloc(0))).toHaveLength(0);
  });

  it.each([16_384, 5_000_000, 20_000_000])("carries %i bytes both ways", async (size) => {
    const client = grpcClient(await serve({ Echo: echo }));
    const message = Buffer.alloc(size, "0123456789abcdef");
    expect((await unary(client, "Echo", message)).equals(message)).toBe(true);
  });

  it("sends 20 large responses at the same time", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    const message = Buffer.alloc(2_000_000, "x");
    const answers = await Promise.all(Array.from({ length: 20 }, () => unary(client, "Echo", message)));
    expect(answers.every((answer) => answer.equals(message))).toBe(true);
  });

  it("does not mix up 300 concurrent calls", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    const calls = Array.from({ length: 300 }, (_, index) => Buffer.from(`call ${index}`));
    expect(await Promise.all(calls.map((call) => unary(client, "Echo", call)))).toEqual(calls);
  });

  it("waits for methods that are still loading", async () => {
    const loading = gate<ReadonlyMap<string, Method>>();
    const client = grpcClient(await serve({}, { methods: () => loading.opened }));
    const answer = unary(client, "Echo", Buffer.from("early"));
    loading.open(new Map([["/test.Service/Echo", echo]]));
    expect((await answer).toString()).toBe("early");
  });
});

describe("an error of a call", () => {
  it("reaches the client with code and message when a handler throws a GrpcError", async () => {
    const fail: Method = {
      kind: "unary",
      handle: () => {
        throw new GrpcError(Status.FAILED_PRECONDITION, "100 % größer\n😀");
      },
    };
    const client = grpcClient(await serve({ Fail: fail }));
    await expect(unary(client, "Fail", Buffer.alloc(0))).rejects.toMatchObject({
      code: status.FAILED_PRECONDITION,
      details: "100 % größer\n😀",
    });
  });

  it.each(["throws", "rejects"])(
    "in a handler that %s goes to onError and not to the client",
    async (how) => {
      const secret = new Error("the token is hunter2");
      const fail: Method = {
        kind: "unary",
        handle: () => {
          if (how === "throws") throw secret;
          return Promise.reject(secret);
        },
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

  it("reaches the client with a shortened message when the message is very long", async () => {
    const fail: Method = {
      kind: "unary",
      handle: () => Promise.reject(new GrpcError(Status.UNAVAILABLE, "ü".repeat(1_000_000))),
    };
    const client = grpcClient(await serve({ Fail: fail }));
    await expect(unary(client, "Fail", Buffer.alloc(0))).rejects.toMatchObject({
      code: status.UNAVAILABLE,
      details: expect.stringMatching(/^ü{4000}$/) as string,
    });
  });

  it("for an unknown method is UNIMPLEMENTED and names it", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    await expect(unary(client, "Nothing", Buffer.from("x"))).rejects.toMatchObject({
      code: status.UNIMPLEMENTED,
      details: expect.stringContaining("/test.Service/Nothing") as string,
    });
    expect(await unary(client, "Echo", Buffer.from("still here"))).toHaveLength(10);
  });

  it("for a large message to an unknown method does not block the connection", async () => {
    const client = grpcClient(await serve({ Echo: echo }));
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(unary(client, "Nothing", Buffer.alloc(10_000_000))).rejects.toMatchObject({
        code: status.UNIMPLEMENTED,
      });
    }
    expect(await unary(client, "Echo", Buffer.alloc(10_000_000))).toHaveLength(10_000_000);
  });

  it("for a message over the limit is RESOURCE_EXHAUSTED", async () => {
    const client = grpcClient(await serve({ Echo: echo }, { maxMessageBytes: 1000 }));
    expect(await unary(client, "Echo", Buffer.alloc(1000))).toHaveLength(1000);
    await expect(unary(client, "Echo", Buffer.alloc(1001))).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
    });
  });
});

describe("the signal of a call", () => {
  function waiting() {
    const started = gate<AbortSignal>();
    const method: Method = {
      kind: "unary",
      handle: (_, { signal }) => {
        started.open(signal);
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      },
    };
    return { method, started };
  }

  async function aborted(signal: AbortSignal): Promise<unknown> {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return signal.reason;
  }

  it("is aborted when the client cancels", async () => {
    const { method, started } = waiting();
    const client = grpcClient(await serve({ Wait: method }));
    const cancel = new AbortController();
    const answer = unary(client, "Wait", Buffer.alloc(0), cancel.signal);
    const signal = await started.opened;
    expect(signal.aborted).toBe(false);
    cancel.abort();
    await expect(answer).rejects.toMatchObject({ code: status.CANCELLED });
    expect(await aborted(signal)).toMatchObject({ code: Status.CANCELLED });
  });

  it("is aborted when the connection is lost", async () => {
    const { method, started } = waiting();
    const session = rawSession(await serve({ Wait: method }));
    const answer = rawCall(session, { ":path": path("Wait") }, [framed("")]);
    const signal = await started.opened;
    session.destroy();
    await answer.catch(() => undefined);
    expect(await aborted(signal)).toMatchObject({ code: Status.CANCELLED });
  });

  it("is not aborted by the response, because work may continue", async () => {
    const started = gate<AbortSignal>();
    const method: Method = {
      kind: "unary",
      handle: (request, { signal }) => {
        started.open(signal);
        return request;
      },
    };
    const client = grpcClient(await serve({ Answer: method }));
    await unary(client, "Answer", Buffer.alloc(0));
    expect((await started.opened).aborted).toBe(false);
  });

  it("is aborted for a handler that first reads it after the client has disconnected", async () => {
    const started = gate();
    const resume = gate();
    const seen = gate<boolean>();
    const late: Method = {
      kind: "unary",
      handle: async (request, context) => {
        started.open();
        await resume.opened;
        seen.open(context.signal.aborted);
        return request;
      },
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
