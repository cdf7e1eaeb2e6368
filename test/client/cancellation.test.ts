import { createConnection } from "node:net";

import { Agent } from "undici";

import { isCancelled, type Clock } from "../../src/client";
import { abortListeners } from "../../src/client/connection/exchange";
import { systemClock } from "../../src/client/retries/clock";
import {
  requestedCluster,
  closeOpened,
  CLUSTER,
  createClient,
  failure,
  gate,
  json,
  startServer,
  type Responder,
  type TestClient,
  type TestServer,
} from "./server";

let server: TestServer;
let test: TestClient;
let abort: AbortController;

/** In seconds: a call that misses the signal fails after it, and not with the test. */
const requestTimeout = 2;

async function connected(answer: Responder, options: Parameters<typeof createClient>[1] = {}) {
  server = await startServer(answer);
  test = createClient(server.url, { requestTimeout, ...options });
  abort = new AbortController();
  return { ...test, signal: abort.signal };
}

afterEach(closeOpened);

/** Sleeps until the signal fires; `asleep` resolves when a sleep has started. */
function endlessSleep(): { clock: Clock; asleep: Promise<void> } {
  const { promise, open } = gate();
  const clock: Clock = {
    ...systemClock,
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason as Error));
        open();
      }),
  };
  return { clock, asleep: promise };
}

describe("the caller's signal", () => {
  it("sends nothing if it has fired before the call", async () => {
    const { client, signal } = await connected((_seen, response) => json(response, CLUSTER));
    abort.abort();
    const error = await failure(client.createCluster({ name: "n" }, { signal }));
    expect(error).toMatchObject({ code: "OUTREACH_CANCELLED", attempts: 0, ambiguous: false });
    expect(isCancelled(error)).toBe(true);
    expect(server.requests).toEqual([]);
  });

  it("ends a read that waits for headers", async () => {
    const { client, signal } = await connected(() => abort.abort());
    const error = await failure(client.getCluster("c-1", { signal }));
    expect(error).toMatchObject({ code: "OUTREACH_CANCELLED", attempts: 1, ambiguous: false });
    expect(error.message).toBe("GetCluster: cancelled by the caller.");
  });

  it("does not end a write that has been sent: the call waits for its response", async () => {
    const { client, signal } = await connected((_seen, response) => {
      abort.abort();
      json(response, CLUSTER);
    });
    expect(await client.createCluster({ name: "n" }, { signal })).toMatchObject({ id: "c-1" });
  });

  it("ends a write that waits for a connection, and nothing is sent later", async () => {
    let connect = () => {};
    const { promise: connecting, open } = gate();
    const dispatcher = new Agent({
      connect: (_options, callback) => {
        connect = () => {
          const socket = createConnection(server.port, "127.0.0.1", () => callback(null, socket));
        };
        open();
      },
    });
    const { client, signal } = await connected((_seen, response) => json(response, CLUSTER), { dispatcher });
    const cancelled = failure(client.createCluster({ name: "n" }, { signal }));
    await connecting;
    abort.abort();
    expect(await cancelled).toMatchObject({ code: "OUTREACH_CANCELLED", ambiguous: false });
    connect();
    await new Promise((resolve) => dispatcher.once("connect", resolve));
    await dispatcher.close();
    expect(server.requests).toEqual([]);
  });

  it("ends the wait for a retry of a read", async () => {
    const { clock, asleep } = endlessSleep();
    const { client, signal } = await connected((_seen, response) => json(response, {}, 503), { clock });
    const call = failure(client.getCluster("c-1", { signal }));
    await asleep;
    abort.abort();
    expect(await call).toMatchObject({ code: "OUTREACH_CANCELLED", attempts: 1, ambiguous: false });
    expect(server.requests).toHaveLength(1);
  });

  it("keeps the ambiguous result of an earlier attempt", async () => {
    const { client, signal } = await connected((_seen, response) => json(response, {}, 503));
    const tried = {};
    const update = () => failure(client.updateCluster({ id: "c-1", name: "n" }, { signal, tried }));
    await update();
    abort.abort();
    expect(await update()).toMatchObject({ code: "OUTREACH_CANCELLED", attempts: 1, ambiguous: true });
    expect(server.requests).toHaveLength(1);
  });

  it("ends the wait for a slot, and the other calls keep their order", async () => {
    const { promise: mayAnswer, open } = gate();
    const { client, signal } = await connected(
      async (seen, response) => {
        await mayAnswer;
        json(response, requestedCluster(seen));
      },
      { maxConcurrentRequests: 1 },
    );
    const first = client.getCluster("c-1");
    const queued = failure(client.createCluster({ name: "n" }, { signal }));
    const third = client.getCluster("c-3");
    abort.abort();
    expect(await queued).toMatchObject({ code: "OUTREACH_CANCELLED", attempts: 0, ambiguous: false });
    open();
    await Promise.all([first, third]);
    expect(server.requests.map(({ body }) => body["clusterId"])).toEqual(["c-1", "c-3"]);
  });

  it("ends the wait for the pace", async () => {
    const { clock, asleep } = endlessSleep();
    const { client, signal } = await connected((_seen, response) => json(response, CLUSTER), {
      clock,
      requestsPerSecond: 0.01,
    });
    await client.getCluster("c-1");
    const call = failure(client.getCluster("c-2", { signal }));
    await asleep;
    abort.abort();
    expect(await call).toMatchObject({ code: "OUTREACH_CANCELLED", attempts: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it("gets one listener for all calls, and keeps none of calls that have ended", async () => {
    const { client, signal } = await connected((_seen, response) => json(response, CLUSTER));
    const added = jest.spyOn(signal, "addEventListener");
    await Promise.all(Array.from({ length: 20 }, () => client.getCluster("c-1", { signal })));
    expect(added).toHaveBeenCalledTimes(1);
    expect(abortListeners(signal).size).toBe(0);
  });
});
