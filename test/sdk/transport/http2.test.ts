import { fc } from "../../fast-check";
import { once } from "node:events";
import { connect, type ClientHttp2Session, type SecureClientSessionOptions } from "node:http2";
import { decodeHuffman, HpackDecoder } from "../../../src/sdk/transport/http2/hpack";
import { cleanUp, onCleanUp } from "./harness";
import { echo, serveHttp2 } from "./http2-server";

afterEach(cleanUp);

const FAILS = "The HTTP/2 connection fails";

/** Node's own client, which is nghttp2's. */
function clientOf(port: number, options: SecureClientSessionOptions = {}): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`, options).on("error", () => undefined);
  onCleanUp(() => session.destroy());
  return session;
}

async function post(session: ClientHttp2Session, body: Buffer, headers: Record<string, string> = {}) {
  const stream = session.request({ ":method": "POST", ":path": "/", ...headers });
  stream.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe("HTTP/2 headers", () => {
  const name = fc.stringMatching(/^x-[a-z0-9-]{0,12}$/);
  const value = fc.oneof(
    fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/),
    fc.string({
      minLength: 1,
      maxLength: 3,
      unit: fc.integer({ min: 0xa1, max: 0xff }).map((unit) => String.fromCharCode(unit)),
    }),
    fc.constantFrom("", "y".repeat(200), "z".repeat(1500), "\u00ff".repeat(500)),
  );

  it("headers of nghttp2 are decoded, including references to earlier ones", async () => {
    const { port, requests } = await serveHttp2(echo);
    const session = clientOf(port);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value, { maxKeys: 8 }), async (given) => {
        await post(session, Buffer.from("x"), given);
        const own = Object.entries(requests.at(-1)!.headers).filter(([key]) => key.startsWith("x-"));
        expect(Object.fromEntries(own)).toEqual(given);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["an index beyond the table", "be"],
    ["the index 0", "80"],
    ["a name index beyond the table", "7f 80 01 00"],
    ["a text cut short", "00 05 61"],
    ["no value", "00 01 61"],
    ["an endless integer", "ff ff ff ff ff ff ff ff"],
    ["a resized table", "3f e1 1f"],
  ])("headers with %s end the connection", (_what, hex) => {
    const decode = () => new HpackDecoder().decode(Buffer.from(hex.replaceAll(" ", ""), "hex"));
    expect(decode).toThrow(FAILS);
  });

  it("a repeated block is decoded with the current table", () => {
    const decoder = new HpackDecoder();
    const decode = (...bytes: number[]) => ({ ...decoder.decode(Buffer.from(bytes)) });
    const remember = (value: string) => [0x40, 1, 0x61, 1, value.charCodeAt(0)];
    const newest = 0x80 | 62;
    expect(decode(...remember("1"))).toEqual({ a: "1" });
    expect([decode(newest), decode(newest)]).toEqual([{ a: "1" }, { a: "1" }]);
    expect(decode(...remember("2"))).toEqual({ a: "2" });
    expect([decode(newest), decode(newest)]).toEqual([{ a: "2" }, { a: "2" }]);
    expect([decode(...remember("3")), decode(...remember("3")), decode(newest + 2)]).toEqual([
      { a: "3" },
      { a: "3" },
      { a: "2" },
    ]);
  });

  it("the oldest headers are evicted when the table of 4096 bytes is full", () => {
    const decoder = new HpackDecoder();
    const value = Buffer.alloc(1000, "v");
    /** Of 1033 bytes, as the table counts. */
    const remember = (name: string) =>
      decoder.decode(
        Buffer.concat([Buffer.from(`40 01 ${name} 7f e9 06`.replaceAll(" ", ""), "hex"), value]),
      );
    const names = (...indices: number[]) =>
      indices.flatMap((index) => Object.keys(decoder.decode(Buffer.from([0x80 | index]))));
    for (const name of ["61", "62", "63"]) remember(name);
    expect(names(62, 63, 64)).toEqual(["c", "b", "a"]);
    remember("64");
    expect(names(62, 63, 64)).toEqual(["d", "c", "b"]);
    expect(() => names(65)).toThrow("that is in no table");
  });

  it("random bytes as headers are decoded or rejected", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }), (blocks) => {
        const decoder = new HpackDecoder();
        try {
          for (const block of blocks) decoder.decode(Buffer.from(block));
        } catch (error) {
          expect((error as Error).message).toContain(FAILS);
        }
      }),
      { numRuns: 700 },
    );
    expect(decodeHuffman(Buffer.alloc(0))).toBe("");
  });
});

describe("HTTP/2 data", () => {
  const body = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));

  it.each([
    ["a window of one byte that grows", { settings: { initialWindowSize: 1000 } }],
    ["large frames", { settings: { maxFrameSize: 1_000_000, initialWindowSize: 1_000_000 } }],
  ])("passes both ways with %s", async (_how, options) => {
    const { port } = await serveHttp2(echo);
    expect((await post(clientOf(port, options), body)).equals(body)).toBe(true);
  });

  it("waits when the client's window is used up, and continues when the client enlarges it", async () => {
    const { port } = await serveHttp2(echo);
    const session = clientOf(port, { settings: { initialWindowSize: 0 } });
    await once(session, "localSettings");
    const stream = session.request({ ":method": "POST", ":path": "/" });
    stream.end(body);
    await once(stream, "response");
    session.settings({ initialWindowSize: 50_000 });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      if (chunks.length === 0) session.settings({ initialWindowSize: 10 });
      chunks.push(chunk as Buffer);
    }
    expect(Buffer.concat(chunks).equals(body)).toBe(true);
  });
});
