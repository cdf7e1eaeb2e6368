import type { ObjectValue } from "../../src/sdk/values";
import { dialectSettings } from "../../src/simulator";
import { both, forms, formsInTurn, given, oneInTurn } from "./both-kinds";
import { atATime, inRange } from "./many";
import { expectOnly, identity, useWorkbench, type Managed, type ProviderProcess } from "./workbench";

const { workspaceId } = identity;
const bench = useWorkbench({ credentials: [identity] });

describe("an object that was deleted outside", () => {
  const rows = forms("notFound").map((dialect, row) => [dialect, row] as const);

  it.each(rows)("is planned as create if the response is %p", async (dialect, row) => {
    bench.simulator.setDialect(dialect);
    const managed = await oneInTurn(bench, row);
    const { id } = managed;
    bench.simulator.delete(id);
    expect(await managed.refresh()).toBeNull();
    expect((await managed.settle(given[managed.type])).action).toBe("create");
    expect(managed.id).not.toBe(id);
    expect(bench.objects()).toMatchObject([given[managed.type]]);
  });

  it.each([...formsInTurn("notFound"), { deleteMissing: "success" as const }])(
    "between plan and apply of a destroy is a success if the response is %p",
    async (dialect) => {
      bench.simulator.setDialect(dialect);
      for (const managed of await both(bench)) {
        const plan = await managed.plan(null);
        bench.simulator.delete(managed.id);
        bench.bystander(managed.type, { ...given[managed.type], name: "Another" });
        const outcome = await managed.carryOut(null, plan);
        expect(outcome).toMatchObject({ errors: [], warnings: [], saved: { state: null } });
      }
    },
  );

  it.each(dialectSettings.notFound.values.map((notFound) => ({ notFound })))(
    "between plan and apply of an update is an error, and a create in the next plan, if the response is %p",
    async (dialect) => {
      bench.simulator.setDialect(dialect);
      for (const managed of await both(bench)) {
        const changed = { ...given[managed.type], name: "New" };
        const plan = await managed.plan(changed);
        const before = managed.state;
        bench.simulator.delete(managed.id);
        const { errors, saved } = await managed.carryOut(changed, plan);
        expectOnly(errors, `${managed.type} (${managed.id}) has changed since the plan`, "It was deleted.");
        expect(saved.state).toEqual(before);
        expect((await managed.settle(changed)).action).toBe("create");
      }
    },
  );

  it("whose update seems to succeed causes a warning, and a create in the next plan", async () => {
    bench.simulator.setDialect({ updateMissing: "success" });
    for (const managed of await both(bench)) {
      const changed = { ...given[managed.type], name: "New" };
      const plan = await managed.plan(changed);
      const operation = managed.type === "outreach_cluster" ? "UpdateCluster" : "UpdateSnippet";
      const start = () => managed.carryOut(changed, plan);
      const outcome = await bench.during(operation, start, () => bench.simulator.delete(managed.id));
      expect(outcome.errors).toEqual([]);
      expectOnly(outcome.warnings, `${managed.type} (${managed.id}) was written but could not be read back`);
      expect((await managed.settle(changed)).action).toBe("create");
    }
  });

  it("is searched for on every page before it leaves the state", async () => {
    bench.simulator.setDialect({ pageSize: 1 });
    const [cluster] = await both(bench);
    bench.simulator.create("cluster", workspaceId, { name: "Another" });
    bench.simulator.create("cluster", workspaceId, { name: "One more" });
    bench.simulator.delete(cluster.id);
    bench.simulator.clearJournal();
    expect(await cluster.refresh()).toBeNull();
    expect(bench.simulator.counts().ListClusters).toBe(2);
  });
});

describe("many objects that were deleted outside", () => {
  const HOUR_MS = 3_600_000;
  const anHourAgo = () => new Date(Date.now() - HOUR_MS).toISOString();
  const lists = () => bench.simulator.counts().ListSnippet;
  const refused = () => bench.fault("GetSnippet", 404);

  /** Creates snippets whose states show no write within the last hour. */
  async function settled(count: number): Promise<Managed[]> {
    const all = inRange(count, () => bench.snippet());
    for (const [index, snippet] of all.entries()) {
      await snippet.apply({ name: `Opener ${index}`, prompt: "Hi" });
      snippet.alter({ last_updated_at: anHourAgo() });
    }
    bench.simulator.clearJournal();
    return all;
  }

  const refreshIn = (process: ProviderProcess, { type, instance }: Managed) =>
    process.refresh(type, instance);

  it("are confirmed by at most two lists, for any number of objects", async () => {
    const all = await settled(15);
    const gone = all.slice(5);
    for (const { id } of gone) bench.simulator.delete(id);
    const tasks = all.map((snippet) => () => refreshIn(bench.provider, snippet));
    const found = await atATime(10, tasks);
    expect(found.map(({ state }) => state === null)).toEqual(all.map((snippet) => gone.includes(snippet)));
    // The first refused read begins one, and the reads that are refused meanwhile share the next.
    expect(lists()).toBeLessThanOrEqual(2);
  });

  it("are confirmed by another list if they were deleted after the first list", async () => {
    const [first, second] = await settled(2);
    bench.simulator.delete(first!.id);
    expect((await refreshIn(bench.provider, first!)).state).toBeNull();
    bench.simulator.delete(second!.id);
    expect((await refreshIn(bench.provider, second!)).state).toBeNull();
    expect(lists()).toBe(2);
  });

  it.each<[string, (young: ObjectValue) => ObjectValue]>([
    ["may be from before their writes were visible", (young) => young],
    [
      "may be from before their writes, because the state has no dates",
      (young) => ({ ...young, created_at: null, last_updated_at: null }),
    ],
  ])("are not confirmed if the list %s", async (_, known) => {
    const provider = await bench.configured({ visibility_timeout: 60 });
    const [old] = await settled(1);
    bench.simulator.delete(old!.id);
    const young = await bench.snippet().applied({ name: "Young", prompt: "Hi" });
    young.instance = { ...young.instance, state: known(young.state) };
    bench.fault("ListSnippet", { type: "stale", writes: 1 }, { times: 1 });
    expect((await refreshIn(provider, old!)).state).toBeNull();

    // An hour passes between the list and the read.
    const now = performance.now.bind(performance);
    jest.spyOn(performance, "now").mockImplementation(() => now() + HOUR_MS);
    refused();
    await expect(refreshIn(provider, young)).rejects.toThrow("is listed, but");
  });

  it("are not confirmed by a list from before a write of the same run", async () => {
    const [old] = await settled(1);
    bench.simulator.delete(old!.id);
    expect((await refreshIn(bench.provider, old!)).state).toBeNull();
    const created = bench.snippet();
    const declared = { name: "New", prompt: "Hi" };
    await created.carryOut(declared, await created.plan(declared), bench.provider);
    created.alter({ last_updated_at: anHourAgo() });
    refused();
    await expect(refreshIn(bench.provider, created)).rejects.toThrow("is listed, but");
  });
});
