import { nothing, type Instance } from "../sdk/core";
import { atATime, inRange } from "./many";
import { waits } from "./quick-waits";
import { credentials, useWorkbench, type Given, type ProviderProcess } from "./workbench";

const bench = useWorkbench();
const TYPE = "outreach_snippet";
const DECLARED = 60;

/** What is declared of the snippet of this number. */
const snippet = (index: number, name = "declared") => ({
  name: `${name} ${index}`,
  prompt: `Hello {company}, ${index}`,
});

/** What each test makes anew and alike, so that the states of one test are those of another, too. */
const seeded = (name: string) => ({ id: name, createdAt: "2025-01-01T00:00:00.000Z" });

/** So many snippets in the workspace, and the state of each. */
async function snippets(count: number, name = "declared"): Promise<Instance[]> {
  const given = inRange(count, (index) => ({ ...seeded(`${name}-${index}`), ...snippet(index, name) }));
  bench.simulator.seed({ workspaceId: credentials.workspace_id, snippets: given });
  return imported(TYPE, given);
}

async function clusters(count: number): Promise<Instance[]> {
  const given = inRange(count, (index) => ({ ...seeded(`cluster-${index}`), name: `cluster ${index}` }));
  bench.simulator.seed({ workspaceId: credentials.workspace_id, clusters: given });
  return imported("outreach_cluster", given);
}

/** The states of all objects that were imported so far, by id. */
const known = new Map<string, Instance>();

/** The states of these objects. */
async function imported(type: string, given: readonly { readonly id: string }[]): Promise<Instance[]> {
  const importing = await bench.configured();
  const missing = given.filter(({ id }) => !known.has(id));
  await atATime(
    10,
    missing.map(
      ({ id }) =>
        async () =>
          known.set(id, await importing.import(type, id)),
    ),
  );
  bench.simulator.clearJournal();
  return given.map(({ id }) => known.get(id)!);
}

const declaring = (count: number, settings: Given = {}) =>
  bench.configured({ declared_snippets: count, ...settings });

const refreshAll = (
  provider: ProviderProcess,
  instances: readonly Instance[],
  parallelism = 10,
  type = TYPE,
) =>
  atATime(
    parallelism,
    instances.map((instance) => () => provider.refresh(type, instance)),
  );

/** Until they are released, reads of these objects wait. */
function holdReads(objects: readonly { readonly id: string }[]): void {
  for (const { id } of objects) {
    bench.fault("GetSnippet", { type: "hold" }, { match: { id } });
  }
}

const calls = () => {
  const { ListSnippet, GetSnippet } = bench.simulator.counts();
  return { lists: ListSnippet, reads: GetSnippet };
};

describe("a plan of a workspace that the configuration declares as a whole", () => {
  it("reads every object once, and lists once", async () => {
    const instances = await snippets(DECLARED);
    expect(await refreshAll(await declaring(DECLARED), instances)).toEqual(instances);
    expect(calls()).toEqual({ lists: 1, reads: DECLARED });
  });

  it("has more running calls than Terraform requests", async () => {
    const instances = await snippets(DECLARED);
    const provider = await declaring(DECLARED);
    // Before any is read ahead: how fast those are answered would say how many may be under way.
    holdReads(bench.objects().slice(10));
    await refreshAll(provider, instances.slice(0, 10));
    const rest = refreshAll(provider, instances.slice(10));
    // Ten that are asked for, and forty ahead of them.
    await bench.simulator.waitForCall("GetSnippet", DECLARED);
    bench.simulator.release();
    expect(await rest).toEqual(instances.slice(10));
    expect(calls()).toEqual({ lists: 1, reads: DECLARED });
  });

  it("begins while the list continues", async () => {
    const instances = await snippets(200);
    const provider = await declaring(200);
    const hold = bench.fault("ListSnippet", { type: "hold" }, { nth: 2 });
    await refreshAll(provider, instances.slice(0, 12), 1);
    // The first page of a hundred objects, of which four are read ahead for each that was asked for.
    await bench.simulator.waitForCall("GetSnippet", 12 + 4 * 12);
    bench.simulator.release(hold);
    expect(await refreshAll(provider, instances.slice(12))).toEqual(instances.slice(12));
    expect(calls()).toEqual({ lists: 2, reads: 200 });
  });

  it("shows the current objects, not the state", async () => {
    const instances = await snippets(DECLARED);
    const { id } = bench.objects()[50]!;
    bench.simulator.update(id, { prompt: "changed outside" });
    const found = await refreshAll(await declaring(DECLARED), instances);
    expect(found.map(({ state }) => state!["prompt"])).toContain("changed outside");
  });

  it("removes a deleted object only with proof", async () => {
    const instances = await snippets(DECLARED);
    const { id } = bench.objects()[50]!;
    bench.simulator.delete(id);
    const found = await refreshAll(await declaring(DECLARED), instances);
    expect(found.filter(({ state }) => state === null)).toHaveLength(1);
    // The list that reads ahead is no proof: it began before the object was missed.
    expect(calls().lists).toBe(1 + Math.ceil(DECLARED / 50));
  });

  it("shares the list of the planned creates", async () => {
    const instances = await snippets(DECLARED);
    const provider = await declaring(DECLARED + 1);
    await provider.plan(TYPE, { name: "new", prompt: "p" }, nothing);
    expect(calls().lists).toBe(Math.ceil(DECLARED / 50));
    await refreshAll(provider, instances);
    expect(calls()).toEqual({ lists: Math.ceil(DECLARED / 50), reads: DECLARED });
  });

  it("continues while declared objects are replaced, which exist and were read", async () => {
    const instances = await snippets(DECLARED);
    const provider = await declaring(DECLARED);
    for (const [index, instance] of instances.slice(0, 15).entries()) {
      const { state, private: memory } = await provider.refresh(TYPE, instance);
      const replaced = await provider.plan(TYPE, snippet(index), { state, private: memory });
      await provider.plan(TYPE, snippet(index), { state: null, private: replaced.private });
    }
    await bench.simulator.waitForCall("GetSnippet", DECLARED);
    expect(await refreshAll(provider, instances.slice(15))).toEqual(instances.slice(15));
    expect(calls().reads).toBe(DECLARED);
  });
});

describe("reading ahead is limited:", () => {
  it("nothing is read ahead in a plan of a few targets", async () => {
    const instances = await snippets(DECLARED);
    await refreshAll(await declaring(DECLARED), instances.slice(0, 9));
    expect(calls()).toEqual({ lists: 0, reads: 9 });
  });

  it("at most four objects are read ahead for each that Terraform requests", async () => {
    const instances = await snippets(200);
    const provider = await declaring(200);
    await refreshAll(provider, instances.slice(0, 11), 1);
    await bench.simulator.waitForCall("ListSnippet", 2);
    await bench.simulator.waitForCall("GetSnippet", 11 + 4 * 11);
    await provider.close();
    expect(calls()).toEqual({ lists: 2, reads: 11 + 4 * 11 });
  });

  it.each([
    ["holds more than the declared objects", 30, {}, 1],
    ["has no declared objects", 0, {}, 0],
    ["is too small to gain anything", 19, {}, 0],
    ["is read with read_ahead = false", DECLARED, { read_ahead: false }, 0],
    ["may get ten requests at a time", DECLARED, { max_concurrent_requests: 10 }, 0],
    ["may get less than one request a second", DECLARED, { requests_per_second: 0.9 }, 0],
  ])("nothing is read ahead if the workspace %s", async (_, declared, settings, lists) => {
    const instances = (await snippets(DECLARED)).slice(0, 30);
    // As many requests as one wants in a second; what counts is which.
    waits.scale = 0;
    const provider = await declaring(declared, settings);
    expect(await refreshAll(provider, instances)).toEqual(instances);
    expect(calls().reads).toBe(instances.length);
    expect(calls().lists).toBeLessThanOrEqual(lists);
  });

  it("nothing more is read ahead once the plan creates all other declared objects", async () => {
    const instances = await snippets(DECLARED);
    const provider = await declaring(DECLARED);
    const planning = inRange(
      10,
      (index) => () => provider.plan(TYPE, { name: `new ${index}`, prompt: "p" }, nothing),
    );
    await atATime(10, planning);
    await refreshAll(provider, instances.slice(0, 20));
    expect(calls().reads).toBe(20);
  });
});

test("reading ahead leaves room for ten calls of Terraform, even if both kinds are read ahead", async () => {
  const [ofSnippets, ofClusters] = [await snippets(DECLARED), await clusters(DECLARED)];
  const settings = { declared_clusters: DECLARED, max_concurrent_requests: 30 };
  const provider = await declaring(DECLARED, settings);
  bench.fault("GetSnippet", { type: "hold" }, { nth: 10, times: DECLARED });
  bench.fault("GetCluster", { type: "hold" }, { nth: 10, times: DECLARED });
  const reading = [refreshAll(provider, ofSnippets.slice(0, 10), 1)];
  await bench.simulator.waitForCall("GetSnippet", 10 + 20);
  reading.push(refreshAll(provider, ofClusters.slice(0, 10), 1, "outreach_cluster"));
  await bench.simulator.waitForCall("GetCluster", 10);
  expect((await provider.plan(TYPE, { name: "new", prompt: "p" }, nothing)).action).toBe("create");
  expect(bench.simulator.counts()).toMatchObject({ GetSnippet: 10 + 20, GetCluster: 10 });
  bench.simulator.clearFaults();
  bench.simulator.release();
  await Promise.all(reading);
});

describe("a failure", () => {
  it("about maxItems leads to a list without it, because the document shows no maximum", async () => {
    const instances = await snippets(DECLARED);
    bench.fault("ListSnippet", 400, { match: { maxItems: DECLARED + 4 } });
    await refreshAll(await declaring(DECLARED), instances);
    expect(calls().reads).toBe(DECLARED);
    await bench.simulator.waitForCall("ListSnippet", 3);
    expect(bench.sent("ListSnippet")).toEqual([
      { maxItems: DECLARED + 4 },
      {},
      { nextToken: expect.any(String) },
    ]);
  });

  it.each([429, 503])(
    "of the server, a %i, ends reading ahead, and Terraform's own reads follow",
    async (status) => {
      const instances = await snippets(DECLARED);
      bench.fault("ListSnippet", status);
      expect(await refreshAll(await declaring(DECLARED), instances)).toEqual(instances);
      expect(calls()).toEqual({ lists: 1, reads: DECLARED });
    },
  );

  it("of a read ahead is not retried, ends reading ahead, and is not reported", async () => {
    const instances = await snippets(DECLARED);
    const provider = await declaring(DECLARED, { max_concurrent_requests: 11, max_retries: 3 });
    await refreshAll(provider, instances.slice(0, 10));
    bench.fault("GetSnippet", { type: "throttle" }, { nth: 2 });
    await refreshAll(provider, instances.slice(10, 11));
    await bench.simulator.waitForCall("GetSnippet", 12);
    // The object that it was of is read when it is asked for, like all others.
    expect(await refreshAll(provider, instances.slice(11))).toEqual(instances.slice(11));
    expect(calls()).toEqual({ lists: 1, reads: 12 + DECLARED - 11 });
  });
});

test("a read that follows a write is never prefetched before the write", async () => {
  const instances = await snippets(DECLARED);
  const provider = await declaring(DECLARED);
  await refreshAll(provider, instances.slice(0, 12), 1);
  await bench.simulator.waitForCall("GetSnippet", DECLARED);
  const cluster = { name: "a write" };
  const plan = await provider.plan("outreach_cluster", cluster, nothing);
  await provider.apply("outreach_cluster", cluster, nothing, plan);
  for (const { id } of bench.objects().slice(0, DECLARED)) bench.simulator.update(id, { prompt: "later" });
  const found = await refreshAll(provider, instances.slice(12));
  expect(new Set(found.map(({ state }) => state!["prompt"]))).toEqual(new Set(["later"]));
});

test("a stop ends the running prefetches, and no other one begins", async () => {
  const instances = await snippets(200);
  const provider = await declaring(200, { max_concurrent_requests: 50 });
  holdReads(bench.objects().slice(10));
  await refreshAll(provider, instances.slice(0, 10));
  // As many ahead as there is room for beside what Terraform asks for, which is among them.
  await bench.simulator.waitForCall("GetSnippet", 50);
  const rest = refreshAll(provider, instances.slice(10)).catch((error: Error) => error);
  await provider.stop();
  await expect(rest).resolves.toBeInstanceOf(Error);
  bench.simulator.release();
  // Calls of another process, which come after all that this one would still have begun.
  await bench.cluster().apply({ name: "another process" });
  expect(calls().reads).toBe(50);
});
