import { fc } from "../fast-check";
import { createServer, type Socket } from "node:net";

import { OutreachError, type OutreachClient } from "../../src/client";
import { parseRetryAfter } from "../../src/client/messages/refusal";
import { MAX_RETRY_AFTER_MS } from "../../src/client/retries/pace";
import { ServerClock } from "../../src/client/retries/clock";
import { CLUSTER, closeOpened, closeServer, createClient, listen, opened } from "./server";

/** Headers that the client or undici reads, and names that JavaScript objects inherit. */
const NAMES = [
  ...["date", "retry-after", "content-type", "content-encoding", "location", "x-request-id", "keep-alive"],
  ...["connection", "content-length", "transfer-encoding", "trailer", "upgrade", "set-cookie"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "then"],
];

const VALUES = [
  ...["", " ", "-1", "1e999", "9".repeat(400), "0".repeat(400), `1.${"9".repeat(400)}`, "120"],
  ...["Sat, 13 Sep 275760 00:00:00 GMT", "Tue, 20 Apr -271821 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"],
  ...[
    "Mon, 99 Foo 2026 99:99:99 GMT",
    "gzip",
    "gzip, br",
    ",".repeat(500),
    "deflate;q=1",
    "close",
    "chunked",
  ],
  ...["http://[", "//", "https://user:pw@\u00ff/", "javascript:alert(1)", "timeout=99999999999999999999"],
  ...["\u00ff\u00fe\u0080", "x".repeat(10_000)],
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ maxLength: 40 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  fc.double().map(String),
  // Latin-1, as headers are sent.
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
);
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
  fc.string({ minLength: 1, maxLength: 10 }),
);
const headers = fc.array(fc.tuple(name, value), { maxLength: 6 });
const status = fc.constantFrom(200, 201, 204, 301, 307, 400, 404, 407, 429, 500, 503);

describe("any response headers", () => {
  let answer: { readonly status: number; readonly headers: readonly (readonly [string, string])[] };
  let client: OutreachClient;

  beforeAll(async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
      socket.once("data", () => {
        const body = JSON.stringify(CLUSTER);
        const lines = answer.headers.map(([key, text]) => `${key}: ${text}\r\n`).join("");
        // What ends with its connection needs no length, so that one among the headers counts.
        const head = `HTTP/1.1 ${answer.status} x\r\n${lines}\r\n`;
        socket.end(Buffer.from(`${head}${body}`, "latin1"));
      });
    });
    const port = await listen(server);
    opened.push({ close: () => closeServer(server, sockets) });
    client = createClient(`http://127.0.0.1:${port}`, { maxRetries: 1, requestTimeout: 10 }).client;
  });
  afterAll(closeOpened);

  it("let a call end with its value or an OutreachError", async () => {
    let values = 0;
    await fc.assert(
      fc.asyncProperty(status, headers, async (code, given) => {
        answer = { status: code, headers: given };
        const outcome = await client.getCluster("c-1").catch((error: unknown) => error);
        const isValue = (outcome as { id?: string }).id === "c-1";
        values += isValue ? 1 : 0;
        if (!isValue) expect(outcome).toBeInstanceOf(OutreachError);
        for (const time of [client.serverTime(), client.earliestServerTime()]) {
          if (time !== undefined) expect(() => new Date(time).toISOString()).not.toThrow();
        }
      }),
      { numRuns: 200 },
    );
    // Both outcomes are common, so that neither is tested for nothing.
    expect(values).toBeGreaterThan(10);
  });

  it("leave the server's clock at a time that a Date can represent", () => {
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 4e12 }), (date, now) => {
        const clock = new ServerClock();
        clock.record(date, now);
        for (const time of [clock.time(now + 1e9), clock.earliestTime(now + 1e9)]) {
          if (time !== undefined) expect(() => new Date(time).toISOString()).not.toThrow();
        }
      }),
      { numRuns: 600 },
    );
  });

  it("give no wait, or one from 0 milliseconds to a year", () => {
    fc.assert(
      fc.property(value, (asked) => {
        const ms = parseRetryAfter(asked, Date.UTC(2026, 0, 1));
        if (ms === undefined) return;
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(366 * 86_400_000);
      }),
      { numRuns: 600 },
    );
    expect(parseRetryAfter("9".repeat(400), 0)).toBeGreaterThan(MAX_RETRY_AFTER_MS);
  });
});
