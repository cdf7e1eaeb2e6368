import { readPrivateState } from "../../src/objects/private-state";
import type { ObjectValue } from "../../src/sdk/values";
import { given } from "./both-kinds";
import { KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { expectOnly, identity, useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

describe("an object that was written a moment ago", () => {
  const stale = (times: number) =>
    bench.fault(
      ["GetCluster", "ListClusters", "GetSnippet", "ListSnippet"],
      { type: "stale", writes: 1 },
      { times },
    );

  it("gets the state that reads show if every read shows it before the write", async () => {
    const provider = await bench.configured({ visibility_timeout: 1 });
    for (const managed of [bench.cluster(provider), bench.snippet(provider)]) {
      await managed.apply(given[managed.type]);
      await managed.apply({ ...given[managed.type], name: "New" });
      stale(Number.MAX_SAFE_INTEGER);
      expect(await managed.refresh()).toMatchObject(given[managed.type]);
      bench.simulator.clearFaults();
    }
  });

  it.each<[string, (state: ObjectValue) => ObjectValue]>([
    [
      "by its creation, if the server reports no other time",
      (state) => ({ ...state, last_updated_at: null }),
    ],
    [
      "by a time without an offset",
      (state) => ({ ...state, last_updated_at: (state["last_updated_at"] as string).replace("Z", "") }),
    ],
    [
      "by a time in small letters",
      (state) => ({ ...state, last_updated_at: (state["last_updated_at"] as string).toLowerCase() }),
    ],
  ])("is known %s", async (_, dated) => {
    const snippet = await bench
      .snippet(await bench.configured({ visibility_timeout: 60 }))
      .settled(given.outreach_snippet);
    snippet.instance = { ...snippet.instance, state: dated(snippet.state) };
    stale(4);
    expect(await snippet.refresh()).toMatchObject(given.outreach_snippet);
  });

  it.each(KINDS)(
    "of the type %s keeps the time of its write if a stop prevented the read after it",
    async (type, { operations }) => {
      const settings = { visibility_timeout: 60 };
      const object = bench.managed(type, await bench.configured(settings));
      const plan = await object.plan(given[type]);
      const applying = await bench.configured(settings);
      bench.fault(operations.create, { type: "hide", reads: 4 }, { nth: 1 });
      waits.begun = () => applying.stop();
      const begunAt = Date.now();
      const { warnings } = await object.carryOut(given[type], plan, applying);
      const { writtenAt } = readPrivateState(Buffer.from(object.instance.private).toString("base64"));
      expect(Date.parse(writtenAt!)).toBeGreaterThanOrEqual(begunAt);
      expectOnly(warnings, "was written but could not be read back");
      expect(object.state).toMatchObject({ created_at: null, last_updated_at: null });
      waits.begun = () => undefined;
      expect((await object.refreshAndPlan(given[type])).action).toBe("no-op");
      expect(object.state).toMatchObject({ created_at: expect.any(String) as string });
      expect(bench.objects()).toHaveLength(1);
    },
  );

  it("keeps its state if a stop ends the wait", async () => {
    const provider = await bench.configured({ visibility_timeout: 3600 });
    const cluster = await bench.cluster(provider).settled(given.outreach_cluster);
    const { instance } = cluster;
    bench.simulator.delete(cluster.id);
    waits.begun = () => provider.stop();
    await expect(provider.refresh(cluster.type, instance)).rejects.toThrow("The run was stopped");
  });

  it("keeps its state if Terraform cancels its read while another read waits for the same list", async () => {
    const objects = [bench.snippet(), bench.snippet(), bench.snippet()] as const;
    for (const [index, snippet] of objects.entries())
      await snippet.apply({ name: `Opener ${index}`, prompt: "Hi" });
    for (const { id } of objects) bench.simulator.delete(id);
    bench.simulator.clearJournal();
    bench.fault("ListSnippet", { type: "hold" }, { nth: 1 });
    const givenUp = new AbortController();
    const refresh = ({ type, instance }: Managed, signal?: AbortSignal) =>
      bench.provider.refresh(type, instance, signal);

    const first = refresh(objects[0]);
    await bench.simulator.waitForCall("ListSnippet", 1);
    // Both wait for the next list.
    const others = [refresh(objects[1], givenUp.signal), refresh(objects[2])];
    const refusals = () => bench.provider.log.filter((line) => /response .*GetSnippet/.test(line));
    while (refusals().length < 3) await new Promise(setImmediate);
    await new Promise(setImmediate);
    givenUp.abort();
    bench.simulator.release();
    expect((await first).state).toBeNull();
    const [unsure, gone] = await Promise.all(others);
    expect(unsure!.state).toEqual(objects[1].state);
    expect(gone!.state).toBeNull();
    expect(bench.simulator.counts().ListSnippet).toBe(2);
  });

  it("counts as deleted after visibility_timeout, and at once if its last write is older than that", async () => {
    const provider = await bench.configured({ visibility_timeout: 1 });
    const cluster = await bench.cluster(provider).settled(given.outreach_cluster);
    const { instance } = cluster;
    bench.simulator.delete(cluster.id);
    expect(await cluster.refresh()).toBeNull();
    expect(bench.simulator.counts().ListClusters).toBeGreaterThan(1);

    const last_updated_at = new Date(Date.now() - 3_600_000).toISOString();
    cluster.instance = { ...instance, state: { ...instance.state, last_updated_at } };
    bench.simulator.clearJournal();
    expect(await cluster.refresh()).toBeNull();
    expect(bench.simulator.counts()).toMatchObject({ GetCluster: 1, ListClusters: 1 });
  });
});
