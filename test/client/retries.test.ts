import { createServer as createTcpServer } from "node:net";

import { isRetryable, type CallOptions, type OutreachClient } from "../../src/client";
import { backoffMs } from "../../src/client/retries/retry";
import {
  CLUSTER,
  closeOpened,
  closeServer,
  createClient,
  failure,
  inOrder,
  json,
  listen,
  startServer,
  type Responder,
  type TestClient,
  type TestServer,
} from "./server";

let server: TestServer;
let test: TestClient;

async function connected(...answers: Responder[]): Promise<TestClient> {
  server = await startServer(inOrder(...answers));
  test = createClient(server.url);
  return test;
}

afterEach(closeOpened);

const ok: Responder = (_seen, response) => json(response, CLUSTER);
const status =
  (code: number, headers: Record<string, string> = {}): Responder =>
  (_seen, response) =>
    json(response, { message: "busy" }, code, headers);
const reset: Responder = (_seen, response) => void response.socket!.resetAndDestroy();

type Call = (client: OutreachClient, options?: CallOptions) => Promise<unknown>;
const reads: [string, Call][] = [["a read", (client) => client.getCluster("c-1")]];
const changes: [string, Call][] = [
  ["an update", (client, options) => client.updateCluster({ id: "c-1", name: "n" }, options)],
  ["a delete", (client, options) => client.deleteCluster("c-1", options)],
];
const create: Call = (client, options) => client.createCluster({ name: "n" }, options);

describe.each(reads)("%s", (_title, call) => {
  it.each([408, 425, 429, 500, 502, 503, 504])("the client retries it after %i", async (code) => {
    const { client } = await connected(status(code), status(code), ok);
    await call(client);
    expect(server.requests).toHaveLength(3);
  });

  it.each<Record<string, string>>([{ "retry-after": "1" }, { "x-ratelimit-remaining": "0" }])(
    "the client retries it after a 403 with %j, which is a limit of the rate",
    async (headers) => {
      const { client } = await connected(status(403, headers), ok);
      await call(client);
      expect(server.requests).toHaveLength(2);
    },
  );

  it("the client retries it after a reset connection", async () => {
    const { client } = await connected(reset, ok);
    await call(client);
    expect(server.requests).toHaveLength(2);
  });

  it("fails after four retries with the last response and the number of attempts", async () => {
    const { client, clock } = await connected(status(503));
    const error = await failure(call(client));
    expect(error).toMatchObject({ code: "OUTREACH_SERVER", status: 503, attempts: 5, serverMessage: "busy" });
    expect(error.message).toContain("5 attempts");
    expect(isRetryable(error)).toBe(true);
    expect(server.requests).toHaveLength(5);
    expect(clock.sleeps).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it.each([400, 401, 403, 404, 409, 301])("the client does not retry it after %i", async (code) => {
    const { client } = await connected(status(code, { "x-ratelimit-remaining": "1" }), ok);
    expect(isRetryable(await failure(call(client)))).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});

describe.each(changes)("%s", (_title, call) => {
  it.each([408, 425, 429, 500, 502, 503, 504])(
    "the client does not retry it after %i, and the error says when the caller may do so after a look",
    async (code) => {
      const { client, clock, events } = await connected(status(code), ok);
      const error = await failure(call(client));
      expect(error).toMatchObject({ attempts: 1, ambiguous: true, retryable: true, repeatAfterMs: 500 });
      expect(events.at(-1)).toMatchObject({ type: "failed", reason: "write", ambiguous: true });
      expect(clock.sleeps).toEqual([]);
      expect(server.requests).toHaveLength(1);
    },
  );

  it("the client does not retry it after a reset connection", async () => {
    const { client } = await connected(reset, ok);
    expect(await failure(call(client))).toMatchObject({ ambiguous: true, repeatAfterMs: 500 });
    expect(server.requests).toHaveLength(1);
  });

  it("may be retried four times by the caller, after growing waits", async () => {
    const { client } = await connected(status(503));
    const tried = {};
    const waits: (number | undefined)[] = [];
    for (const attempts of [1, 2, 3, 4, 5]) {
      const error = await failure(call(client, { tried }));
      expect(error).toMatchObject({ code: "OUTREACH_SERVER", status: 503, attempts });
      waits.push(error.repeatAfterMs);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, undefined]);
  });

  it.each([400, 401, 403, 404, 409, 301])("may not be retried after %i", async (code) => {
    const { client } = await connected(status(code, { "x-ratelimit-remaining": "1" }), ok);
    const error = await failure(call(client));
    expect(isRetryable(error)).toBe(false);
    expect(error.repeatAfterMs).toBeUndefined();
  });

  it("the client does not send it after a long pause of all calls, so that the caller looks again", async () => {
    const { client } = await connected(status(429, { "retry-after": "7" }), ok);
    await failure(create(client));
    const tried = {};
    const error = await failure(call(client, { tried, followsLook: true }));
    expect(error).toMatchObject({
      code: "OUTREACH_RATE_LIMITED",
      attempts: 0,
      ambiguous: false,
      repeatAfterMs: 0,
    });
    expect(server.requests).toHaveLength(1);
    await call(client, { tried, followsLook: true });
    expect(server.requests).toHaveLength(2);
  });

  it("the client does not send it after a long wait for a slot, so that the caller looks again and may then wait longer", async () => {
    server = await startServer(({ path }, response) => {
      // The read has the only slot for so long.
      if (path.includes("Get")) void test.clock.sleep(6_000);
      json(response, CLUSTER);
    });
    test = createClient(server.url, { maxConcurrentRequests: 1 });
    const { client } = test;
    const tried = {};
    const behindRead = async () => {
      const read = client.getCluster("c-1");
      const write = call(client, { tried, followsLook: true });
      await read;
      return write;
    };
    expect(await failure(behindRead())).toMatchObject({ attempts: 0, ambiguous: false, repeatAfterMs: 0 });
    await behindRead();
    expect(server.requests.map(({ path }) => path.includes("Get"))).toEqual([true, true, false]);
  });

  it("the client sends it after a pause of a second, and after a long one if the caller does not look", async () => {
    const { client } = await connected(
      status(429, { "retry-after": "1" }),
      ok,
      status(429, { "retry-after": "7" }),
      ok,
    );
    await failure(create(client));
    await call(client, { followsLook: true });
    await failure(create(client));
    await call(client);
    expect(server.requests).toHaveLength(4);
  });
});

describe("a create", () => {
  it.each([408, 425, 500, 502, 503, 504])(
    "the client does not retry it after %i, because the server may have carried it out",
    async (code) => {
      const { client, events } = await connected(status(code, { "retry-after": "1" }), ok);
      const error = await failure(create(client));
      expect(error).toMatchObject({ code: "OUTREACH_SERVER", attempts: 1, ambiguous: true, retryable: true });
      expect([error.retryAfterMs, error.repeatAfterMs]).toEqual([1_000, undefined]);
      expect(events.at(-1)).toMatchObject({ type: "failed", reason: "ambiguous", ambiguous: true });
      expect(server.requests).toHaveLength(1);
    },
  );

  it("the client does not retry it after 429, and the error says when the caller may do so after a lookup", async () => {
    const { client, clock, events } = await connected(status(429, { "retry-after": "7" }), ok);
    clock.chance = 0.5;
    const error = await failure(create(client));
    expect(error).toMatchObject({ code: "OUTREACH_RATE_LIMITED", attempts: 1, ambiguous: true });
    expect(error.repeatAfterMs).toBe(7_250);
    expect(events.at(-1)).toMatchObject({ type: "failed", reason: "ambiguous", ambiguous: true });
    expect(clock.sleeps).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("with a 429 may be retried exactly after the Retry-After once the pace spaces all calls", async () => {
    const { client, clock } = await connected(ok, status(429, { "retry-after": "7" }));
    clock.chance = 0.5;
    await create(client);
    expect((await failure(create(client))).repeatAfterMs).toBe(7_000);
  });

  it("with a 429 takes its retries from those that all calls share", async () => {
    const { client } = await connected(status(429));
    const errors = await Promise.all(Array.from({ length: 400 }, () => failure(create(client))));
    expect(errors.filter(({ repeatAfterMs }) => repeatAfterMs !== undefined)).toHaveLength(4 * 80);
  });

  it("that gets a second 429 slows all calls", async () => {
    const { client, clock } = await connected(ok, status(429, { "retry-after": "1" }), ok);
    await create(client);
    await failure(client.createCluster({ name: "n" }, { tried: { attempts: 1 } }));
    await create(client);
    expect(clock.sleeps).toEqual([expect.any(Number)]);
  });
});

describe("a write with several attempts", () => {
  it("has an ambiguous result if the server may have carried out an earlier attempt", async () => {
    const { client } = await connected(reset, status(401));
    const tried = {};
    await failure(client.updateCluster({ id: "c-1", name: "n" }, { tried }));
    const error = await failure(client.updateCluster({ id: "c-1", name: "n" }, { tried }));
    expect(error).toMatchObject({ code: "OUTREACH_DENIED", attempts: 2, ambiguous: true });
  });
});

describe("a server that cannot be reached", () => {
  it("gets retries of every read, and no write counts as sent", async () => {
    await connected(ok);
    const probe = createTcpServer();
    const port = await listen(probe);
    await closeServer(probe, []);
    const { client, clock } = createClient(`http://127.0.0.1:${port}`, { maxRetries: 2 });
    const facts = { code: "OUTREACH_UNREACHABLE", ambiguous: false, retryable: true };
    const error = await failure(client.getCluster("c-1"));
    expect(error).toMatchObject({ ...facts, attempts: 3 });
    expect(error.message).toContain("the connection was refused");
    expect(clock.sleeps).toHaveLength(2);
    for (const call of [...changes.map(([, made]) => made), create]) {
      expect(await failure(call(client))).toMatchObject({ ...facts, attempts: 1, repeatAfterMs: 500 });
    }
  });

  it("soon gets one attempt per call, because all calls share their retries", async () => {
    const { client, events } = await connected(status(500));
    const calls = () => Promise.all(Array.from({ length: 100 }, () => failure(client.getCluster("c-1"))));
    await calls();
    await calls();
    // 200 first attempts and 80 × 4 retries.
    expect(events.filter(({ type }) => type === "request")).toHaveLength(520);
  });
});

describe("the wait before a retry", () => {
  it("a retry waits for a random part of a limit that doubles up to 8 seconds", async () => {
    const { client, clock } = await connected(status(500), status(500), status(500), ok);
    clock.chance = 0.25;
    await client.getCluster("c-1");
    expect(clock.sleeps).toEqual([125, 250, 500]);
    expect([4, 5, 6, 100].map((attempt) => backoffMs(attempt, 1))).toEqual([4_000, 8_000, 8_000, 8_000]);
  });

  it.each(["7", " 7 "])("a retry waits for the seconds of Retry-After (%j) with jitter", async (seconds) => {
    const { client, clock } = await connected(status(429, { "retry-after": seconds }), ok);
    clock.chance = 0.5;
    await client.getCluster("c-1");
    expect(clock.sleeps).toEqual([7_250]);
  });

  it.each([-10, 0, 10])(
    "a retry waits as long for a date in Retry-After if the server's clock is %i minutes ahead",
    async (minutes) => {
      const date = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes, second)).toUTCString();
      const { client, clock } = await connected(status(429, { "retry-after": date(7), date: date(0) }), ok);
      clock.chance = 0.5;
      await client.getCluster("c-1");
      expect(clock.sleeps).toEqual([7_250]);
    },
  );

  it.each(["soon", "-5", "0", "Thu, 01 Jan 1970 00:00:00 GMT"])("ignores Retry-After: %s", async (value) => {
    const { client, clock } = await connected(status(503, { "retry-after": value }), ok);
    await client.getCluster("c-1");
    expect(clock.sleeps).toEqual([500]);
  });

  it.each(["121", "99999999999999999999", "Fri, 01 Jan 2027 00:00:00 GMT"])(
    "does not take place for Retry-After: %s",
    async (value) => {
      const { client, clock } = await connected(status(429, { "retry-after": value }), ok);
      const error = await failure(create(client));
      expect(error).toMatchObject({ code: "OUTREACH_RATE_LIMITED", attempts: 1, ambiguous: true });
      expect(error.repeatAfterMs).toBeUndefined();
      expect(error.message).toMatch(/asks for a wait of \d+ s; this client waits 120 s at most/);
      expect(clock.sleeps).toEqual([]);
    },
  );
});
