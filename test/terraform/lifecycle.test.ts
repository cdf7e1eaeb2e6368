import { actionsOf, changeOf, itWith, unknownsOf, workbench } from "./harness";

describe("create, plan, update, destroy (scenarios 1 and 28)", () => {
  const bench = workbench();

  it("creates, plans nothing, updates in place, plans nothing, destroys", async () => {
    const project = await bench.project();
    const configure = (description: string, prompt: string) =>
      project.configure({
        resource: {
          outreach_cluster: { eu: { name: "Europe", description } },
          outreach_snippet: { opener: { name: "Opener", prompt } },
        },
      });
    configure("Sales", "Hi {first_name} of {company}\n");
    const creation = await project.plan();
    expect(unknownsOf(creation, "outreach_cluster.eu")).toEqual([
      "associated_count",
      "created_at",
      "id",
      "last_updated_at",
    ]);
    // What follows from the prompt is known before anything is created.
    expect(unknownsOf(creation, "outreach_snippet.opener")).toEqual(["created_at", "id", "last_updated_at"]);
    expect(changeOf(creation, "outreach_snippet.opener").after).toMatchObject({
      variables: ["company", "first_name"],
    });
    await project.apply();
    await project.expectEmptyPlan();
    const { id } = bench.object("Europe");
    expect(project.attributes("outreach_cluster.eu")).toMatchObject({
      id,
      description: "Sales",
      associated_count: 0,
    });

    configure("Support", "Hello {first_name}\n");
    const update = await project.plan();
    expect(changeOf(update, "outreach_cluster.eu")).toMatchObject({
      actions: ["update"],
      before: { id, description: "Sales" },
      after: { id, description: "Support", associated_count: 0 },
    });
    expect(unknownsOf(update, "outreach_cluster.eu")).toEqual(["last_updated_at"]);
    expect(changeOf(update, "outreach_snippet.opener")).toMatchObject({
      actions: ["update"],
      before: { variables: ["company", "first_name"] },
      after: { variables: ["first_name"] },
    });
    expect(unknownsOf(update, "outreach_snippet.opener")).toEqual(["last_updated_at"]);
    await project.apply("plan");
    expect(bench.object("Europe")).toMatchObject({ id, description: "Support" });
    expect(bench.object("Opener")).toMatchObject({ prompt: "Hello {first_name}\n" });
    await project.expectEmptyPlan();

    await project.destroy();
    expect(bench.simulator().objects()).toEqual([]);
    expect(project.state()).toEqual({});
  });

  itWith("removed")(
    "destroys what was removed from the configuration, and forgets what is to stay",
    async () => {
      const project = await bench.deployed({
        resource: {
          outreach_cluster: { dropped: { name: "Dropped" }, forgotten: { name: "Forgotten" } },
        },
      });

      project.configure({});
      project.write(
        "removed.tf",
        "removed {\n  from = outreach_cluster.forgotten\n  lifecycle {\n    destroy = false\n  }\n}\n",
      );
      expect(actionsOf(await project.plan())).toEqual({
        "outreach_cluster.dropped": "delete",
        "outreach_cluster.forgotten": "forget",
      });
      await project.apply("plan");
      expect(bench.simulator().objects()).toMatchObject([{ name: "Forgotten" }]);
      expect(project.state()).toEqual({});
    },
  );

  it("moves an object to another kind of address without a write, and refuses the same without a moved block (scenario 29)", async () => {
    const project = await bench.deployed(
      { resource: { outreach_snippet: { a: { count: 1, name: "A", prompt: "Hi" } } } },
      { env: { OUTREACH_EXISTING_NAME: "fail" } },
    );
    const { id } = bench.object("A");

    const keyed = { outreach_snippet: { b: { for_each: { k: "A" }, name: "${each.value}", prompt: "Hi" } } };
    project.configure({ resource: keyed });
    const errors = await project.fail(["plan"]);
    expect(errors).toMatchObject([{ detail: expect.stringContaining("write a moved block") as string }]);

    project.configure({
      resource: keyed,
      moved: [{ from: "outreach_snippet.a[0]", to: 'outreach_snippet.b["k"]' }],
    });
    await project.apply();
    expect(project.state()).toMatchObject({ 'outreach_snippet.b["k"]': { attributes: { id } } });
    expect(bench.writes()).toEqual(["CreateSnippet"]);
    expect(await project.announcements()).toEqual([]);
  });

  it("keeps what prevent_destroy protects", async () => {
    const project = await bench.deployed({
      resource: {
        outreach_snippet: { kept: { name: "Kept", prompt: "Hi", lifecycle: { prevent_destroy: true } } },
      },
    });
    const before = bench.object("Kept");
    const errors = await project.fail(["plan", "-destroy"]);
    const summary = expect.stringMatching(/^(Instance|Resource instance) cannot be destroyed$/) as string;
    expect(errors).toMatchObject([{ summary }]);
    expect(bench.simulator().objects()).toEqual([before]);
  });

  it("says how to destroy beside an object of the name that a create would be refused for", async () => {
    const project = await bench.project({ env: { OUTREACH_EXISTING_NAME: "fail" } });
    const clusters = { managed: { name: "Managed" }, lost: { name: "Lost" } };
    project.configure({ resource: { outreach_cluster: clusters } });
    await project.apply();
    await project.succeed(["state", "rm", "outreach_cluster.lost"]);
    const [error] = await project.fail(["destroy", "-auto-approve"]);
    expect(error).toMatchObject({
      address: "outreach_cluster.lost",
      detail: expect.stringContaining(
        'Set existing_name = "warn" for a replace with create_before_destroy, and for the plan that comes before a destroy.',
      ) as string,
    });
    await project.succeed(["destroy", "-auto-approve", "-no-color"], { OUTREACH_EXISTING_NAME: "warn" });
    expect(bench.simulator().objects()).toMatchObject([{ name: "Lost" }]);
  });
});
