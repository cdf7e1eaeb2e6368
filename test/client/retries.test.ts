import { createServer as createTcpServer } from "node:net";

import { isAmbiguous, isRetryable, type OutreachClient } from "../../src/client";
import { backoffMs } from "../../src/client/retries/backoff";
import { RetryBudget } from "../../src/client/retries/retry";
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
  type Answer,
  type TestClient,
  type TestServer,
} from "./server";

let server: TestServer;
let test: TestClient;

async function connected(...answers: Answer[]): Promise<TestClient> {
  server = await startServer(inOrder(...answers));
  test = createClient(server.url);
  return test;
}

afterEach(closeOpened);

const ok: Answer = (_seen, response) => json(response, CLUSTER);
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_seen, response) =>
    json(response, { message: "busy" }, code, headers);
const reset: Answer = (_seen, response) => void response.socket!.resetAndDestroy();

const repeated: [string, (client: OutreachClient) => Promise<unknown>][] = [
  ["a read", (client) => client.getCluster("c-1")],
  ["an update", (client) => client.updateCluster({ id: "c-1", name: "n" })],
  ["a delete", (client) => client.deleteCluster("c-1")],
];
const create = (client: OutreachClient) => client.createCluster({ name: "n" });

describe.each(repeated)("%s", (_title, call) => {
  it.each([408, 425, 429, 500, 502, 503, 504])("is repeated after %i", async (code) => {
    const { client } = await connected(status(code), status(code), ok);
    await call(client);
    expect(server.requests).toHaveLength(3);
  });

  it("is repeated after a reset connection", async () => {
    const { client } = await connected(reset, ok);
    await call(client);
    expect(server.requests).toHaveLength(2);
  });

  it("ends after four repeats with the last answer and the number of attempts", async () => {
    const { client, clock } = await connected(status(503));
    const error = await failure(call(client));
    expect(error).toMatchObject({ code: "OUTREACH_SERVER", status: 503, attempts: 5, serverMessage: "busy" });
    expect(error.message).toContain("5 attempts");
    expect(isRetryable(error)).toBe(true);
    expect(server.requests).toHaveLength(5);
    expect(clock.sleeps).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it("is not repeated after a 2xx with an error in the body", async () => {
    const { client } = await connected((_seen, response) => json(response, { error: "busy" }), ok);
    expect(isRetryable(await failure(call(client)))).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 301])("is not repeated after %i", async (code) => {
    const { client } = await connected(status(code), ok);
    expect(isRetryable(await failure(call(client)))).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});

describe.each(repeated.slice(0, 2))("%s", (_title, call) => {
  it.each<[string, unknown]>([
    ["without what is promised", {}],
    ["with something else", { ...CLUSTER, clusterId: 1 }],
    ["that is no JSON", "<html>"],
  ])("is not repeated after a 2xx %s", async (_what, body) => {
    const { client } = await connected((_seen, response) => json(response, body), ok);
    expect(isRetryable(await failure(call(client)))).toBe(false);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a create", () => {
  it.each([408, 425, 500, 502, 503, 504])(
    "is not repeated after %i: it may have been carried out",
    async (code) => {
      const { client, events } = await connected(status(code, { "retry-after": "1" }), ok);
      const error = await failure(create(client));
      expect(error).toMatchObject({ code: "OUTREACH_SERVER", attempts: 1, ambiguous: true, retryable: true });
      expect(error.retryAfterMs).toBe(1_000);
      expect(events.at(-1)).toMatchObject({ type: "failed", reason: "may have landed", ambiguous: true });
      expect(server.requests).toHaveLength(1);
    },
  );

  it("that may have been carried out tells of a wait that is too long", async () => {
    const { client } = await connected(status(503, { "retry-after": "121" }));
    const error = await failure(create(client));
    expect(error).toMatchObject({ ambiguous: true, retryAfterMs: 121_000 });
    expect(error.message).toMatch(/asks for a wait of 121 s; this client waits 120 s at most/);
  });

  it("is not repeated after its connection was reset", async () => {
    const { client } = await connected(reset, ok);
    expect(isAmbiguous(await failure(create(client)))).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  it("is not repeated after 429 either, and its error says when the caller may do so after a look", async () => {
    const { client, clock, events } = await connected(status(429, { "retry-after": "7" }), ok);
    clock.chance = 0.5;
    const error = await failure(create(client));
    expect(error).toMatchObject({ code: "OUTREACH_RATE_LIMITED", attempts: 1, ambiguous: true });
    expect(error.repeatAfterMs).toBe(7_250);
    expect(events.at(-1)).toMatchObject({ type: "failed", reason: "may have landed", ambiguous: true });
    expect(clock.sleeps).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it("that is turned away may be repeated by the caller as often as any call by the client, ever later", async () => {
    const { client } = await connected(status(429));
    const waits: (number | undefined)[] = [];
    for (const attemptsBefore of [0, 1, 2, 3, 4]) {
      const error = await failure(client.createCluster({ name: "n" }, { attemptsBefore }));
      expect(error.attempts).toBe(attemptsBefore + 1);
      waits.push(error.repeatAfterMs);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, undefined]);
  });

  it("that is turned away takes its repeats from the budget that all calls share", async () => {
    const { client } = await connected(status(429));
    const errors = await Promise.all(Array.from({ length: 400 }, () => failure(create(client))));
    expect(errors.filter(({ repeatAfterMs }) => repeatAfterMs !== undefined)).toHaveLength(4 * 80);
    expect(errors.at(-1)!.message).toContain("too many calls to this server are failing");
  });

  it.each([408, 500, 503])(
    "that is answered %i leaves it to the caller whether it is repeated",
    async (code) => {
      const { client } = await connected(status(code));
      expect((await failure(create(client))).repeatAfterMs).toBeUndefined();
    },
  );

  it("is slowed like any call where it is turned away again", async () => {
    const { client, clock } = await connected(ok, status(429, { "retry-after": "1" }), ok);
    await create(client);
    await failure(client.createCluster({ name: "n" }, { attemptsBefore: 1 }));
    await create(client);
    expect(clock.sleeps).toEqual([expect.any(Number)]);
  });

  it.each([400, 401, 403, 404, 409, 422])("that ends with %i was not carried out", async (code) => {
    const { client } = await connected(status(code));
    expect(isAmbiguous(await failure(create(client)))).toBe(false);
  });
});

describe("a write of several attempts", () => {
  it("stays open when an earlier attempt may have landed and the last one did not", async () => {
    const { client } = await connected(reset, status(401));
    const error = await failure(client.updateCluster({ id: "c-1", name: "n" }));
    expect(error).toMatchObject({ code: "OUTREACH_DENIED", attempts: 2, ambiguous: true });
  });
});

describe("a server that cannot be reached", () => {
  it("gets every call again, a create too, because nothing was sent", async () => {
    await connected(ok);
    const probe = createTcpServer();
    const port = await listen(probe);
    await closeServer(probe, []);
    const { client, clock } = createClient(`http://127.0.0.1:${port}`, { maxRetries: 2 });
    for (const call of [...repeated.map(([, made]) => made), create]) {
      const error = await failure(call(client));
      expect(error).toMatchObject({
        code: "OUTREACH_UNREACHABLE",
        attempts: 3,
        ambiguous: false,
        retryable: true,
      });
      expect(error.message).toContain("the connection was refused");
    }
    expect(clock.sleeps).toHaveLength(8);
  });

  it("soon gets one attempt per call, because all calls share a budget of repeats", async () => {
    await connected(ok);
    const probe = createTcpServer();
    const port = await listen(probe);
    await closeServer(probe, []);
    const { client, events } = createClient(`http://127.0.0.1:${port}`, {
      maxRetries: 4,
      maxConcurrentRequests: 5,
    });
    const errors = await Promise.all(Array.from({ length: 100 }, () => failure(client.getCluster("c-1"))));
    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => "OUTREACH_UNREACHABLE"));
    // 100 first attempts and a budget of 5 x 4 repeats.
    expect(events.filter(({ type }) => type === "request")).toHaveLength(120);
    expect(errors.at(-1)!.message).toContain("too many calls to this server are failing");
  });

  it("does not cost calls that end well: they give their repeats back", async () => {
    server = await startServer((_seen, response, index) =>
      index % 4 === 3 ? json(response, CLUSTER) : json(response, {}, 429),
    );
    test = createClient(server.url, { maxRetries: 3, maxConcurrentRequests: 1 });
    for (let count = 0; count < 30; count += 1) {
      await test.client.getCluster("c-1");
    }
    expect(server.requests).toHaveLength(120);
  });
});

describe("the budget of repeats", () => {
  const taken = (budget: RetryBudget) => {
    let count = 0;
    while (count < 100 && budget.take()) count += 1;
    return count;
  };

  it("gets back what a call took that ends well, and one more, up to what it was", () => {
    const budget = new RetryBudget(5);
    expect(taken(budget)).toBe(5);
    budget.giveBack(0);
    expect(taken(budget)).toBe(1);
    budget.giveBack(2);
    expect(taken(budget)).toBe(3);
    budget.giveBack(9);
    expect(taken(budget)).toBe(5);
  });
});

describe("the wait before a repeat", () => {
  it("is anywhere up to a ceiling that doubles, to 8 seconds", async () => {
    const { client, clock } = await connected(status(500), status(500), status(500), ok);
    clock.chance = 0.25;
    await client.getCluster("c-1");
    expect(clock.sleeps).toEqual([125, 250, 500]);
    expect([4, 5, 6, 100].map((attempt) => backoffMs(attempt, 1))).toEqual([4_000, 8_000, 8_000, 8_000]);
  });

  it.each(["7", " 7 "])(
    "is what Retry-After asks in seconds (%j), and a little more so that not all return at once",
    async (seconds) => {
      const { client, clock } = await connected(status(429, { "retry-after": seconds }), ok);
      clock.chance = 0.5;
      await client.getCluster("c-1");
      expect(clock.sleeps).toEqual([7_250]);
    },
  );

  it.each([-10, 0, 10])(
    "is the same for Retry-After with a date, where the server's clock is %i minutes ahead",
    async (minutes) => {
      const date = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes, second)).toUTCString();
      const { client, clock } = await connected(status(429, { "retry-after": date(7), date: date(0) }), ok);
      clock.chance = 0.5;
      await client.getCluster("c-1");
      expect(clock.sleeps).toEqual([7_250]);
    },
  );

  it.each(["soon", "-5", "0", "Thu, 01 Jan 1970 00:00:00 GMT"])(
    "does not heed Retry-After: %s",
    async (value) => {
      const { client, clock } = await connected(status(503, { "retry-after": value }), ok);
      await client.getCluster("c-1");
      expect(clock.sleeps).toEqual([500]);
    },
  );

  it.each(["121", "99999999999999999999", "Fri, 01 Jan 2027 00:00:00 GMT"])(
    "is not made at all for Retry-After: %s",
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
