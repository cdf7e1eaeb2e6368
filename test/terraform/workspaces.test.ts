import { workbench } from "./harness";

const credentials = [
  { userId: "ada", workspaceId: "north", token: "token-of-ada" },
  { userId: "bob", workspaceId: "south", token: "token-of-bob" },
];

describe("two provider aliases with different workspaces (scenario 40)", () => {
  const bench = workbench({ credentials, dialect: { authorization: "required" } });

  // The built provider serves each alias by a process of its own; here, one process serves both.
  it("keep credentials, objects and look-ups apart", async () => {
    const project = await bench.project();
    const [ada, bob] = credentials.map(({ userId, workspaceId, token }) => ({
      alias: workspaceId,
      user_id: userId,
      workspace_id: workspaceId,
      authorization_token: token,
    }));
    const aliased = (alias: string) => ({ provider: `outreach.${alias}` });
    const both = (body: (alias: string) => object) =>
      Object.fromEntries(["north", "south"].map((alias) => [alias, { ...body(alias), ...aliased(alias) }]));
    const { id: found } = bench
      .simulator()
      .create("snippet", "south", { name: "Found", prompt: "Made by hand" });
    project.configure({
      provider: { outreach: [ada, bob] },
      resource: {
        outreach_cluster: both((alias) => ({ name: `Cluster of ${alias}` })),
        outreach_snippet: {
          ...both((alias) => ({ name: `Snippet of ${alias}`, prompt: `{${alias}}` })),
          found: { name: "Found", prompt: "Made by hand", ...aliased("south") },
        },
      },
      data: {
        outreach_snippets: both((alias) => ({ depends_on: [`outreach_snippet.${alias}`] })),
      },
      import: [{ to: "outreach_snippet.found", id: found, ...aliased("south") }],
      output: {
        north: { value: "${data.outreach_snippets.north.snippets[*].name}" },
        south: { value: "${data.outreach_snippets.south.snippets[*].name}" },
      },
    });
    await project.apply();
    const namesIn = (workspace: string) =>
      bench
        .simulator()
        .objects(workspace)
        .map(({ name }) => name)
        .sort();
    expect(namesIn("north")).toEqual(["Cluster of north", "Snippet of north"]);
    expect(namesIn("south")).toEqual(["Cluster of south", "Found", "Snippet of south"]);
    expect(await project.outputs()).toEqual({
      north: ["Snippet of north"],
      south: ["Found", "Snippet of south"],
    });
    expect(project.attributes("outreach_cluster.north")).toMatchObject({ workspace_id: "north" });
    expect(project.attributes("outreach_snippet.found")).toMatchObject({
      workspace_id: "south",
      id: found,
    });
    await project.expectEmptyPlan();
    // A wrong pair would have been refused.
    expect(bench.simulator().journal({ status: 401 })).toEqual([]);
    await project.destroy();
    expect(bench.simulator().objects()).toEqual([]);
  });
});
