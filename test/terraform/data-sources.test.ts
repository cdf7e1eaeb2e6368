import { changeOf, WORKSPACE_ID, workbench } from "./harness";

describe("data sources (scenario 47)", () => {
  const bench = workbench({
    dialect: { pageSize: 2, maximumPageSize: 2, sortOrder: "by-name" },
  });
  const seed = () =>
    bench.simulator().seed({
      workspaceId: WORKSPACE_ID,
      clusters: [
        { id: "c1", name: "One", description: "First", associatedCount: 7 },
        { id: "c2", name: "Twin" },
        { id: "c3", name: "Twin" },
      ],
      snippets: ["b", "e", "a", "d", "c"].map((name) => ({ id: `s-${name}`, name, prompt: `Hi {${name}}` })),
    });

  it("read one by id or by name, and all pages of all", async () => {
    seed();
    const project = await bench.deployed({
      data: {
        outreach_cluster: { by_id: { id: "c1" }, by_name: { name: "One" } },
        outreach_clusters: { all: {} },
        outreach_snippet: { by_id: { id: "s-a" }, by_name: { name: "a" } },
        outreach_snippets: { all: {}, descending: { sort_order: "desc" } },
      },
      output: {
        clusters: { value: "${data.outreach_clusters.all.clusters[*].id}" },
        snippets: { value: "${data.outreach_snippets.all.snippets[*].name}" },
        descending: { value: "${data.outreach_snippets.descending.snippets[*].name}" },
      },
    });
    expect(await project.outputs()).toEqual({
      clusters: ["c1", "c2", "c3"],
      snippets: ["b", "e", "a", "d", "c"],
      descending: ["e", "d", "c", "b", "a"],
    });
    const cluster = { id: "c1", name: "One", description: "First", associated_count: 7 };
    const snippet = { id: "s-a", name: "a", prompt: "Hi {a}", variables: ["a"], workspace_id: WORKSPACE_ID };
    expect(project.attributes("data.outreach_cluster.by_id")).toMatchObject(cluster);
    expect(project.attributes("data.outreach_cluster.by_name")).toMatchObject(cluster);
    expect(project.attributes("data.outreach_snippet.by_id")).toMatchObject(snippet);
    expect(project.attributes("data.outreach_snippet.by_name")).toMatchObject(snippet);
    await project.expectEmptyPlan();
  });

  it("say what was not found, found more than once, or asked for in a wrong way", async () => {
    seed();
    const project = await bench.project();
    project.configure({
      data: {
        outreach_cluster: { missing: { id: "c9" }, twin: { name: "Twin" } },
        outreach_snippet: { missing: { name: "A" } },
        outreach_snippets: { refused: { sort_order: "sideways" } },
      },
    });
    const errors = await project.fail(["plan"]);
    const texts = Object.fromEntries(
      errors.map(({ address, summary, detail }) => [address, `${summary} | ${detail}`]),
    );
    expect(texts).toEqual({
      "data.outreach_cluster.missing": expect.stringMatching(
        /Could not read outreach_cluster \(c9\).*Check the id/s,
      ),
      "data.outreach_cluster.twin": expect.stringMatching(/2 outreach_cluster of this name.*c2, c3/s),
      "data.outreach_snippet.missing": expect.stringMatching(/No outreach_snippet of this name/),
      "data.outreach_snippets.refused": expect.stringMatching(/Could not list outreach_snippets/),
    });

    project.configure({ data: { outreach_cluster: { both: { id: "c1", name: "One" }, neither: {} } } });
    expect(await project.fail(["plan"])).toMatchObject([
      { address: "data.outreach_cluster.both", summary: expect.stringMatching(/id.*name/) as string },
      { address: "data.outreach_cluster.neither", summary: expect.stringMatching(/id.*name/) as string },
    ]);
  });

  it("are read after the resource that they depend on has changed", async () => {
    const project = await bench.project();
    const configure = (prompt: string) =>
      project.configure({
        resource: { outreach_snippet: { a: { name: "A", prompt } } },
        data: {
          outreach_snippet: { a: { name: "A", depends_on: ["outreach_snippet.a"] } },
          outreach_snippets: { all: { depends_on: ["outreach_snippet.a"] } },
        },
        output: {
          prompt: { value: "${data.outreach_snippet.a.prompt}" },
          count: { value: "${length(data.outreach_snippets.all.snippets)}" },
        },
      });
    configure("first");
    await project.apply();
    expect(await project.outputs()).toEqual({ prompt: "first", count: 1 });
    configure("second");
    expect(changeOf(await project.plan(), "data.outreach_snippet.a").actions).toEqual(["read"]);
    await project.apply("plan");
    expect(await project.outputs()).toEqual({ prompt: "second", count: 1 });
    await project.expectEmptyPlan();
  });
});
