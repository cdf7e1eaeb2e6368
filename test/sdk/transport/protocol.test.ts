import { constants } from "node:http2";
import { fc } from "../../fast-check";
import { connect as connectSocket } from "node:net";
import { once } from "node:events";
import { type Method, Status } from "../../../src/sdk/transport/method";
import type { GrpcServer } from "../../../src/sdk/transport/server";
import { cleanUp, framed, grpcClient, path, rawCall, rawSession, serve, unary } from "./harness";

afterEach(cleanUp);

const echo: Method = (request) => request;

async function echoServer() {
  const server = await serve({ Echo: echo });
  return { server, session: rawSession(server) };
}

const toEcho = { ":path": path("Echo") };

describe("a gRPC server over HTTP/2", () => {
  it("sends headers, one message and trailers", async () => {
    const { session } = await echoServer();
    const answer = await rawCall(session, toEcho, [framed("hello")]);
    expect(answer.headers).toMatchObject({ ":status": 200, "content-type": "application/grpc" });
    expect(answer.body).toEqual(framed("hello"));
    expect(answer.trailers).toMatchObject({ "grpc-status": "0" });
  });

  it.each([
    ["no message", []],
    ["two messages in two frames", [framed("one"), framed("two")]],
    ["two messages in one frame", [Buffer.concat([framed("one"), framed("two")])]],
    ["an end within the prefix", [framed("hello").subarray(0, 3)]],
    ["an end within the message", [framed("hello").subarray(0, 7)]],
    ["a byte after the message", [framed("hello"), Buffer.from([0])]],
    ["a compressed message", [framed("x", 1)]],
  ])("rejects a request with %s", async (_what, chunks) => {
    const { session } = await echoServer();
    const { headers } = await rawCall(session, toEcho, chunks);
    expect(headers["grpc-status"]).toBe(String(Status.UNIMPLEMENTED));
  });

  it("stops a client that is still sending, without an error", async () => {
    const { session } = await echoServer();
    const stream = session.request({
      ":method": "POST",
      ":path": "/test.Service/Nothing",
      "content-type": "application/grpc",
    });
    stream.write(framed("more").subarray(0, 6));
    stream.resume();
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
  });
});

describe("a hostile client", () => {
  async function survives(server: GrpcServer): Promise<void> {
    const answer = await unary(grpcClient(server), "Echo", Buffer.from("fine"));
    expect(answer.toString()).toBe("fine");
  }

  it("a client that sends random frames does not end the process", async () => {
    const { server } = await echoServer();
    const [host, port] = server.address.address.split(":") as [string, string];
    const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    const someFrame = fc
      .tuple(fc.nat({ max: 10 }), fc.nat({ max: 255 }), fc.nat({ max: 7 }), fc.uint8Array({ maxLength: 40 }))
      .map(([type, flags, stream, payload]) =>
        Buffer.concat([Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream]), payload]),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(someFrame, { maxLength: 10 }), async (frames) => {
        const socket = connectSocket(Number(port), host);
        socket.on("error", () => undefined);
        socket.write(Buffer.concat([preface, ...frames]));
        await once(socket, "data");
        socket.destroy();
      }),
      { numRuns: 100 },
    );
    await survives(server);
  });
});
