import type { ObjectValue } from "../../src/sdk/values";
import { nothing, Refused, type Instance } from "../sdk/core";
import { atATime } from "./many";
import { credentials, useWorkbench, type Given, type ProviderProcess } from "./workbench";

const bench = useWorkbench();

const TYPE = "outreach_cluster";
async function created(provider: ProviderProcess, given: Given) {
  return provider.apply(TYPE, given, nothing, await provider.plan(TYPE, given, nothing));
}

/** A state of so many clusters, of objects that nobody asks about. */
function states(count: number): Instance[] {
  const absent = { description: null, force_destroy: null, associated_count: null, adopted: null };
  return Array.from({ length: count }, (_, index) => ({
    ...nothing,
    state: {
      ...absent,
      id: `c-${index}`,
      name: `Cluster ${index}`,
      workspace_id: credentials.workspace_id,
      created_at: null,
      last_updated_at: null,
    } as ObjectValue,
  }));
}

/** The details of the errors that refreshing all of them gives. */
async function refreshErrors(provider: ProviderProcess, instances: readonly Instance[]): Promise<string[]> {
  const outcomes = await atATime(
    50,
    instances.map((instance) => async () => {
      try {
        // What could not be read stays as it is.
        expect((await provider.refresh(TYPE, instance)).state).toEqual(instance.state);
        return [];
      } catch (error) {
        if (error instanceof Refused) return error.diagnostics.map(({ detail }) => detail);
        throw error;
      }
    }),
  );
  return outcomes.flat();
}

const MANY = 150;

describe("150 resources, 50 at a time", () => {
  it("share one budget of retries if the server is overloaded", async () => {
    bench.simulator.addFault({ effect: { type: "throttle", retryAfter: 0 } });
    const provider = await bench.configured({ max_retries: 1, max_concurrent_requests: 20 });
    const errors = await refreshErrors(provider, states(MANY));
    expect(errors).toHaveLength(MANY);
    // One first request for each, and as many repeats as 20 calls may have under way at once.
    expect(bench.simulator.journal()).toHaveLength(MANY + 20);
  });
});

/** Instances of so many clusters that exist. */
async function clusters(count: number): Promise<Instance[]> {
  const cluster = await bench.cluster().settled({ name: "Sales" });
  return Array.from({ length: count }, () => {
    const object = bench.simulator.create("cluster", credentials.workspace_id, { name: "Sales" });
    const dates = { created_at: object.createdAt, last_updated_at: object.lastUpdatedAt };
    return { ...cluster.instance, state: { ...cluster.state, ...dates, id: object.id } };
  });
}

describe("an overloaded server", () => {
  it.each([429, 403])("that limits the rate with a %i completes all resources", async (status) => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    const instances = await clusters(40);
    bench.simulator.addFault({ nth: 1, times: 12, effect: { type: "throttle", status, retryAfter: 0 } });
    const process = await bench.configured({ max_retries: 4 });
    const reads = instances.map((instance) => process.refresh(TYPE, instance));
    const states = (await Promise.all(reads)).map(({ state }) => state);
    expect(states).toEqual(instances.map(({ state }) => state));
  });

  it.each([503, 429, 403])("that sends a %i once causes one retry and nothing else", async (status) => {
    const headers = { "x-ratelimit-remaining": "0" };
    for (const operation of ["ListClusters", "CreateCluster"] as const)
      bench.fault(operation, { type: "status", status, headers }, { nth: 1 });
    const provider = await bench.configured({ max_retries: 1 });
    expect((await created(provider, { name: "a" })).errors).toEqual([]);
    expect(bench.simulator.counts().CreateCluster).toBe(2);
    expect(bench.onlyObject().name).toBe("a");
  });
});
