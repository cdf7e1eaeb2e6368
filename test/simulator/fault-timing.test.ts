import type { Simulator } from "../../src/simulator";
import { call, closeAll, createCluster, createSnippet, listAll, request, names, simulate } from "./harness";

afterEach(closeAll);

describe("eventually consistent reads", () => {
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

  it("see a write after a number of reads of its object or list", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "CreateSnippet", effect: { type: "hide", reads: 3 } });
    const snippetId = await createSnippet(simulator, "new");
    const get = async () => (await call(simulator, "GetSnippet", { snippetId })).status;
    await call(simulator, "GetSnippet", { snippetId: "other" });
    await call(simulator, "ListClusters");
    expect([await get(), await seen(simulator), await get(), await get()]).toEqual([404, [], 404, 200]);
    expect(await seen(simulator)).toEqual(["new"]);
  });

  it("show the state before some writes of the workspace", async () => {
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
});

describe("a held call", () => {
  it("waits before the operation until it is released", async () => {
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

  it("waits after the operation until everything is released", async () => {
    const simulator = await simulate();
    simulator.addFault({ operation: "CreateCluster", effect: { type: "hold", when: "after" } });
    const create = createCluster(simulator, "a");
    await simulator.waitForCall("CreateCluster", 1, "committed");
    expect(names(simulator)).toEqual(["a"]);
    simulator.release();
    await create;
    await simulator.waitForCall("CreateCluster", 1, "answered");
  });

  it("changes nothing after a reset", async () => {
    const simulator = await simulate();
    simulator.addFault({ effect: { type: "hold" } });
    const lost = expect(createCluster(simulator, "a")).rejects.toThrow();
    await simulator.waitForCall("CreateCluster", 1);
    simulator.reset();
    await lost;
    expect(names(simulator)).toEqual([]);
  });

  it("ends with the simulator and changes nothing", async () => {
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
  ["a delay before the operation", {}, "before", []],
  ["a delay after the operation", {}, "after", ["a"]],
] as const)("a call that waits for %s ends with the simulator", async (_, options, when, expected) => {
  const simulator = await simulate(options);
  if (when !== undefined)
    simulator.addFault({ operation: "CreateCluster", effect: { type: "delay", ms: 600_000, when } });
  const lost = expect(createCluster(simulator, "a")).rejects.toThrow();
  await simulator.waitForCall("CreateCluster", 1, when === "after" ? "committed" : "received");
  // The response to the next request comes after everything that the simulator can do at once.
  await request(`${simulator.url}/__simulator/health`);
  expect([names(simulator), simulator.journal()[0]?.outcome]).toEqual([expected, "pending"]);
  await Promise.all([simulator.close(), lost]);
  expect(names(simulator)).toEqual(expected);
  expect(simulator.journal()[0]?.outcome).not.toBe("pending");
});
