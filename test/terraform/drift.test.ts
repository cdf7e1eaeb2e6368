import { driftOf, workbench } from "./harness";

const resource = {
  outreach_cluster: {
    full: { name: "Full", description: "Declared" },
    cleared: { name: "Cleared", description: "Declared" },
    bare: { name: "Bare" },
  },
  outreach_snippet: { a: { name: "Snippet", prompt: "Hi {first_name}" } },
};

describe("changes made outside (scenarios 10 and 11)", () => {
  const bench = workbench();
  const deployed = async () => {
    // What is deleted here was written a moment ago, and would be waited for.
    const project = await bench.deployed({ resource }, { env: { OUTREACH_VISIBILITY_TIMEOUT: "0" } });
    return project;
  };

  it("are shown field by field and repaired", async () => {
    const project = await deployed();
    const simulator = bench.simulator();
    const full = bench.object("Full").id;
    const cleared = bench.object("Cleared").id;
    const bare = bench.object("Bare").id;
    const snippet = bench.object("Snippet").id;
    const rounds = [
      [
        () => simulator.update(full, { name: "Renamed" }),
        () => simulator.update(cleared, { description: null }),
        () => simulator.update(bare, { description: "Added" }),
        () => simulator.update(snippet, { prompt: "Hi {last_name}" }),
      ],
      [
        () => simulator.update(full, { description: "Replaced" }),
        () => simulator.update(snippet, { name: "Renamed" }),
      ],
    ];
    const shown: unknown[] = [];
    for (const round of rounds) {
      for (const change of round) change();
      const plan = await project.plan();
      shown.push(driftOf(plan));
      await project.apply("plan");
      await project.expectEmptyPlan();
      expect(bench.object("Full")).toMatchObject({ id: full, description: "Declared" });
      expect(bench.object("Cleared")).toMatchObject({ id: cleared, description: "Declared" });
      expect(bench.object("Bare")).toMatchObject({ id: bare, description: null });
      expect(bench.object("Snippet")).toMatchObject({ id: snippet, prompt: "Hi {first_name}" });
    }
    expect(shown).toEqual([
      {
        "outreach_cluster.full": ["last_updated_at", "name"],
        "outreach_cluster.cleared": ["description", "last_updated_at"],
        "outreach_cluster.bare": ["description", "last_updated_at"],
        "outreach_snippet.a": ["last_updated_at", "prompt", "variables"],
      },
      {
        "outreach_cluster.full": ["description", "last_updated_at"],
        "outreach_snippet.a": ["last_updated_at", "name"],
      },
    ]);
  });

  it("to what is declared no longer do not keep it from being deleted, unless the plan has not seen them", async () => {
    const project = await deployed();
    const ids = ["Full", "Bare", "Snippet"].map((name) => bench.object(name).id) as [string, string, string];
    bench.simulator().update(ids[0], { description: "Edited" });
    bench.simulator().setAssociatedCount(ids[1], 2);
    bench.simulator().update(ids[2], { prompt: "Edited" });
    project.configure({});
    // Terraform plans such a delete with the state from before the refresh, in which no mailbox is linked.
    expect(await project.fail(["plan"])).toMatchObject([
      { summary: expect.stringContaining("in use by 2 linked mailboxes and other resources") as string },
    ]);
    bench.simulator().setAssociatedCount(ids[1], 0);
    await project.actions();
    bench.simulator().update(ids[2], { prompt: "Edited again" });
    const refused = await project.run(["apply", "-no-color", "plan"]);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain("Changed: prompt.");
    expect(bench.simulator().objects()).toMatchObject([{ id: ids[2] }]);
    await project.apply();
    expect(bench.simulator().objects()).toEqual([]);
  });

  it("to what is not declared are taken over without a change, and are none once a refresh finds nothing", async () => {
    const project = await deployed();
    const { id } = bench.object("Full");
    bench.simulator().setAssociatedCount(id, 12);
    expect(driftOf(await project.plan())).toEqual({ "outreach_cluster.full": ["associated_count"] });
    expect(await project.announcements(["-refresh-only"])).toEqual(["drift: update outreach_cluster.full"]);
    await project.apply();
    expect(bench.simulator().counts()).toMatchObject({ UpdateCluster: 0 });
    expect(project.attributes("outreach_cluster.full")).toMatchObject({ associated_count: 12 });
    await project.expectEmptyPlan();

    bench.simulator().setAssociatedCount(id, 13);
    const refreshOnly = async () => {
      await project.apply("-refresh-only");
      return project.run(["plan", "-no-color", "-refresh-only", "-detailed-exitcode"]);
    };
    expect(await refreshOnly()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("No changes.") as string,
    });
    // Terraform 1.15 and newer end with 2 wherever there is a data source, of any provider.
    const data = { outreach_clusters: { all: {} } };
    project.configure({ resource, data });
    const { status } = await refreshOnly();
    // Nor are they where an output has numbers of the data source.
    project.configure({
      resource,
      data,
      output: { all: { value: "${data.outreach_clusters.all.clusters}" } },
    });
    expect(await refreshOnly()).toMatchObject({ status });
  });

  it("that delete an object plan its creation, at every kind of refresh", async () => {
    const project = await deployed();
    const ids = bench
      .simulator()
      .objects()
      .map(({ id }) => id);
    for (const id of ids) bench.simulator().delete(id);
    const plan = await project.plan();
    expect(driftOf(plan)).toEqual({
      "outreach_cluster.bare": "gone",
      "outreach_cluster.cleared": "gone",
      "outreach_cluster.full": "gone",
      "outreach_snippet.a": "gone",
    });
    await project.apply("plan");
    expect(bench.simulator().objects()).toHaveLength(4);
    expect(
      bench
        .simulator()
        .objects()
        .some(({ id }) => ids.includes(id)),
    ).toBe(false);
    await project.expectEmptyPlan();
  });

  it("that delete an object between plan and apply fail its update, and let its destroy succeed", async () => {
    const project = await deployed();
    project.configure({
      resource: {
        outreach_cluster: {
          full: { name: "Full", description: "Changed" },
          cleared: resource.outreach_cluster.cleared,
        },
        outreach_snippet: resource.outreach_snippet,
      },
    });
    expect(await project.actions()).toEqual({
      "outreach_cluster.full": "update",
      "outreach_cluster.bare": "delete",
    });
    bench.simulator().delete(bench.object("Full").id);
    bench.simulator().delete(bench.object("Bare").id);
    expect(await project.fail(["apply", "plan"])).toMatchObject([
      {
        address: "outreach_cluster.full",
        summary: expect.stringMatching(/^outreach_cluster \(.+\) has changed since the plan$/) as string,
      },
    ]);
    expect(Object.keys(project.state())).toEqual([
      "outreach_cluster.cleared",
      "outreach_cluster.full",
      "outreach_snippet.a",
    ]);
    expect(await project.actions()).toEqual({ "outreach_cluster.full": "create" });
    await project.apply("plan");
    await project.expectEmptyPlan();

    for (const { id } of bench.simulator().objects()) bench.simulator().delete(id);
    await project.destroy("-refresh=false");
    expect(project.state()).toEqual({});
  });
});
