import { workbench } from "./harness";

describe("the lifecycle of clusters and snippets", () => {
  const bench = workbench();

  it("creates, plans nothing, updates in place, destroys", async () => {
    const project = await bench.project();
    project.configure({
      resource: {
        outreach_cluster: { eu: { name: "Europe", description: "Sales" } },
        outreach_snippet: { opener: { name: "Opener", prompt: "Hi {first_name} of {company}\n" } },
      },
    });
    await project.init();
    expect(await project.actions()).toEqual({
      "outreach_cluster.eu": "create",
      "outreach_snippet.opener": "create",
    });
    await project.apply();
    await project.expectEmptyPlan();
    expect(bench.simulator().objects()).toMatchObject([{ name: "Europe" }, { name: "Opener" }]);
    await project.destroy();
    expect(bench.simulator().objects()).toEqual([]);
  });
});
