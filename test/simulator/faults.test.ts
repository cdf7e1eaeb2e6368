import type { FaultEffect, FaultRule, Simulator } from "../../src/simulator";
import {
  call,
  closeAll,
  createCluster,
  createSnippet,
  identity,
  listAll,
  post,
  request,
  simulate,
  testClock,
} from "./harness";

afterEach(closeAll);

const fail = { type: "status", status: 503 } as const satisfies FaultEffect;

/** Statuses of a run of lists; 0 for a broken connection. */
async function statuses(simulator: Simulator, calls: number): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    found.push(
      await call(simulator, "ListClusters").then(
        ({ status }) => status,
        () => 0,
      ),
    );
  }
  return found;
}

/** A list whose body the test reads. */
function listClusters(simulator: Simulator): Promise<Response> {
  return fetch(`${simulator.url}/clusters/ListClusters`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(identity),
  });
}

function names(simulator: Simulator): string[] {
  return simulator.objects().map(({ name }) => name);
}

describe("rules strike", () => {
  it("every call, or those of the operations named", async () => {
    const simulator = await simulate();
    const id = simulator.addFault({ effect: fail });
    expect((await call(simulator, "ListSnippet")).status).toBe(503);
    simulator.clearFaults(id);
    simulator.addFault({ operation: ["GetCluster", "ListSnippet"], effect: fail });
    expect((await call(simulator, "ListSnippet")).status).toBe(503);
    expect((await call(simulator, "ListClusters")).status).toBe(200);
  });

  it("so many times", async () => {
    const simulator = await simulate();
    simulator.addFault({ times: 2, effect: fail });
    expect(await statuses(simulator, 4)).toEqual([503, 503, 200, 200]);
  });

  it("from the nth call on, once unless told otherwise", async () => {
    const simulator = await simulate();
    simulator.addFault({ nth: 2, effect: fail });
    expect(await statuses(simulator, 4)).toEqual([200, 503, 200, 200]);
    simulator.clearFaults();
    simulator.addFault({ nth: 2, times: 2, effect: fail });
    expect(await statuses(simulator, 4)).toEqual([200, 503, 503, 200]);
  });

  it("with a probability that the seed decides", async () => {
    const run = async (seed: number) => {
      const simulator = await simulate({ seed });
      simulator.addFault({ probability: 0.5, effect: fail });
      return statuses(simulator, 40);
    };
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
    const struck = first.filter((status) => status === 503).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
  });

  it("calls whose fields match, by property name", async () => {
    const simulator = await simulate();
    simulator.addFault({ match: { name: "bad", workspaceId: identity.workspaceId }, effect: fail });
    expect((await call(simulator, "CreateCluster", { clusterName: "bad" })).status).toBe(503);
    expect((await call(simulator, "CreateSnippet", { name: "bad", prompt: "" })).status).toBe(503);
    expect((await call(simulator, "CreateCluster", { clusterName: "good" })).status).toBe(200);
    expect((await call(simulator, "CreateCluster", { clusterName: "bad", workspaceId: "w" })).status).toBe(
      200,
    );
    expect((await call(simulator, "ListClusters")).status).toBe(200);
  });

  it("no call without fields, where some are to match", async () => {
    const simulator = await simulate();
    simulator.addFault({ match: { name: "bad" }, effect: fail });
    for (const body of ["not JSON", "null"]) {
      expect((await post(`${simulator.url}/clusters/CreateCluster`, body)).status).toBe(400);
    }
  });

  it("calls whose field is no text, where that is what matches", async () => {
    const simulator = await simulate();
    simulator.addFault({ match: { name: true }, effect: fail });
    expect((await call(simulator, "CreateCluster", { clusterName: true })).status).toBe(503);
    expect((await call(simulator, "CreateCluster", { clusterName: "true" })).status).toBe(200);
  });

  it("and say how often, in order", async () => {
    const simulator = await simulate();
    const rule: FaultRule = { operation: "ListClusters", nth: 2, effect: fail };
    const id = simulator.addFault(rule);
    await statuses(simulator, 3);
    expect(simulator.faults()).toEqual([{ id, rule, matched: 3, struck: 1 }]);
    expect(simulator.journal().map(({ faults }) => faults)).toEqual([[], [id], []]);
  });

  it("not when they are misspelt: they are refused", async () => {
    const simulator = await simulate();
    const refused = (rule: unknown) => expect(() => simulator.addFault(rule as FaultRule)).toThrow;
    refused({ effect: fail, probabilty: 1 })(/no field "probabilty"/);
    refused({ operation: "ListSnippets", effect: fail })(/operation of a fault rule takes one of/);
    refused({ nth: 0, effect: fail })(/nth of a fault rule takes a whole number from 1/);
    for (const probability of [2, -1, "0.5"]) refused({ probability, effect: fail })(/probability/);
    refused({ effect: { type: "explode" } })(/type of a fault effect is one of status,/);
    refused({ effect: { type: "status" } })(/status of a status effect/);
    refused({ effect: { type: "status", status: 600 } })(/status of a status effect takes a status from 200/);
    refused({ effect: { type: "delay", ms: 3e9 } })(/ms of a delay effect takes a whole number from 0 to 21/);
    refused({ effect: { type: "hold", when: "later" } })(/when of a hold effect takes one of before, after/);
    refused({ operation: [], effect: fail })(
      /operation of a fault rule takes one of .* list of them that is not empty/,
    );
    refused({ match: { name: ["x"] }, effect: fail })(/match of a fault rule takes an object of/);
    refused({ match: { name: {} }, effect: fail })(/match of a fault rule takes an object of/);
    for (const headers of [
      { "bad header": "x" },
      { "": "x" },
      { x: "a\nb" },
      { x: "\u0416" },
      { Trailer: "x" },
      "text",
    ]) {
      refused({ effect: { ...fail, headers } })(/headers of a status effect takes an object of/);
    }
    for (const retryAfter of [
      "a\nb",
      { inSeconds: 1e20 },
      { inSeconds: Number.NaN },
      { inSeconds: "5" },
      {},
      null,
    ]) {
      refused({ effect: { type: "throttle", retryAfter } })(/retryAfter of a throttle effect takes a number/);
    }
    refused({})(/effect/);
    refused(null)(/A fault rule is an object/);
    expect(simulator.faults()).toEqual([]);
  });
});

describe("an answer", () => {
  it("of another status commits nothing, or all, as told", async () => {
    const simulator = await simulate();
    simulator.addFault({ nth: 1, effect: { type: "status", status: 500 } });
    simulator.addFault({ nth: 2, effect: { type: "status", status: 502, when: "after" } });
    expect((await call(simulator, "CreateCluster", { clusterName: "a" })).status).toBe(500);
    expect(names(simulator)).toEqual([]);
    expect((await call(simulator, "CreateCluster", { clusterName: "b" })).status).toBe(502);
    expect(names(simulator)).toEqual(["b"]);
  });

  it("carries the body and headers of the rule", async () => {
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

  it("is that of the rule which was added last", async () => {
    const simulator = await simulate();
    for (const status of [500, 503, 599]) simulator.addFault({ effect: { type: "status", status } });
    expect(await statuses(simulator, 1)).toEqual([599]);
  });

  it.each([
    [undefined, null],
    [3, "3"],
    ["-1", "-1"],
    ["soon", "soon"],
    [1e30, "1e+30"],
    [{ inSeconds: 90 }, "Fri, 02 Jan 2026 03:05:35 GMT"],
    [{ inSeconds: 1e12 }, "Sat, 29 Sep 33714 04:50:45 GMT"],
  ] as const)("of 429 names Retry-After %j", async (retryAfter, header) => {
    const simulator = await simulate({ now: testClock().now });
    simulator.addFault({ effect: { type: "throttle", retryAfter } });
    const { status, headers } = await call(simulator, "CreateCluster", { clusterName: "a" });
    expect([status, headers.get("retry-after")]).toEqual([429, header]);
    expect(headers.get("content-type")).toBe("application/json");
    expect(names(simulator)).toEqual([]);
  });

  it("of 429 meets calls over the quota of a window", async () => {
    const clock = testClock();
    const simulator = await simulate({ now: clock.now });
    simulator.addFault({ effect: { type: "quota", calls: 2, perMs: 10_000 } });
    expect(await statuses(simulator, 2)).toEqual([200, 200]);
    clock.advance(4_000);
    const { status, headers } = await call(simulator, "ListClusters");
    expect([status, headers.get("retry-after")]).toEqual([429, "6"]);
    clock.advance(6_000);
    expect(await statuses(simulator, 3)).toEqual([200, 200, 429]);
  });
});

describe("a connection", () => {
  it("is reset before the call is carried out, or after", async () => {
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

  it("breaks in the middle of the body", async () => {
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

  it("drips", async () => {
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

  it("carries a huge body, and is dropped when nobody reads on", async () => {
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

describe("hostile contents", () => {
  const answerTo = async (content: string) => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "content", content } as FaultEffect });
    const answered = await call(simulator, "CreateCluster", { clusterName: "a" });
    expect(names(simulator)).toEqual(["a"]);
    return answered;
  };

  it("are no JSON", async () => {
    const html = await answerTo("html");
    expect([html.status, html.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await answerTo("text")).json).toBeUndefined();
    expect((await answerTo("empty")).text).toBe("");
    expect((await answerTo("bad-utf8")).text).toContain("\ufffd");
  });

  it("are JSON of another shape", async () => {
    expect((await answerTo("null")).json).toBeNull();
    expect((await answerTo("empty-object")).json).toEqual({});
    expect((await answerTo("array")).json).toEqual([
      { workspaceId: expect.anything(), clusterId: expect.anything() },
    ]);
    expect((await answerTo("wrong-types")).json).toEqual({ workspaceId: 42, clusterId: 42 });
    expect((await answerTo("lone-surrogates")).json.clusterId).toMatch(/\ud800$/);
    expect((await answerTo("deep")).text).toMatch(/^(\{"a":){100000}1\}{100000}$/);
  });

  it("carry keys that pollute prototypes, beside what was promised", async () => {
    const { json } = await answerTo("proto");
    expect(Object.keys(json)).toEqual(["__proto__", "constructor", "workspaceId", "clusterId"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("leave an answer that is no object alone where there is nothing to rewrite", async () => {
    const simulator = await simulate({ dialect: { notFound: "200-null", errorBody: "text" } });
    simulator.addFault({ effect: { type: "content", content: "proto" } });
    const missing = await call(simulator, "GetCluster", { clusterId: "x" });
    expect(Object.keys(missing.json)).toEqual(["__proto__", "constructor"]);
    expect((await call(simulator, "CreateCluster")).status).toBe(400);
  });

  it("are pages that loop", async () => {
    const simulator = await simulate({ dialect: { pageSize: 1 } });
    simulator.addFault({ effect: { type: "loop" } });
    const empty = await call(simulator, "ListClusters");
    expect(empty.json).toEqual({ clusters: [], nextToken: expect.any(String) });
    simulator.seed({ workspaceId: identity.workspaceId, clusters: [{ name: "a" }, { name: "b" }] });
    const first = await call(simulator, "ListClusters");
    const { nextToken } = first.json;
    expect((await call(simulator, "ListClusters", { nextToken })).json).toEqual(first.json);
    expect(nextToken).toEqual(expect.any(String));
  });
});

describe("reads that lag behind", () => {
  const seen = async (simulator: Simulator) => {
    const items = await listAll(simulator, "ListSnippet");
    return items.map(({ name }) => name);
  };

  it("do not see a create, an update or a delete until it is released", async () => {
    const simulator = await simulate();
    const old = await createSnippet(simulator, "old");
    const doomed = await createSnippet(simulator, "doomed");
    const rule = simulator.addFault({ effect: { type: "hide" } });
    const created = await createSnippet(simulator, "new");
    await call(simulator, "UpdateSnippet", { snippetId: old, name: "renamed", prompt: "" });
    await call(simulator, "DeleteSnippet", { snippetId: doomed });
    const get = async (snippetId: string) => (await call(simulator, "GetSnippet", { snippetId })).json.name;

    expect(await seen(simulator)).toEqual(["old", "doomed"]);
    expect(await listAll(simulator, "ListSnippet", { workspaceId: "w2" })).toEqual([]);
    expect([await get(created), await get(old), await get(doomed)]).toEqual([undefined, "old", "doomed"]);
    expect(names(simulator)).toEqual(["renamed", "new"]);
    simulator.release(simulator.addFault({ operation: "GetCluster", effect: { type: "hold" } }));
    expect(await seen(simulator)).toEqual(["old", "doomed"]);
    simulator.release(rule);
    expect(await seen(simulator)).toEqual(["renamed", "new"]);
    expect([await get(created), await get(old), await get(doomed)]).toEqual(["new", "renamed", undefined]);
  });

  it("see it after so many reads, of that object or of its list", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "CreateSnippet", effect: { type: "hide", reads: 3 } });
    const snippetId = await createSnippet(simulator, "new");
    const get = async () => (await call(simulator, "GetSnippet", { snippetId })).status;
    await call(simulator, "GetSnippet", { snippetId: "other" });
    await call(simulator, "ListClusters");
    expect([await get(), await seen(simulator), await get(), await get()]).toEqual([404, [], 404, 200]);
    expect(await seen(simulator)).toEqual(["new"]);
  });

  it("show a twice-written object as it was at first, and writes see the truth", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "hide" } });
    const snippetId = await createSnippet(simulator, "a");
    const update = await call(simulator, "UpdateSnippet", { snippetId, name: "b", prompt: "" });
    expect([update.status, await seen(simulator)]).toEqual([200, []]);
    simulator.release();
    expect(await seen(simulator)).toEqual(["b"]);
  });

  it("answer as things were some writes of the workspace ago", async () => {
    const simulator = await simulate();
    const a = await createSnippet(simulator, "a");
    await createSnippet(simulator, "b");
    await call(simulator, "UpdateSnippet", { snippetId: a, name: "a2", prompt: "" });
    await call(simulator, "DeleteSnippet", { snippetId: a });
    await call(simulator, "CreateSnippet", { workspaceId: "w2", name: "elsewhere", prompt: "" });
    const ago = async (writes: number) => {
      simulator.clearFaults();
      simulator.addFault({ effect: { type: "stale", writes } });
      return seen(simulator);
    };
    expect([await ago(1), await ago(2), await ago(3), await ago(4), await ago(99)]).toEqual([
      ["a2", "b"],
      ["a", "b"],
      ["a"],
      [],
      [],
    ]);
    simulator.clearFaults();
    expect(await seen(simulator)).toEqual(["b"]);

    const clusterId = await createCluster(simulator, "no snippet");
    await call(simulator, "DeleteCluster", { clusterId });
    expect(await ago(1)).toEqual(["b"]);
  });

  it("see nothing of what was before a reset", async () => {
    const simulator = await simulate();
    const snippetId = await createSnippet(simulator, "a");
    await call(simulator, "DeleteSnippet", { snippetId });
    simulator.reset();
    simulator.addFault({ effect: { type: "stale" } });
    expect(await seen(simulator)).toEqual([]);
  });
});

describe("a held call", () => {
  it("waits before it is carried out, until released", async () => {
    const simulator = await simulate();
    const rule = simulator.addFault({ operation: "CreateCluster", effect: { type: "hold" } });
    const create = createCluster(simulator, "a");
    await simulator.waitForCall("CreateCluster", 1);
    expect([names(simulator), simulator.journal()[0]?.outcome]).toEqual([[], "pending"]);
    simulator.clearFaults();
    simulator.release(rule);
    await create;
    expect(names(simulator)).toEqual(["a"]);
  });

  it("waits after it was carried out, until everything is released", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "CreateCluster", effect: { type: "hold", when: "after" } });
    const create = createCluster(simulator, "a");
    await simulator.waitForCall("CreateCluster", 1, "committed");
    expect(names(simulator)).toEqual(["a"]);
    simulator.release();
    await create;
    await simulator.waitForCall("CreateCluster", 1, "answered");
  });

  it("is committed even when its caller has gone", async () => {
    const simulator = await simulate();
    const rule = simulator.addFault({ effect: { type: "hold" } });
    const caller = new AbortController();
    const create = fetch(`${simulator.url}/clusters/CreateCluster`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...identity, clusterName: "a" }),
      signal: caller.signal,
    });
    await simulator.waitForCall("CreateCluster", 1);
    caller.abort();
    await expect(create).rejects.toThrow();
    // The simulator has noticed when no request is open.
    while (simulator.idleMs() === 0) await request(`${simulator.url}/__simulator/health`);
    simulator.release(rule);
    await simulator.waitForCall("CreateCluster", 1, "committed");
    expect(names(simulator)).toEqual(["a"]);
    await request(`${simulator.url}/__simulator/health`);
    expect(simulator.journal()).toMatchObject([{ outcome: "gone", status: null }]);
  });

  it("is dropped by a reset, and commits nothing then", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "hold" } });
    const lost = expect(createCluster(simulator, "a")).rejects.toThrow();
    await simulator.waitForCall("CreateCluster", 1);
    simulator.reset();
    await lost;
    expect(names(simulator)).toEqual([]);
  });

  it("ends with the simulator, and commits nothing then", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "hold" } });
    const create = createCluster(simulator, "a");
    const lost = expect(create).rejects.toThrow();
    await simulator.waitForCall("CreateCluster", 1);
    const waiting = expect(simulator.waitForCall("CreateCluster", 2)).rejects.toThrow(/closed while waiting/);
    await simulator.close();
    await Promise.all([lost, waiting]);
    await expect(simulator.waitForCall("CreateCluster", 2)).rejects.toThrow(/closed while waiting/);
    await simulator.waitForCall("CreateCluster", 1);
    expect(names(simulator)).toEqual([]);
  });
});

it.each([
  ["the latency", { latencyMs: 600_000 }, undefined, []],
  ["a delay", {}, "before", []],
  ["a delay after it", {}, "after", ["a"]],
] as const)(
  "a call that waits for %s is carried out in time, and ends with the simulator",
  async (_, options, when, expected) => {
    const simulator = await simulate(options);
    if (when !== undefined)
      simulator.addFault({ operation: "CreateCluster", effect: { type: "delay", ms: 600_000, when } });
    const lost = expect(createCluster(simulator, "a")).rejects.toThrow();
    await simulator.waitForCall("CreateCluster", 1, when === "after" ? "committed" : "received");
    // What the simulator could do at once it has done when it answers the next request.
    await request(`${simulator.url}/__simulator/health`);
    expect([names(simulator), simulator.journal()[0]?.outcome]).toEqual([expected, "pending"]);
    await Promise.all([simulator.close(), lost]);
    expect(names(simulator)).toEqual(expected);
    expect(simulator.journal()[0]?.outcome).not.toBe("pending");
  },
);

it("delays and failures of several rules add up, in the order they were added", async () => {
  const simulator = await simulate({ latencyMs: 1 });
  simulator.addFault({ effect: { type: "delay", ms: 1 } });
  simulator.addFault({ effect: { type: "delay", ms: 1, when: "after" } });
  simulator.addFault({ effect: { type: "hide" } });
  simulator.addFault({ operation: "CreateCluster", effect: { type: "reset", when: "after" } });
  await expect(createCluster(simulator, "a")).rejects.toThrow();
  expect((await call(simulator, "ListClusters")).json.clusters).toEqual([]);
  expect(names(simulator)).toEqual(["a"]);
});
