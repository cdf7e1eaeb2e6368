import type { FaultEffect, Simulator } from "../../src/simulator";
import { call, closeAll, createCluster, identity, request, names, simulate, testClock } from "./harness";

afterEach(closeAll);

const fail = { type: "status", status: 503 } as const satisfies FaultEffect;

/** Sends a list request whose body the test reads. */
function listClusters(simulator: Simulator): Promise<Response> {
  return fetch(`${simulator.url}/clusters/ListClusters`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(identity),
  });
}

describe("the response of a fault", () => {
  it("with another status is sent in place of the write, or after the write", async () => {
    const simulator = await simulate();
    simulator.addFault({ nth: 1, effect: { type: "status", status: 500 } });
    simulator.addFault({ nth: 2, effect: { type: "status", status: 502, when: "after" } });
    expect((await call(simulator, "CreateCluster", { clusterName: "a" })).status).toBe(500);
    expect(names(simulator)).toEqual([]);
    expect((await call(simulator, "CreateCluster", { clusterName: "b" })).status).toBe(502);
    expect(names(simulator)).toEqual(["b"]);
  });

  it("has the body and headers of the rule", async () => {
    const simulator = await simulate();
    simulator.addFault({
      nth: 1,
      effect: { ...fail, body: "<h1>Bad gateway</h1>", headers: { "x-id": "7" } },
    });
    simulator.addFault({ nth: 2, effect: { ...fail, body: { oops: [1] } } });
    simulator.addFault({ nth: 3, effect: { ...fail, headers: { "x-id": "8" } } });
    simulator.addFault({ nth: 4, effect: { ...fail, body: "{}", headers: { "content-type": "text/json" } } });
    const [text, json, dialect, typed] = [
      await call(simulator, "ListClusters"),
      await call(simulator, "ListClusters"),
      await call(simulator, "ListClusters"),
      await call(simulator, "ListClusters"),
    ];
    expect([text.text, text.headers.get("x-id")]).toEqual(["<h1>Bad gateway</h1>", "7"]);
    expect(json.json).toEqual({ oops: [1] });
    expect([dialect.json.error.code, dialect.headers.get("x-id")]).toEqual(["SimulatedFault", "8"]);
    expect([text, json, dialect, typed].map(({ headers }) => headers.get("content-type"))).toEqual([
      "text/plain; charset=utf-8",
      "application/json",
      "application/json",
      "text/json",
    ]);
  });

  it.each([
    [undefined, null],
    [3, "3"],
    ["-1", "-1"],
    ["soon", "soon"],
    [1e30, "1e+30"],
    [{ inSeconds: 90 }, "Fri, 02 Jan 2026 03:05:35 GMT"],
    [{ inSeconds: 1e12 }, "Sat, 29 Sep 33714 04:50:45 GMT"],
  ] as const)("with status 429 has Retry-After %j", async (retryAfter, header) => {
    const simulator = await simulate({ now: testClock().now });
    simulator.addFault({ effect: { type: "throttle", retryAfter } });
    const { status, headers } = await call(simulator, "CreateCluster", { clusterName: "a" });
    expect([status, headers.get("retry-after")]).toEqual([429, header]);
    expect(headers.get("content-type")).toBe("application/json");
    expect(names(simulator)).toEqual([]);
  });
});

describe("a quota of 2 calls in 10 seconds", () => {
  /** Returns the statuses of calls at these times, in seconds. */
  const statusesAt = async (
    method: "fixed-window" | "sliding-window" | "token-bucket",
    ...times: number[]
  ) => {
    const clock = testClock();
    const simulator = await simulate({ now: clock.now });
    simulator.addFault({ effect: { type: "quota", calls: 2, perMs: 10_000, method } });
    const found: number[] = [];
    let now = 0;
    for (const time of times) {
      clock.advance(1_000 * (time - now));
      now = time;
      found.push((await call(simulator, "ListClusters")).status);
    }
    return found;
  };

  it("allows 2 calls in each window, if it counts in fixed windows", async () => {
    expect(await statusesAt("fixed-window", 0, 9, 9, 10, 10, 19)).toEqual([200, 200, 429, 200, 200, 429]);
  });

  it("allows 2 calls in any 10 seconds, if it counts in a sliding window", async () => {
    expect(await statusesAt("sliding-window", 0, 9, 9, 10, 10, 19)).toEqual([200, 200, 429, 200, 429, 200]);
  });

  it("allows a call every 5 seconds after the first two, if it counts tokens", async () => {
    expect(await statusesAt("token-bucket", 0, 0, 4, 5, 9, 10)).toEqual([200, 200, 429, 200, 429, 200]);
  });

  it("refuses calls with the given status, and without Retry-After if the rule says so", async () => {
    const simulator = await simulate();
    simulator.addFault({
      effect: { type: "quota", calls: 0, perMs: 10_000, status: 503, retryAfter: false },
    });
    const { status, headers } = await call(simulator, "ListClusters");
    expect([status, headers.get("retry-after")]).toEqual([503, null]);
    simulator.clearFaults();
    simulator.addFault({ effect: { type: "quota", calls: 0, perMs: 6_000 } });
    expect((await call(simulator, "ListClusters")).headers.get("retry-after")).toBe("6");
  });
});

describe("a fault of the connection", () => {
  it("resets the connection before the operation, or after it", async () => {
    const simulator = await simulate();
    simulator.addFault({ nth: 1, effect: { type: "reset" } });
    simulator.addFault({ nth: 2, effect: { type: "reset", when: "after" } });
    const create = (clusterName: string) => call(simulator, "CreateCluster", { clusterName });
    await expect(create("a")).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    expect(names(simulator)).toEqual([]);
    await expect(create("b")).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    expect(names(simulator)).toEqual(["b"]);
    expect(simulator.journal().map(({ outcome, status }) => [outcome, status])).toEqual([
      ["reset", null],
      ["reset", null],
    ]);
  });

  it("closes the connection within the body", async () => {
    const simulator = await simulate();
    const body = JSON.stringify({ clusters: [], nextToken: null });
    const received = async (effect: FaultEffect) => {
      simulator.clearFaults();
      simulator.addFault({ effect });
      const response = await listClusters(simulator);
      expect(response.headers.get("content-length")).toBe(String(body.length));
      const pieces: Uint8Array[] = [];
      const read = async () => {
        for await (const piece of response.body!) pieces.push(piece);
      };
      await expect(read()).rejects.toThrow("terminated");
      return Buffer.concat(pieces).toString();
    };
    expect(await received({ type: "truncate" })).toBe(body.slice(0, body.length / 2));
    expect(await received({ type: "truncate", bytes: 5 })).toBe(body.slice(0, 5));
    expect(await received({ type: "truncate", bytes: 0 })).toBe("");

    simulator.clearFaults();
    simulator.addFault({ effect: { type: "truncate" } });
    await expect(createCluster(simulator, "a")).rejects.toThrow("terminated");
    expect(names(simulator)).toEqual(["a"]);
  });

  it("delivers the body in small pieces", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "drip", everyMs: 0, bytes: 3 } });
    expect((await call(simulator, "ListClusters")).json).toEqual({ clusters: [], nextToken: null });
    const { status, headers } = await call(simulator, "GetCluster", { clusterId: "x" });
    expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);

    simulator.clearFaults();
    simulator.addFault({ effect: { type: "drip", everyMs: 600_000 } });
    const lost = expect(listClusters(simulator)).rejects.toThrow();
    await simulator.waitForCall("ListClusters", 2, "committed");
    await request(`${simulator.url}/__simulator/health`);
    expect(simulator.journal().at(-1)?.outcome).toBe("pending");
    await Promise.all([simulator.close(), lost]);
  });

  it("delivers a huge body, and ends when the caller stops reading", async () => {
    const simulator = await simulate();
    simulator.addFault({ nth: 1, effect: { type: "huge", bytes: 300_000 } });
    simulator.addFault({ nth: 2, effect: { type: "huge" } });
    expect((await call(simulator, "ListClusters")).json.padding).toHaveLength(300_000);
    const { body } = await listClusters(simulator);
    let received = 0;
    // Leaving the loop cancels the rest.
    for await (const piece of body!) if ((received += piece.length) > 1_000_000) break;
    expect(received).toBeGreaterThan(1_000_000);
  });
});

describe("a rule with hostile content", () => {
  const answerTo = async (content: string) => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "content", content } as FaultEffect });
    const answered = await call(simulator, "CreateCluster", { clusterName: "a" });
    expect(names(simulator)).toEqual(["a"]);
    return answered;
  };

  it("sends a body that is not JSON", async () => {
    const html = await answerTo("html");
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await answerTo("text")).json).toBeUndefined();
    expect((await answerTo("empty")).text).toBe("");
    expect((await answerTo("bad-utf8")).text).toContain("\ufffd");
  });

  it("sends JSON of another shape", async () => {
    expect((await answerTo("null")).json).toBeNull();
    expect((await answerTo("empty-object")).json).toEqual({});
    expect((await answerTo("array")).json).toEqual([
      { workspaceId: expect.anything(), clusterId: expect.anything() },
    ]);
    expect((await answerTo("wrong-types")).json).toEqual({ workspaceId: 42, clusterId: 42 });
    expect((await answerTo("lone-surrogates")).json.clusterId).toMatch(/\ud800$/);
    expect((await answerTo("deep")).text).toMatch(/^(\{"a":){100000}1\}{100000}$/);
  });

  it("sends keys that pollute prototypes, beside the promised fields", async () => {
    const { json } = await answerTo("proto");
    expect(Object.keys(json)).toEqual(["__proto__", "constructor", "workspaceId", "clusterId"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

it("the effects of several rules apply in the order in which they were added", async () => {
  const simulator = await simulate({ latencyMs: 1 });
  simulator.addFault({ effect: { type: "delay", ms: 1 } });
  simulator.addFault({ effect: { type: "delay", ms: 1, when: "after" } });
  simulator.addFault({ effect: { type: "hide" } });
  simulator.addFault({ operation: "CreateCluster", effect: { type: "reset", when: "after" } });
  await expect(createCluster(simulator, "a")).rejects.toThrow();
  expect((await call(simulator, "ListClusters")).json.clusters).toEqual([]);
  expect(names(simulator)).toEqual(["a"]);
});
