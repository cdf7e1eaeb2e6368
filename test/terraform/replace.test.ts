import { actionsOf, changeOf, diagnosticsOf, workbench } from "./harness";

/** A snippet whose replacement is created before it is deleted. */
const createdFirst = {
  outreach_snippet: { a: { name: "A", prompt: "Hi", lifecycle: { create_before_destroy: true } } },
};

describe("replacements (scenario 27)", () => {
  const bench = workbench({ dialect: { duplicateNames: "rejected" } });

  it("delete first by default, for -replace, taint and replace_triggered_by", async () => {
    const project = await bench.project();
    const configure = (trigger: string) =>
      project.configure({
        resource: {
          terraform_data: { trigger: { input: trigger } },
          outreach_cluster: { a: { name: "A" } },
          outreach_snippet: {
            b: { name: "B", prompt: "Hi", lifecycle: { replace_triggered_by: ["terraform_data.trigger"] } },
          },
        },
      });
    configure("1");
    await project.apply();
    const before = bench.object("A").id;
    bench.simulator().clearJournal();

    expect(actionsOf(await project.plan("-replace=outreach_cluster.a"))).toEqual({
      "outreach_cluster.a": "delete+create",
    });
    await project.apply("plan");
    expect(bench.object("A").id).not.toBe(before);
    expect(bench.writes()).toEqual(["DeleteCluster", "CreateCluster"]);

    await project.succeed(["taint", "outreach_cluster.a"]);
    configure("2");
    expect(await project.actions()).toEqual({
      "outreach_cluster.a": "replace",
      "outreach_snippet.b": "replace",
      "terraform_data.trigger": "update",
    });
    await project.apply("plan");
    expect(bench.simulator().objects()).toHaveLength(2);
    await project.expectEmptyPlan();
  });

  it("of a tainted cluster in use are warned of in the plan, and refused in the apply without force_destroy", async () => {
    const project = await bench.project();
    const configure = (force_destroy: boolean | null) =>
      project.configure({ resource: { outreach_cluster: { a: { name: "A", force_destroy } } } });
    configure(null);
    await project.apply();
    const { id } = bench.object("A");
    bench.simulator().setAssociatedCount(id, 3);
    await project.succeed(["taint", "outreach_cluster.a"]);
    for (const options of [[], ["-refresh=false"]]) {
      const { stdout } = await project.succeed(["plan", "-no-color", ...options]);
      // Without a refresh, the plan knows what the state does.
      expect(
        stdout.includes(
          `(${id}) is in use by 3 linked mailboxes and other resources, and this plan may replace it`,
        ),
      ).toBe(options.length === 0);
    }
    const [error] = await project.fail(["apply", "-auto-approve"]);
    expect(error!.summary).toBe(
      `outreach_cluster (${id}) is in use by 3 linked mailboxes and other resources`,
    );

    await project.succeed(["untaint", "outreach_cluster.a"]);
    configure(true);
    await project.apply();
    await project.succeed(["taint", "outreach_cluster.a"]);
    const { stdout } = await project.succeed(["plan", "-no-color", "-refresh=false"]);
    expect(stdout).toContain(
      `(${id}) is in use by 3 linked mailboxes and other resources, and this plan may replace it`,
    );
    await project.apply();
    expect(bench.object("A").id).not.toBe(id);
  });

  it("create first with create_before_destroy, and keep the old object where the new one is refused", async () => {
    const project = await bench.project();
    const configure = (name: string) =>
      project.configure({
        resource: {
          outreach_snippet: { a: { name, prompt: "Hi", lifecycle: { create_before_destroy: true } } },
        },
      });
    configure("First");
    await project.apply();
    const before = bench.object("First").id;
    const replace = "-replace=outreach_snippet.a";
    const errors = await project.fail(["apply", "-auto-approve", replace]);
    expect(errors).toMatchObject([
      {
        summary: "Could not create outreach_snippet",
        detail: expect.stringContaining("409") as string,
      },
    ]);
    expect(project.attributes("outreach_snippet.a")).toMatchObject({ id: before });

    configure("Second");
    bench.simulator().clearJournal();
    expect(actionsOf(await project.plan(replace))).toEqual({ "outreach_snippet.a": "create+delete" });
    await project.apply("plan");
    expect(bench.writes()).toEqual(["CreateSnippet", "DeleteSnippet"]);
    expect(bench.simulator().objects()).toMatchObject([{ name: "Second" }]);
    await project.expectEmptyPlan();
  });
});

describe("a replacement with create_before_destroy (scenario 27) of what others change after the plan", () => {
  const bench = workbench();

  it("keeps the changed object, and the next plan removes it", async () => {
    const project = await bench.deployed({ resource: createdFirst });
    const simulator = bench.simulator();
    const { id } = bench.object("A");
    await project.succeed(["plan", "-out=saved", "-replace=outreach_snippet.a", "-no-color", "-input=false"]);
    simulator.update(id, { prompt: "Theirs" });
    const errors = await project.fail(["apply", "saved"]);
    expect(errors).toMatchObject([
      { summary: expect.stringContaining("has changed since the plan") as string },
    ]);
    expect(simulator.objects()).toContainEqual(expect.objectContaining({ id, prompt: "Theirs" }));

    await project.apply();
    expect(simulator.objects()).toMatchObject([{ prompt: "Hi" }]);
    await project.expectEmptyPlan();
  });
});

describe("a replacement with create_before_destroy (scenario 27) and existing_name", () => {
  const bench = workbench();

  it.each([
    ["fail", "outreach_snippet of this name exists already"],
    ["adopt", "Provider produced inconsistent final plan"],
  ])("%s is refused in the apply, keeps the old object, and is done with warn", async (mode, refusal) => {
    const project = await bench.project();
    const configure = (existing_name: string) =>
      project.configure({ provider: { outreach: { existing_name } }, resource: createdFirst });
    configure(mode);
    await project.apply();
    const before = bench.object("A");
    const errors = await project.fail(["apply", "-auto-approve", "-replace=outreach_snippet.a"]);
    expect(errors).toMatchObject([{ summary: expect.stringContaining(refusal) as string }]);
    expect(bench.simulator().objects()).toEqual([before]);

    configure("warn");
    await project.apply();
    expect(bench.object("A").id).not.toBe(before.id);
    await project.expectEmptyPlan();
  });

  it("adopt never deletes the object that it takes over where the plan did not know its name", async () => {
    const project = await bench.project();
    const configure = (trigger: string) =>
      project.configure({
        provider: { outreach: { existing_name: "adopt" } },
        resource: {
          terraform_data: { name: { input: "A", triggers_replace: trigger } },
          outreach_snippet: {
            a: {
              name: "${terraform_data.name.output}",
              prompt: "Hi",
              lifecycle: { create_before_destroy: true, replace_triggered_by: ["terraform_data.name"] },
            },
          },
        },
      });
    configure("1");
    await project.apply();
    const before = bench.object("A");
    configure("2");
    await project.apply();
    expect(bench.simulator().objects()).toEqual([before]);
    await project.expectEmptyPlan();
  });

  it("warn says of the old object, which only the apply warns of, that there is nothing to do", async () => {
    const project = await bench.deployed({ resource: createdFirst });
    const { id } = bench.object("A");
    const planned = await project.succeed(["plan", "-json", "-out=plan", "-replace=outreach_snippet.a"]);
    expect(diagnosticsOf(planned)).toEqual([]);
    expect(diagnosticsOf(await project.succeed(["apply", "-json", "plan"]))).toMatchObject([
      {
        summary: `outreach_snippet of this name exists already (${id})`,
        detail: expect.stringContaining(
          "In the apply of a replace with create_before_destroy, the existing object may be the old one, which Terraform deletes next",
        ) as string,
      },
    ]);
  });
});

describe("ignore_changes (scenario 43)", () => {
  const bench = workbench();

  it("leaves each ignored attribute alone, changed in the configuration or outside", async () => {
    const project = await bench.project();
    // What the provider decides cannot be ignored: Terraform sends the state's value as if it were
    // configured, and warns.
    const decided = ["last_updated_at"];
    const clusterCases = { name: ["name"], description: ["description"], decided, all: "all" };
    const snippetCases = { name: ["name"], prompt: ["prompt"], decided, all: "all" };
    const cases = <T>(ignored: Record<string, unknown>, body: (name: string) => T) =>
      Object.fromEntries(
        Object.entries(ignored).map(([name, ignore_changes]) => [
          name,
          { ...body(name), lifecycle: { ignore_changes } },
        ]),
      );
    const configure = (version: string) =>
      project.configure({
        resource: {
          outreach_cluster: cases(clusterCases, (name) => ({
            name: `C-${name} ${version}`,
            description: version,
          })),
          outreach_snippet: cases(snippetCases, (name) => ({
            name: `S-${name} ${version}`,
            prompt: `{${version}}`,
          })),
        },
      });
    configure("v1");
    await project.apply();
    const { simulator } = bench;
    for (const { id, kind, name } of simulator().objects()) {
      const outside = name.replace("v1", "outside");
      simulator().update(
        id,
        kind === "cluster"
          ? { name: outside, description: "outside" }
          : { name: outside, prompt: "{outside}" },
      );
    }
    configure("v2");
    const plan = await project.plan();
    expect(changeOf(plan, "outreach_snippet.prompt").after).toMatchObject({ variables: ["outside"] });
    expect(changeOf(plan, "outreach_snippet.name").after).toMatchObject({ variables: ["v2"] });
    await project.apply("plan");
    const contents = simulator()
      .objects()
      .map((object) =>
        [object.name, object.kind === "cluster" ? object.description : object.prompt].join(": "),
      );
    expect(contents.sort()).toEqual([
      "C-all outside: outside",
      "C-decided v2: v2",
      "C-description v2: outside",
      "C-name outside: v2",
      "S-all outside: {outside}",
      "S-decided v2: {v2}",
      "S-name outside: {v2}",
      "S-prompt v2: {outside}",
    ]);
    await project.expectEmptyPlan();
  });
});
