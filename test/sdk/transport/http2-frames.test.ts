import { fc } from "../../fast-check";
import { once } from "node:events";
import { connect as connectSocket, type Socket } from "node:net";
import { Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { ErrorCode, Outbox } from "../../../src/sdk/transport/http2/frames";
import type { ServerStream } from "../../../src/sdk/transport/http2/session";
import { cleanUp, onCleanUp } from "./harness";
import { echo, ok, respond, serveHttp2 } from "./http2-server";

afterEach(cleanUp);

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

function frame(type: number, flags: number, streamId: number, payload: Buffer | string = ""): Buffer {
  const bytes = Buffer.from(
    typeof payload === "string" ? payload.replaceAll(" ", "") : payload.toString("hex"),
    "hex",
  );
  const header = Buffer.alloc(9);
  header.writeUIntBE(bytes.length, 0, 3);
  header.writeUInt8(type, 3);
  header.writeUInt8(flags, 4);
  header.writeUInt32BE(streamId, 5);
  return Buffer.concat([header, bytes]);
}

/** POST / */
const request = "83 84";
const settings = frame(4, 0, 0);
const open = frame(1, 4, 1, request);

const ping = frame(6, 0, 0, "0000000000000000");
/** Reports whether `count` frames of a type have come. */
const has =
  (type: number, count = 1) =>
  (types: number[]) =>
    types.filter((one) => one === type).length === count;

/** A connection that the test writes to, and all that has come on it. */
function rawConnection(port: number) {
  const socket = connectSocket(port, "127.0.0.1").on("error", () => undefined);
  onCleanUp(() => socket.destroy());
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => (bytes = Buffer.concat([bytes, chunk])));
  return { socket, received: () => bytes };
}

/** Sends bytes, and reads frames until the server ends the connection or `enough` says so. */
async function converse(
  port: number,
  chunks: readonly Buffer[],
  enough: (types: number[]) => boolean = () => false,
) {
  const socket: Socket = connectSocket(port, "127.0.0.1");
  onCleanUp(() => socket.destroy());
  socket.on("error", () => undefined);
  for (const chunk of chunks) socket.write(chunk);
  let bytes = Buffer.alloc(0);
  const frames: { type: number; flags: number; streamId: number; payload: Buffer }[] = [];
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    for (let size = bytes.length < 9 ? 0 : 9 + bytes.readUIntBE(0, 3); size > 0 && size <= bytes.length;) {
      frames.push({
        type: bytes[3]!,
        flags: bytes[4]!,
        streamId: bytes.readUInt32BE(5),
        payload: bytes.subarray(9, size),
      });
      bytes = bytes.subarray(size);
      size = bytes.length < 9 ? 0 : 9 + bytes.readUIntBE(0, 3);
    }
    if (enough(frames.map(({ type }) => type))) break;
  }
  return frames;
}

describe("a client that violates HTTP/2, or that sends what grpc-go never sends", () => {
  it.each<[string, Buffer[]]>([
    ["headers without a stream", [frame(1, 4, 0, request)]],
    ["a stream of an even number", [frame(1, 4, 2, request)]],
    ["headers of a stream that is open", [open, frame(1, 5, 1, request)]],
    ["headers that continue in another frame", [frame(1, 0, 1, request)]],
    ["a continuation of headers", [open, frame(9, 4, 1, request)]],
    ["headers that nobody can read", [frame(1, 4, 1, "be")]],
    ["padded headers", [frame(1, 0xc, 1, "00 83 84")]],
    ["headers with a priority", [frame(1, 0x24, 1, "00 00 00 00 10 83 84")]],
    ["padded data", [open, frame(0, 8, 1, "01 61 00")]],
    ["a frame too large", [open, frame(0, 0, 1, Buffer.alloc(16_385))]],
    ["settings of half a size", [frame(4, 0, 0, "00 04 00")]],
    ["a window update of the wrong size", [frame(8, 0, 0, "00")]],
  ])("by %s gets an error, and its connection ends", async (_how, frames) => {
    const { port, errors, requests } = await serveHttp2(() => undefined);
    const answers = await converse(port, [preface, settings, ...frames]);
    const goaway = answers.at(-1)!;
    const code = goaway.payload.readUInt32BE(4);
    expect({ type: goaway.type, code }).toEqual({ type: 7, code: ErrorCode.PROTOCOL_ERROR });
    expect(errors).toHaveLength(1);
    expect(requests.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it("a client with another preface loses the connection", async () => {
    const { port, errors } = await serveHttp2(() => undefined);
    await converse(port, [Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")]);
    expect(errors).toHaveLength(1);
  });
});

describe("a client within the protocol", () => {
  const whole = Buffer.concat([
    preface,
    settings,
    frame(2, 0, 1, "00 00 00 00 10"),
    frame(0xfa, 0xff, 0, "01 02 03"),
    frame(6, 0, 0, "01 02 03 04 05 06 07 08"),
    frame(1, 4, 1, request),
    frame(0, 0, 1, "61"),
    frame(0, 1, 1, "62"),
    frame(3, 0, 1, "00 00 00 08"),
    frame(8, 0, 1, "00 00 00 01"),
    frame(7, 0, 0, "00 00 00 00 00 00 00 00"),
  ]);

  it("frames are understood in chunks of any size", async () => {
    const { port, requests, errors } = await serveHttp2(echo);
    const run = async (cuts: readonly number[]) => {
      const edges = [0, ...cuts.map((cut) => cut % whole.length).sort((a, b) => a - b), whole.length];
      const chunks = edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
      const isDone = (types: number[]) =>
        types.filter((type) => type === 1).length === 2 && types.includes(6);
      const answers = await converse(port, chunks, isDone);
      const seen = requests.at(-1)!;
      expect(seen).toMatchObject({ headers: { ":method": "POST", ":path": "/" }, isEnded: true });
      expect(seen.body.toString()).toBe("ab");
      const ping = answers.find(({ type }) => type === 6)!;
      expect([ping.flags, ping.payload.toString("hex")]).toEqual([1, "0102030405060708"]);
      expect(answers.find(({ type }) => type === 0)!.payload.toString()).toBe("ab");
      // Both sides have ended the stream: there is nothing to reset.
      expect(answers.some(({ type }) => type === 3)).toBe(false);
    };
    await run([]);
    await run(Array.from({ length: whole.length }, (_, index) => index));
    await fc.assert(fc.asyncProperty(fc.array(fc.nat(), { maxLength: 8 }), run), { numRuns: 30 });
    expect(errors).toEqual([]);
  });

  it("may send other settings, which do not change a window", async () => {
    const { port } = await serveHttp2((stream) => respond(stream, Buffer.from("x")));
    // Push, how many streams a server opens, the size of its headers, and what a later RFC has added.
    const others = "00 02 00 00 00 00 00 03 00 00 00 00 00 06 00 00 00 00 00 63 00 00 00 00";
    const frames = [preface, frame(4, 0, 0, others), frame(1, 5, 1, request), ping];
    const answers = await converse(port, frames, has(6));
    expect(answers.find(({ type }) => type === 0)?.payload.toString()).toBe("x");
  });

  it("gets a window update long before its window is used up", async () => {
    const { port, errors } = await serveHttp2(() => undefined);
    const block = Array.from({ length: 513 }, () => frame(0, 0, 1, Buffer.alloc(16_384)));
    const answers = await converse(port, [preface, settings, open, ...block], has(8, 2));
    expect(
      answers
        .filter(({ type }) => type === 8)
        .map(({ streamId, payload }) => [streamId, payload.readUInt32BE(0)]),
    ).toEqual([
      [0, 64 * 1024 * 1024 - 65_535],
      [1, 513 * 16_384],
    ]);
    expect(errors).toEqual([]);
  });

  it("may send on a stream that has ended", async () => {
    const { port, errors } = await serveHttp2(() => undefined);
    const ended = [frame(1, 4, 1, request), frame(3, 0, 1, "00 00 00 08")];
    const frames = [
      ...ended,
      frame(0, 0, 1, "00"),
      frame(8, 0, 1, "00 00 00 01"),
      frame(3, 0, 1, "00 00 00 00"),
    ];
    await converse(port, [preface, settings, ...frames, ping], has(6));
    expect(errors).toEqual([]);
  });

  it("may disconnect while a response waits for its window, and the closing server does not wait for it", async () => {
    const { port, sessions, requests } = await serveHttp2((stream) => respond(stream, Buffer.alloc(100_000)));
    const { socket } = rawConnection(port);
    socket.write(Buffer.concat([preface, settings, frame(1, 5, 1, request)]));
    while (!requests[0]?.isEnded) await new Promise(setImmediate);
    sessions[0]!.close();
    expect(requests[0].isClosed).toBe(false);
    socket.write(frame(3, 0, 1, "00 00 00 08"));
    await once(socket, "close");
    expect(requests[0].isClosed).toBe(true);
  });

  it("gets no new streams while the server closes, but the pending responses", async () => {
    const streams: ServerStream[] = [];
    const { port, sessions } = await serveHttp2((stream) => void streams.push(stream));
    const { socket, received } = rawConnection(port);
    socket.write(Buffer.concat([preface, settings, frame(1, 5, 1, request)]));
    while (streams.length === 0) await new Promise(setImmediate);
    sessions[0]!.close();
    socket.write(frame(1, 5, 3, request));
    const refused = frame(3, 0, 3, "00 00 00 07");
    while (!received().includes(refused)) await new Promise(setImmediate);
    respond(streams[0]!, Buffer.from("late"));
    await once(socket, "close");
    expect(received().includes("late")).toBe(true);
    expect(streams).toHaveLength(1);
  }, 10_000);

  it("gets the number of its last stream, and is disconnected at once when no stream is open", async () => {
    const { port, sessions, requests } = await serveHttp2(echo);
    const { socket, received } = rawConnection(port);
    socket.write(Buffer.concat([preface, settings, frame(1, 5, 3, request)]));
    while (!requests[0]?.isClosed) await new Promise(setImmediate);
    sessions[0]!.close();
    await once(socket, "close");
    const goaway = frame(7, 0, 0, "00 00 00 03 00 00 00 00");
    expect(received().subarray(-goaway.length)).toEqual(goaway);
  }, 10_000);

  it("gets no more data than the window of the connection allows", async () => {
    const { port } = await serveHttp2((stream) => respond(stream, Buffer.alloc(16_000)));
    const requests = [1, 3, 5, 7, 9].map((id) => frame(1, 5, id, request));
    const before = await converse(port, [preface, settings, ...requests, ping], (types) => types.includes(6));
    const sizes = before.filter(({ type }) => type === 0).map(({ payload }) => payload.length);
    expect(sizes).toEqual([16_000, 16_000, 16_000, 16_000, 65_535 - 4 * 16_000]);
  });

  it("gets nothing more on a stream that it has reset", async () => {
    const streams: ServerStream[] = [];
    const { port, requests } = await serveHttp2((stream) => void streams.push(stream));
    const { socket, received } = rawConnection(port);
    socket.write(Buffer.concat([preface, settings, frame(1, 5, 1, request), frame(3, 0, 1, "00 00 00 08")]));
    while (!requests[0]?.isClosed) await new Promise(setImmediate);
    respond(streams[0]!, Buffer.from("x"));
    streams[0]!.sendHeaders(ok, true);
    streams[0]!.reset(ErrorCode.PROTOCOL_ERROR);
    const pong = frame(6, 1, 0, "0000000000000000");
    socket.write(ping);
    while (!received().includes(pong)) await new Promise(setImmediate);
    const beforeAnswers = [
      frame(4, 0, 0, "00 04 01 00 00 00"),
      frame(8, 0, 0, "03 ff 00 01"),
      frame(4, 1, 0),
    ];
    expect(received()).toEqual(Buffer.concat([...beforeAnswers, pong]));
  });
});

it("one turn of the event loop causes one write to the socket, whatever its callbacks send", async () => {
  const written: string[] = [];
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString());
      done();
    },
  });
  const outbox = new Outbox(socket as unknown as Socket);
  process.nextTick(() => outbox.send(Buffer.from("a")));
  process.nextTick(() => process.nextTick(() => outbox.send(Buffer.from("b"))));
  await turn();
  await turn();
  expect(written).toEqual(["ab"]);
});
