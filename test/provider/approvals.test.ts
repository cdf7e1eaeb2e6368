import { unknown } from "../../src/sdk/values";
import { useApprovals, type Seen } from "./approving";
import { itInTurn, KINDS } from "./kinds";
import { expectOnly, useWorkbench, type Given } from "./workbench";

jest.mock("node:crypto", () => jest.requireActual<object>("../quick-crypto.cjs"));

const bench = useWorkbench();

describe.each(KINDS)("an approval of a change of %s", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, text } = kind;
  const { approve, textOf, write } = useApprovals(bench, type);
  const one = () => bench.managed(type);
  const label = (id: string) => `${type} (${id})`;
  /** A text of each kind beside the name, and a value that differs from the given and the changed one. */
  const edited: Given = { ...given, [text]: "Edited" };

  const settled = async () => {
    const object = one();
    await object.settle(given);
    bench.simulator.clearJournal();
    return object;
  };
  /** Expects that nothing is written and the plan of a change fails with these texts. */
  const isRefused = async (plan: Promise<unknown>, ...texts: readonly string[]) => {
    for (const said of texts) await expect(plan).rejects.toThrow(said);
    expect(bench.writes()).toBe(0);
  };

  it("lets a create, an update and a delete pass, and the plan after each is empty", async () => {
    const object = one();
    approve({ action: "create", after: given });
    await object.settle(given);
    approve({ action: "update", id: object.id, before: given, after: changed });
    await object.settle(changed);
    approve({ action: "delete", id: object.id, before: changed });
    await object.apply(null);
    expect(bench.objects()).toEqual([]);
  });

  it.each<[string, (id: string) => Seen[], string]>([
    ["nothing is approved", () => [], "OUTREACH_APPROVED does not cover this change."],
    [
      "other content is approved",
      (id) => [{ action: "update", id, before: given, after: { ...changed, [text]: "Other" } }],
      `The content differs from the approved one: ${text}.`,
    ],
    [
      "a delete is approved",
      (id) => [{ action: "delete", id, before: given }],
      "The approval has no update of this object, but its delete.",
    ],
  ])("refuses an update in the plan if %s", async (_what, seen, reason) => {
    const object = await settled();
    approve(...seen(object.id));
    await isRefused(
      object.refreshAndPlan(changed),
      `${label(object.id)}: this update is not approved`,
      reason,
      "plan again with it; in CI, merge one more pull request.",
    );
    expect((await object.refreshAndPlan(given)).action).toBe("no-op");
  });

  it.each([
    ["update", changed],
    ["delete", null],
  ] as const)(
    "refuses the plan of a %s if the object was edited in Outreach since",
    async (action, after) => {
      const object = await settled();
      approve({ action, id: object.id, before: given, ...(after !== null && { after }) });
      bench.simulator.update(object.id, { [text]: "Edited" });
      await isRefused(
        object.refreshAndPlan(after),
        `${label(object.id)}: this ${action} is not approved`,
        `Changed in Outreach since the approval: ${text}.`,
      );
    },
  );

  it("refuses the create of an object that was deleted in Outreach since", async () => {
    const object = await settled();
    approve({ action: "update", id: object.id, before: given, after: changed });
    bench.simulator.delete(object.id);
    const plan = object.refreshAndPlan({ ...changed, name: given["name"]! });
    await isRefused(plan, `${type}: this create is not approved`);
  });

  it("refuses a create that was approved for another workspace", async () => {
    const elsewhere = { workspaceId: "wsp-other" };
    process.env["OUTREACH_APPROVED"] = write(
      textOf([{ action: "create", after: given }], undefined, elsewhere),
    );
    await isRefused(one().plan(given), "The approval has this change for another workspace");
  });

  it("refuses the third of three equal creates if two are approved", async () => {
    approve({ action: "create", after: given }, { action: "create", after: given });
    await bench.provider.run(async (planning) => {
      for (const object of [one(), one()]) await object.refreshAndPlan(given, planning);
      await isRefused(
        one().refreshAndPlan(given, planning),
        `${type}: this create is not approved`,
        "OUTREACH_APPROVED covers this create less often than this run makes it (approved: 2).",
      );
    });
  });

  it("refuses an unknown text unless it was unknown in the review", async () => {
    const open = { ...given, [text]: unknown };
    approve({ action: "create", after: given });
    await isRefused(one().plan(open), `Not known in this plan: ${text}.`);
    approve({ action: "create", after: open });
    const object = one();
    const plan = await object.plan(open);
    expect((await object.carryOut(given, plan)).errors).toEqual([]);
  });

  it("refuses an adoption if a create was approved, and lets an approved adoption pass", async () => {
    const { id } = bench.bystander(type, edited);
    const adopting = bench.managed(type, await bench.configured({ existing_name: "adopt" }));
    approve({ action: "create", after: given });
    await isRefused(
      adopting.plan(given),
      `${label(id)}: its adoption is not approved`,
      "This create adopts an existing object",
    );
    approve({ action: "create", id, after: given });
    const { errors } = await adopting.attempt(given);
    expect(errors).toEqual([]);
    expect(bench.objects()).toMatchObject([{ id, ...given }]);
  });

  it("of a replace is one of a delete and of a create, also if the plan changes the content", async () => {
    const object = await settled();
    approve({ action: "delete", id: object.id, before: given }, { action: "create", after: changed });
    expect(await object.replace(changed, await object.planReplace(changed))).toEqual([]);
    expect(bench.objects()).toMatchObject([changed]);
  });

  it("does not turn an update into a replace: the apply refuses it", async () => {
    const object = await settled();
    approve({ action: "delete", id: object.id, before: given }, { action: "create", after: changed });
    const { errors, saved } = await object.attempt(changed);
    expectOnly(errors, `${label(object.id)}: this update is not approved`);
    expect([saved.state, bench.writes()]).toEqual([object.state, 0]);
  });

  it("is compared once more in the apply, because a saved plan may be older than the approval", async () => {
    const object = await settled();
    const [update, removal] = [await object.plan(changed), await object.plan(null)];
    const creating = one();
    const create = await creating.plan({ ...given, name: "Another" });
    approve();
    // The plan in an apply refuses the first two. Terraform does not plan a delete again.
    await isRefused(object.carryOut(changed, update), "this update is not approved");
    await isRefused(
      creating.carryOut({ ...given, name: "Another" }, create),
      `${type}: this create is not approved`,
    );
    const { errors } = await object.carryOut(null, removal);
    expectOnly(errors, `${label(object.id)}: this delete is not approved`);
    expect(bench.writes()).toBe(0);
  });

  it("sends no request more than a run without an approval", async () => {
    const counts = [];
    for (const approved of [false, true]) {
      bench.simulator.reset();
      if (approved) approve({ action: "create", after: given });
      await one().settle(given);
      counts.push(bench.simulator.counts());
    }
    expect(counts[1]).toEqual(counts[0]);
  });
});

describe("an approval of the delete of a cluster", () => {
  const { approve } = useApprovals(bench, "outreach_cluster");
  const given = { name: "Sales", force_destroy: true };
  const linkedCluster = async (count: number) => {
    const cluster = await bench.cluster().settled(given);
    bench.simulator.setAssociatedCount(cluster.id, count);
    await cluster.refresh();
    return cluster;
  };

  it("covers the mailboxes that the reviewers saw, and no more", async () => {
    const cluster = await linkedCluster(2);
    approve({ action: "delete", id: cluster.id, before: given, linked: 1 });
    await expect(cluster.plan(null)).rejects.toThrow(
      "Resources linked to the cluster now: 2. The reviewers saw 1.",
    );
    approve({ action: "delete", id: cluster.id, before: given, linked: 2 });
    expect((await cluster.attempt(null)).errors).toEqual([]);
  });

  it("is no approval of an update that sets force_destroy", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales" });
    approve();
    await expect(cluster.plan(given)).rejects.toThrow("this update is not approved");
  });
});
