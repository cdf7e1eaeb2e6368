import { existsSync } from "node:fs";
import { join } from "node:path";
import { actionsOf, changeOf, USER_ID, WORKSPACE_ID, workbench } from "./harness";

describe("import (scenarios 6, 7 and 8)", () => {
  const bench = workbench();
  const resource = {
    outreach_cluster: {
      full: { name: "Full", description: "All set" },
      bare: { name: "Bare" },
    },
    outreach_snippet: {
      a: { name: "Snippet", prompt: "Hi {first_name}\r\n{company}\n" },
      empty: { name: "Empty", prompt: "" },
    },
  };
  const names = {
    "outreach_cluster.full": "Full",
    "outreach_cluster.bare": "Bare",
    "outreach_snippet.a": "Snippet",
    "outreach_snippet.empty": "Empty",
  };

  it.each(["by the command", "by an import block"])(
    "gives %s the state that the create gave",
    async (way) => {
      const creator = await bench.project();
      creator.configure({ resource });
      await creator.apply();

      const importer = await bench.project();
      const ids = Object.entries(names).map(([to, name]) => ({ to, id: bench.object(name).id }));
      if (way === "by the command") {
        importer.configure({ resource });
        for (const { to, id } of ids) await importer.succeed(["import", "-no-color", to, id]);
      } else {
        importer.configure({ resource, import: ids });
        const plan = await importer.plan();
        expect(actionsOf(plan)).toEqual({});
        for (const { to, id } of ids) expect(changeOf(plan, to).importing).toEqual({ id });
        await importer.apply("plan");
      }
      expect(importer.state()).toEqual(creator.state());
      await importer.expectEmptyPlan();
    },
  );

  it("writes a configuration for what it imports whose plan is empty", async () => {
    bench.simulator().seed({
      workspaceId: WORKSPACE_ID,
      clusters: [
        { id: "c1", name: "Full", description: "Two\nlines" },
        { id: "c2", name: "Bare" },
      ],
      snippets: [{ id: "s1", name: "Literal", prompt: 'Hi {you}, ${not} %{a} "template" \\ \n\n' }],
    });
    const project = await bench.project();
    const imports = [
      { to: "outreach_cluster.full", id: "c1" },
      { to: "outreach_cluster.bare", id: "c2" },
      { to: "outreach_snippet.literal", id: "s1" },
    ];
    project.configure({ import: imports });
    expect(actionsOf(await project.plan("-generate-config-out=generated.tf"))).toEqual({});
    await project.apply();
    project.configure({});
    await project.expectEmptyPlan();
    expect(bench.simulator().counts()).toMatchObject({ UpdateCluster: 0, UpdateSnippet: 0 });
  });

  it("of an object that another resource manages is an error of the plan, until one of the two gives it up", async () => {
    bench.simulator().seed({ workspaceId: WORKSPACE_ID, snippets: [{ id: "s1", name: "One", prompt: "" }] });
    const project = await bench.project();
    const snippet = { name: "One", prompt: "" };
    const imports = ["a", "b"].map((name) => ({ to: `outreach_snippet.${name}`, id: "s1" }));
    project.configure({ resource: { outreach_snippet: { a: snippet, b: snippet } }, import: imports });
    const twice = { summary: "outreach_snippet (s1) is managed by two resources" };
    // Of an imported object that was not read yet only the id is known.
    expect(await project.fail(["plan"])).toMatchObject([
      { summary: "outreach_snippet (s1) is managed by two resources" },
    ]);

    project.configure({ resource: { outreach_snippet: { a: snippet, b: snippet } } });
    for (const { to, id } of imports) await project.succeed(["import", "-no-color", to, id]);
    expect(await project.fail(["plan"])).toMatchObject([twice]);
    await project.succeed(["state", "rm", "outreach_snippet.b"]);
    project.configure({ resource: { outreach_snippet: { a: snippet } } });
    await project.expectEmptyPlan();
  });

  it("of an object that another resource imports is an error of the plan, though that one is planned by then", async () => {
    bench.simulator().seed({ workspaceId: WORKSPACE_ID, snippets: [{ id: "s1", name: "One", prompt: "" }] });
    const project = await bench.project();
    const snippet = { name: "One", prompt: "" };
    const second = { ...snippet, depends_on: ["outreach_snippet.a"] };
    const imports = ["a", "b"].map((name) => ({ to: `outreach_snippet.${name}`, id: "s1" }));
    project.configure({ resource: { outreach_snippet: { a: snippet, b: second } }, import: imports });
    expect(await project.fail(["plan"])).toMatchObject([
      { summary: "outreach_snippet (s1) is managed by two resources" },
    ]);
  });

  it("refuses what is not there and what is no id, and names it", async () => {
    const project = await bench.project();
    const importing = (id: string) =>
      project.configure({ resource, import: [{ to: "outreach_snippet.a", id }] });
    importing("s-missing");
    expect(await project.fail(["plan"])).toMatchObject([
      {
        summary: "Cannot import non-existent remote object",
        detail: expect.stringContaining('"outreach_snippet.a"') as string,
      },
    ]);
    importing(" s-missing ");
    expect(await project.fail(["plan"])).toMatchObject([
      { summary: '" s-missing " is not an id of outreach_snippet' },
    ]);
    const { stderr, status } = await project.run([
      "import",
      "-no-color",
      "outreach_cluster.full",
      "c-missing",
    ]);
    expect({ stderr, status }).toMatchObject({ status: 1, stderr: expect.stringContaining("non-existent") });
    expect(project.state()).toEqual({});
  });
});

describe("imports with credentials that are not accepted (scenarios 6 and 23)", () => {
  const bench = workbench({
    credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID }],
  });

  it("are one error in full and short ones, and nothing is imported or generated", async () => {
    const ids = ["c1", "c2", "c3"];
    bench.simulator().seed({ workspaceId: WORKSPACE_ID, clusters: ids.map((id) => ({ id, name: id })) });
    const project = await bench.project();
    const resource = { outreach_cluster: Object.fromEntries(ids.map((id) => [id, { name: id }])) };
    const imports = ids.map((id) => ({ to: `outreach_cluster.${id}`, id }));
    project.configure({ resource, import: imports });
    const wrong = { OUTREACH_USER_ID: "somebody-else" };
    for (const command of [["plan"], ["apply", "-auto-approve"]]) {
      const details = (await project.fail(command, wrong)).map(({ detail }) => detail);
      expect(details.filter((detail) => detail.includes("Check user_id"))).toHaveLength(1);
      expect(details.filter((detail) => detail.startsWith("Another error of this run"))).toHaveLength(2);
      expect(project.state()).toEqual({});
    }
    project.configure({ import: imports });
    await project.fail(["plan", "-generate-config-out=generated.tf"], wrong);
    expect(existsSync(join(project.folder, "generated.tf"))).toBe(false);
    project.configure({ resource, import: imports });
    await project.apply();
    expect(Object.keys(project.state())).toEqual(ids.map((id) => `outreach_cluster.${id}`));
    expect(bench.simulator().counts().CreateCluster).toBe(0);
    await project.expectEmptyPlan();
  });
});
