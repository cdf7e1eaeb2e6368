import { deletionOf, type Plan } from "../sdk/core";
import { answering } from "./kinds";
import { expectOnly, useWorkbench, type Given, type Managed } from "./workbench";

const bench = useWorkbench();

const given = { name: "Sales", description: "Ours" };

/** A cluster in the state with so many mailboxes, known to the last refresh. */
async function inUse(count: number, declared: Given = given): Promise<Managed> {
  const cluster = await bench.cluster().applied(declared);
  bench.simulator.setAssociatedCount(cluster.id, count);
  await cluster.refresh();
  return cluster;
}

/** From now on, reads say that less than none is linked. */
function miscount({ id }: Managed): void {
  bench.fault("GetCluster", answering(id, { ...given, associatedCount: -1 }));
}

/** The state has no number, and no read or list shows one. */
function unread(cluster: Managed): void {
  cluster.alter({ associated_count: null });
  bench.fault(["GetCluster", "ListClusters"], 500);
}

const inUseBy = ({ id }: Managed, count: number, since = "") =>
  `outreach_cluster (${id}) is in use by ${count} linked mailboxes and other resources${since}`;

/** Applies the plan of a delete after so many mailboxes were linked since. Returns the errors. */
async function deleteAfterLinking(cluster: Managed, plan: Plan, count: number) {
  bench.simulator.setAssociatedCount(cluster.id, count);
  return (await cluster.carryOut(null, plan)).errors;
}

const forced = { ...given, force_destroy: true };

/** The plan of the ways in which a cluster goes. */
const WAYS = {
  delete: (cluster: Managed) => cluster.plan(null),
  replace: (cluster: Managed, declared: Given) => cluster.planReplace(declared),
} as const;

describe.each(Object.entries(WAYS))("the plan of a %s", (_what, plan) => {
  it.each([
    [1, "1 linked mailbox or other resource"],
    [7, "7 linked mailboxes and other resources"],
  ])("is refused while %i mailboxes are linked", async (count, words) => {
    const cluster = await inUse(count);
    await expect(plan(cluster, given)).rejects.toMatchObject({
      diagnostics: [
        {
          severity: "error",
          summary: `outreach_cluster (${cluster.id}) is in use by ${words}`,
          detail: expect.stringContaining("force_destroy = true") as string,
        },
      ],
    });
    expect(bench.simulator.counts().DeleteCluster).toBe(0);
  });

  it("warns with force_destroy of the loss for the mailboxes", async () => {
    const cluster = await inUse(7, forced);
    const { warnings } = await plan(cluster, forced);
    expectOnly(
      warnings,
      `outreach_cluster (${cluster.id}) is to be deleted, and 7 linked mailboxes and other resources lose their cluster`,
    );
  });

  it.each([given, forced])("gives no warning if no mailbox is linked (%j)", async (declared) => {
    const cluster = await inUse(0, declared);
    expect((await plan(cluster, declared)).warnings).toEqual([]);
  });
});

describe("a cluster in use", () => {
  it("is not deleted if force_destroy is declared but was never applied", async () => {
    const cluster = await inUse(7);
    await expect(WAYS.delete(cluster)).rejects.toThrow(inUseBy(cluster, 7));
    // The apply has nothing but the state to go by, so a plan must not promise what the apply refuses.
    await expect(WAYS.replace(cluster, forced)).rejects.toThrow(inUseBy(cluster, 7));
    await cluster.settle(forced);
    await expect(WAYS.replace(cluster, forced)).resolves.toMatchObject({ action: "replace" });
  });

  it.each([
    ["refuses to delete it", given],
    ["lose their cluster permanently, which force_destroy allows", forced],
  ])("may be tainted and replaced by the plan: that %s is a warning", async (outcome, declared) => {
    const cluster = await inUse(7, declared);
    cluster.instance = { ...cluster.instance, tainted: true };
    const summary = inUseBy(cluster, 7, ", and this plan may replace it");
    const warning = { summary, detail: expect.stringContaining(outcome) as string };
    for (const plan of [await cluster.refreshAndPlan(declared), await cluster.plan(declared)]) {
      expect(plan).toMatchObject({ action: "replace", warnings: [warning] });
    }
    bench.simulator.setAssociatedCount(cluster.id, 0);
    expect((await cluster.refreshAndPlan(declared)).warnings).toEqual([]);
  });

  it("causes no warning about another cluster of its name that is planned, too", async () => {
    const cluster = await inUse(7);
    const planning = await bench.configured();
    await cluster.refreshAndPlan(given, planning);
    const { warnings } = await bench.cluster().refreshAndPlan(given, planning);
    expect(warnings).toEqual([]);
  });

  it("is not deleted if it is tainted", async () => {
    const cluster = await inUse(7);
    const { state: before } = cluster;
    cluster.instance = { ...cluster.instance, tainted: true };
    const { errors } = await cluster.attempt(given);
    expectOnly(errors, inUseBy(cluster, 7));
    expect(cluster.state).toEqual(before);
    expect(bench.simulator.counts()).toMatchObject({ DeleteCluster: 0, CreateCluster: 1 });
  });

  it.each<[saw: number, now: number, declared: Given, said: string]>([
    [0, 2, given, "is in use by 2"],
    [3, 500, forced, "The plan saw only 3 of them"],
    [7, 0, forced, ""],
  ])(
    "is deleted only with the mailboxes that the plan saw: it saw %i, now it is %i (%j)",
    async (saw, now, declared, said) => {
      const cluster = await inUse(saw, declared);
      const errors = await deleteAfterLinking(cluster, await cluster.plan(null), now);
      if (said !== "") expectOnly(errors, inUseBy(cluster, now), said);
      expect(errors).toHaveLength(bench.objects().length);
      expect(bench.simulator.counts().DeleteCluster).toBe(said === "" ? 1 : 0);
    },
  );

  it.each<[string, (cluster: Managed) => unknown]>([
    ["gets a negative one", miscount],
    ["cannot read it, and the state has none", unread],
  ])("is not deleted with force_destroy if the plan %s", async (_what, confuse) => {
    const cluster = await inUse(0, forced);
    confuse(cluster);
    const plan = await cluster.plan(null);
    bench.simulator.clearFaults();
    expectOnly(await deleteAfterLinking(cluster, plan, 3), "The plan saw only 0 of them");
  });

  it.each(["delete", "replace"] as const)(
    "since the plan of a %s, which warned of nothing, is not deleted with force_destroy either",
    async (way) => {
      const cluster = await inUse(0, forced);
      await WAYS[way](cluster, forced);
      const plan = await cluster.plan(null);
      const applied = way === "delete" ? plan : { ...plan, private: cluster.instance.private };
      const errors = await deleteAfterLinking(cluster, applied, 2);
      expectOnly(errors, inUseBy(cluster, 2, " since the plan"));
      expect(bench.simulator.counts().DeleteCluster).toBe(0);
      expect((await cluster.attempt(null)).errors).toEqual([]);
    },
  );

  it("that the plan has warned of is deleted with force_destroy, even if the state has no number", async () => {
    const cluster = await inUse(0, forced);
    bench.simulator.setAssociatedCount(cluster.id, 2);
    const plan = await cluster.plan(null);
    expect(plan.warnings).toHaveLength(1);
    expect((await cluster.carryOut(null, plan)).errors).toEqual([]);
  });

  it.each([
    ["none", 0, 2],
    ["some", 2, 0],
  ])(
    "is judged by the plan of its replace, not by that of a delete which saw %s and failed",
    async (_what, seenBefore, count) => {
      const cluster = await inUse(seenBefore, forced);
      bench.fault("DeleteCluster", 422, { nth: 1 });
      expect((await cluster.attempt(null)).errors).toHaveLength(1);
      bench.simulator.setAssociatedCount(cluster.id, count);
      await cluster.refresh();
      const plan = await WAYS.replace(cluster, forced);
      const refusal = inUseBy(cluster, 2, " since the plan");
      const errors = await deleteAfterLinking(cluster, deletionOf(plan), 2);
      expect(errors.map(({ summary }) => summary)).toEqual(count > 0 ? [] : [refusal]);
    },
  );

  describe.each([given, forced])("of which the server counts less than none (%j)", (declared) => {
    const words = "an unknown number of linked mailboxes and other resources (the API counts -1)";

    it("is not deleted by a plan that saw another number", async () => {
      const cluster = await inUse(0, declared);
      const plan = await cluster.plan(null);
      miscount(cluster);
      const { errors } = await cluster.carryOut(null, plan);
      expectOnly(errors, words);
      expect(bench.objects()).toHaveLength(1);
    });

    it("is planned to be deleted only with force_destroy and a warning", async () => {
      const cluster = await inUse(0, declared);
      miscount(cluster);
      const warned = cluster.plan(null).then(({ warnings }) => warnings.map(({ summary }) => summary).join());
      if (declared === forced) expect(await warned).toContain(words);
      else await expect(warned).rejects.toThrow(`is in use by ${words}`);
    });
  });

  it("whose number the plan could not read is read before it is deleted", async () => {
    const cluster = await inUse(7);
    unread(cluster);
    const plan = await cluster.plan(null);
    bench.simulator.clearFaults();
    expectOnly((await cluster.carryOut(null, plan)).errors, inUseBy(cluster, 7));
    expect(bench.objects()).toHaveLength(1);
  });
});

describe("a cluster of which reads and lists count differently", () => {
  it.each(["list-only", "get-only", "list-zero", "get-zero"] as const)(
    "is kept by the larger number (%s)",
    async (associatedCount) => {
      bench.simulator.setDialect({ associatedCount });
      const cluster = await inUse(7);
      const refused = `(${cluster.id}) is in use by 7 linked mailboxes and other resources`;
      await expect(WAYS.delete(cluster)).rejects.toThrow(refused);
      await expect(WAYS.replace(cluster, given)).rejects.toThrow(refused);
      expect(bench.objects()).toHaveLength(1);
    },
  );

  it("is looked up in a list at the apply if the read reports no number", async () => {
    bench.simulator.setDialect({ associatedCount: "list-only" });
    const cluster = await inUse(0);
    const plan = await cluster.plan(null);
    expectOnly(await deleteAfterLinking(cluster, plan, 7), "is in use by 7");
  });

  it("is looked up in a list that is newer than the first one of the apply, which may run for long", async () => {
    bench.simulator.setDialect({ associatedCount: "list-only" });
    const [cluster, other] = [await inUse(0), bench.cluster()];
    const plans = [await other.plan({ name: "Other" }), await cluster.refreshAndPlan(null)] as const;
    await bench.provider.run(async (applying) => {
      expect((await other.carryOut({ name: "Other" }, plans[0], applying)).errors).toEqual([]);
      bench.simulator.setAssociatedCount(cluster.id, 7);
      const { errors } = await cluster.carryOut(null, plans[1], applying);
      expectOnly(errors, "is in use by 7");
    });
    expect(bench.objects()).toHaveLength(2);
  });

  it.each([given, forced])(
    "is kept if only lists report a number, and a partial list lacks it (%j)",
    async (declared) => {
      bench.simulator.setDialect({ associatedCount: "list-only" });
      const cluster = await inUse(0, declared);
      const plan = await cluster.refreshAndPlan(null);
      bench.simulator.setAssociatedCount(cluster.id, 7);
      bench.fault("ListClusters", { type: "partial", sign: "206" });
      const { errors } = await cluster.carryOut(null, plan);
      expectOnly(errors, "nothing shows how many mailboxes are linked");
      expect(bench.objects()).toHaveLength(1);
    },
  );

  it("is planned, changed and deleted if neither reports a number", async () => {
    bench.simulator.setDialect({ associatedCount: "nowhere" });
    const cluster = await bench.cluster().settled(given);
    expect(cluster.state["associated_count"]).toBeNull();
    await cluster.settle({ ...given, name: "New" });
    await cluster.apply(null);
    expect(bench.objects()).toEqual([]);
    const { id } = bench.bystander("outreach_cluster", given);
    const found = await bench.provider.readDataSource("outreach_cluster", { id });
    expect(found).toMatchObject({ id, associated_count: null });
  });
});

describe("force_destroy", () => {
  it("is set and removed without a write, and nothing else changes", async () => {
    const cluster = await inUse(3);
    const before = cluster.state;
    for (const force_destroy of [true, false, null]) {
      const { action, planned } = await cluster.settle({ ...given, force_destroy });
      expect({ action, planned }).toEqual({ action: "update", planned: { ...before, force_destroy } });
    }
    expect(bench.simulator.counts().UpdateCluster).toBe(0);
  });

  it("is kept by a refresh, and unset after an import", async () => {
    const cluster = await inUse(0, forced);
    expect(await cluster.refresh()).toMatchObject({ force_destroy: true });
    expect(await bench.cluster().import(cluster.id)).toMatchObject({ force_destroy: null });
  });
});
