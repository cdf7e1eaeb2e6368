import type { ServerResponse } from "node:http";

import { ConcurrencyLimit } from "../../src/client/retries/concurrency";
import {
  requestedCluster,
  closeOpened,
  CLUSTER,
  createClient,
  failure,
  FakeClock,
  json,
  startServer,
} from "./server";

afterEach(closeOpened);

describe("the concurrency limit", () => {
  it("allows exactly so many concurrent calls", async () => {
    let waiting: ServerResponse[] = [];
    let most = 0;
    const server = await startServer((_seen, response) => {
      waiting.push(response);
      most = Math.max(most, waiting.length);
      if (waiting.length === 3) {
        // Later, so that a fourth request could still show up.
        setImmediate(() => {
          const answered = waiting;
          waiting = [];
          answered.forEach((answer) => json(answer, CLUSTER));
        });
      }
    });
    const { client } = createClient(server.url, { maxConcurrentRequests: 3 });
    await Promise.all(Array.from({ length: 30 }, () => client.getCluster("c-1")));
    expect(most).toBe(3);
  });

  it("starts a write after a look before all waiting calls", async () => {
    const limit = new ConcurrencyLimit(1);
    const order: number[] = [];
    await limit.acquire();
    const waiting = [1, 2, 3].map(async (turn) => {
      await limit.acquire(undefined, turn === 3);
      order.push(turn);
      limit.release();
    });
    limit.release();
    await Promise.all(waiting);
    expect(order).toEqual([3, 1, 2]);
  });

  it("frees the slot of a call that failed or was cancelled", async () => {
    const limit = new ConcurrencyLimit(1);
    await limit.acquire();
    const abort = new AbortController();
    const cancelled = limit.acquire(abort.signal);
    const next = limit.acquire();
    abort.abort(new Error("no more"));
    await expect(cancelled).rejects.toThrow("no more");
    limit.release();
    await next;
    limit.release();
    expect([limit.tryAcquire(), limit.tryAcquire()]).toEqual([true, false]);
  });

  it("starts the next call although the signal of a started one fires", async () => {
    const limit = new ConcurrencyLimit(1);
    await limit.acquire();
    const abort = new AbortController();
    const started = limit.acquire(abort.signal);
    const next = limit.acquire().then(() => "started");
    limit.release();
    await started;
    abort.abort();
    limit.release();
    expect(await Promise.race([next, new Promise(setImmediate)])).toBe("started");
  });
});

describe("a rate limit of the server", () => {
  it("that accepts nothing is an error as early as without a pace", async () => {
    const server = await startServer((_seen, response) => json(response, {}, 429));
    const { client, clock } = createClient(server.url, { maxRetries: 1 });
    clock.chance = 0;
    await failure(client.getCluster("c-1"));
    expect(clock.sleeps).toEqual([0]);
  });
});

describe("the limit of requests per second", () => {
  it("spaces all requests evenly, retries included", async () => {
    const server = await startServer((seen, response, index) =>
      json(response, requestedCluster(seen), index === 0 ? 503 : 200),
    );
    const clock = new FakeClock();
    clock.chance = 0;
    const { client } = createClient(server.url, { requestsPerSecond: 4, clock });
    await client.getCluster("1");
    await client.getCluster("2");
    await client.getCluster("3");
    // The zeros are the waits of the retries.
    expect(clock.sleeps.filter((ms) => ms > 0)).toEqual([250, 250, 250]);
  });

  it("does not exist by default", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    const { client, clock } = createClient(server.url);
    await Promise.all(Array.from({ length: 20 }, () => client.getCluster("c-1")));
    expect(clock.sleeps).toEqual([]);
  });
});

describe("options", () => {
  it.each([
    [{ userId: "" }, "userId"],
    [{ workspaceId: "" }, "workspaceId"],
    [{ authorizationToken: "two words" }, "authorizationToken"],
    [{ authorizationToken: "a\r\nx: y" }, "authorizationToken"],
    [{ requestTimeout: 0 }, "requestTimeout"],
    [{ requestTimeout: Number.NaN }, "requestTimeout"],
    [{ requestTimeout: 1e9 }, "requestTimeout"],
    [{ maxRetries: -1 }, "maxRetries"],
    [{ maxRetries: 1.5 }, "maxRetries"],
    [{ maxConcurrentRequests: 0 }, "maxConcurrentRequests"],
    [{ requestsPerSecond: 0 }, "requestsPerSecond"],
    [{ requestsPerSecond: Number.POSITIVE_INFINITY }, "requestsPerSecond"],
    [{ baseUrl: "api.example.com" }, "base URL"],
    [{ baseUrl: "" }, "base URL"],
    [{ baseUrl: "ftp://api.example.com" }, "base URL"],
    [{ baseUrl: "https://me:hunter2@api.example.com" }, "base URL"],
    [{ baseUrl: "https://api.example.com/?key=hunter2" }, "base URL"],
    [{ baseUrl: "https://api.example.com/#" }, "base URL"],
  ])("that are invalid are refused by name, without their value: %j", async (options, name) => {
    const error = await failure(
      Promise.resolve().then(() => createClient("https://api.example.com", options)),
    );
    expect(error.code).toBe("OUTREACH_INVALID_OPTION");
    expect(error.message).toContain(name);
    expect(error.message).not.toMatch(/hunter2|two words/);
  });

  it("that are null, as JavaScript may pass them, have their defaults", async () => {
    const server = await startServer((_seen, response) => json(response, CLUSTER));
    const names = ["authorizationToken", "requestTimeout", "maxRetries", "maxConcurrentRequests"];
    const unset = Object.fromEntries(
      [...names, "requestsPerSecond", "userAgent"].map((name) => [name, null]),
    );
    const { client } = createClient(server.url, unset);
    await client.getCluster("c-1");
    expect(server.requests[0]!.headers["user-agent"]).toBe("cdktf-outreach");
  });
});
