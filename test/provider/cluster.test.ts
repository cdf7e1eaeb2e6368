import { unknown } from "../../src/sdk/values";
import { expectOnly, credentials, useWorkbench } from "./workbench";

const bench = useWorkbench();

describe("creating a cluster", () => {
  it("plans the values that the API decides as unknown", async () => {
    const { action, planned } = await bench.cluster().plan({ name: "Sales" });
    expect(action).toBe("create");
    expect(planned).toEqual({
      name: "Sales",
      description: null,
      force_destroy: null,
      id: unknown,
      workspace_id: credentials.workspace_id,
      adopted: null,
      associated_count: unknown,
      created_at: unknown,
      last_updated_at: unknown,
    });
  });
});

describe("updating a cluster", () => {
  it("keeps the values known that the update does not change", async () => {
    const cluster = await bench.cluster().applied({ name: "Sales" });
    const { action, planned } = await cluster.plan({ name: "Marketing" });
    expect(action).toBe("update");
    expect(planned).toEqual({ ...cluster.state, name: "Marketing", last_updated_at: unknown });
  });

  it.each([
    ["sets", undefined, "New"],
    ["changes", "Old", "New"],
    ["empties", "Old", ""],
    ["sets to the empty text", undefined, ""],
    ["fills the empty text of", "", "New"],
    ["removes", "Old", undefined],
    ["removes the empty text of", "", undefined],
  ])("%s the description in place", async (_what, before, after) => {
    const cluster = await bench
      .cluster()
      .settled({ name: "Sales", ...(before !== undefined && { description: before }) });
    const { action } = await cluster.settle({
      name: "Sales",
      ...(after !== undefined && { description: after }),
    });
    expect(action).toBe("update");
    expect(cluster.state["description"]).toBe(after ?? null);
    expect(bench.objects()).toMatchObject([{ name: "Sales", description: after || null }]);
  });

  it("sends no description that has not changed", async () => {
    const cluster = await bench.cluster().applied({ name: "Sales" });
    await cluster.settle({ name: "Marketing" });
    expect(bench.sent("UpdateCluster")).toEqual([{ clusterId: cluster.id, clusterName: "Marketing" }]);
  });
});

describe("removing a description clears it at the server", () => {
  const clearing = ["empty-or-null", "empty", "null"] as const;
  const absent = ["null", "absent", "empty"] as const;

  it.each(clearing.flatMap((clears) => absent.map((shown) => [clears, shown] as const)))(
    "by %s, if the API returns no description as %s",
    async (clearDescription, absentDescription) => {
      bench.simulator.setDialect({ clearDescription, absentDescription });
      const cluster = await bench.cluster().settled({ name: "Sales", description: "Old" });
      await cluster.settle({ name: "Sales" });
      expect(bench.objects()).toMatchObject([{ description: null }]);
      await cluster.settle({ name: "Sales", description: "New" });
      await cluster.settle({ name: "Sales", description: "" });
      expect(bench.objects()).toMatchObject([{ description: null }]);
    },
  );

  it.each([
    ["no read shows the effect of the empty text", 2, undefined],
    ["null is rejected, and no read shows the description after that", 3, 400],
    ["the response to null is lost, and no read shows the description after that", 3, 503],
  ])("or leaves the description that the server keeps in the state, if %s", async (_what, nth, status) => {
    bench.simulator.setDialect({ clearDescription: "null" });
    const cluster = await bench.cluster().settled({ name: "Sales", description: "Old" });
    const plan = await cluster.refreshAndPlan({ name: "Sales" });
    // The first read precedes the update.
    bench.fault("GetCluster", 503, { nth, times: 100 });
    if (status !== undefined) bench.fault("UpdateCluster", status, { nth: 2, times: 100 });
    const { errors } = await cluster.carryOut({ name: "Sales" }, plan);
    expect(errors).toHaveLength(1);
    expect(bench.objects()).toMatchObject([{ description: "Old" }]);
    expect(cluster.state).toMatchObject({ description: "Old" });
    bench.simulator.clearFaults();
    await cluster.settle({ name: "Sales" });
  });

  it("unless another client has written a description right after the empty text", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales", description: "Old" });
    const plan = await cluster.refreshAndPlan({ name: "Sales" });
    const start = () => cluster.carryOut({ name: "Sales" }, plan);
    const edit = () => bench.simulator.update(cluster.id, { description: "Theirs" });
    const { errors } = await bench.during("UpdateCluster", start, edit, { nth: 1, when: "after" });
    expectOnly(errors, `outreach_cluster (${cluster.id}): the API keeps another description`);
    expect(bench.onlyObject()).toMatchObject({ description: "Theirs" });
    expect(cluster.state).toMatchObject({ description: "Theirs" });
  });

  it.each([400, 200])("by null if the server rejects the empty text with %i", async (status) => {
    bench.simulator.setDialect({ clearDescription: "null" });
    bench.fault(
      "UpdateCluster",
      { type: "status", status, body: { error: "clusterDescription is not allowed to be empty" } },
      { match: { description: "" } },
    );
    const cluster = await bench.cluster().settled({ name: "Sales", description: "Old" });
    await cluster.settle({ name: "Marketing" });
    expect(bench.objects()).toMatchObject([{ name: "Marketing", description: null }]);
  });

  it("or reports the first rejection if null is rejected, too", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales", description: "Old" });
    for (const description of ["", null]) {
      bench.fault(
        "UpdateCluster",
        { type: "status", status: 400, body: { error: `not ${JSON.stringify(description)}` } },
        { match: { description } },
      );
    }
    const { errors } = await cluster.attempt({ name: "Marketing" });
    expectOnly(errors, '"not """');
    expect(bench.objects()).toMatchObject([{ name: "Sales", description: "Old" }]);
  });

  it("or reports that the server keeps it, and the next plan shows it", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales", description: "Old" });
    bench.simulator.setDialect({ clearDescription: "neither" });
    const { errors } = await cluster.attempt({ name: "Marketing" });
    expect(errors).toMatchObject([
      {
        summary: `outreach_cluster (${cluster.id}): the API keeps another description`,
        attribute: "description",
      },
    ]);
    expect(cluster.state).toMatchObject({ name: "Marketing", description: "Old" });
    expect((await cluster.plan({ name: "Marketing" })).planned).toMatchObject({ description: null });
  });
});

it.each(["empty-object", "identifiers", "no-content"] as const)(
  "deleting a cluster removes it from server and state if the response is %s",
  async (deleteClusterAnswer) => {
    bench.simulator.setDialect({ deleteClusterAnswer });
    const cluster = await bench.cluster().applied({ name: "Sales" });
    await cluster.apply(null);
    expect(cluster.instance.state).toBeNull();
    expect(bench.objects()).toEqual([]);
  },
);
