import { unknownsOf, workbench } from "./harness";

/** The value of a builtin resource, which is not known before that resource is applied. */
function later(name: string): string {
  return `\${terraform_data.${name}.output}`;
}

describe("values that another resource gives (scenario 4)", () => {
  const bench = workbench();

  it("plan as unknown in every attribute and apply to what they turn out to be", async () => {
    const project = await bench.project();
    const configure = (text: string, variable: string) =>
      project.configure({
        resource: {
          terraform_data: {
            text: { input: text },
            empty: { input: "" },
            prompt: { input: `Hi {${variable}}` },
            trigger: { input: text },
          },
          outreach_cluster: {
            all: { name: later("text"), description: later("text") },
            empty: { name: `empty`, description: `\${terraform_data.trigger.output == "x" ? "x" : ""}` },
            none: { name: "none", description: `\${terraform_data.trigger.output == "x" ? "x" : null}` },
            same: {
              name: "same",
              description: `\${terraform_data.trigger.output == "x" ? "x" : "as before"}`,
            },
            gone: { name: "gone", description: `\${terraform_data.trigger.output == "first" ? "x" : null}` },
          },
          outreach_snippet: { all: { name: later("text"), prompt: later("prompt") } },
        },
      });
    const openOnCreate = ["created_at", "id", "last_updated_at"];
    configure("first", "a");
    const creation = await project.plan();
    expect(unknownsOf(creation, "outreach_cluster.all")).toEqual(
      ["associated_count", "description", "name", ...openOnCreate].sort(),
    );
    expect(unknownsOf(creation, "outreach_snippet.all")).toEqual(
      ["name", "prompt", "variables", ...openOnCreate].sort(),
    );
    await project.apply("plan");
    const descriptions = () =>
      Object.fromEntries(
        Object.entries(project.state()).map(([address, { attributes }]) => [
          address,
          attributes["description"],
        ]),
      );
    expect(descriptions()).toMatchObject({
      "outreach_cluster.all": "first",
      "outreach_cluster.empty": "",
      "outreach_cluster.none": null,
      "outreach_cluster.same": "as before",
      "outreach_cluster.gone": "x",
    });
    expect(project.attributes("outreach_snippet.all")).toMatchObject({ name: "first", variables: ["a"] });
    await project.expectEmptyPlan();

    configure("second", "b");
    const update = await project.plan();
    expect(unknownsOf(update, "outreach_cluster.all")).toEqual(["description", "last_updated_at", "name"]);
    expect(unknownsOf(update, "outreach_cluster.same")).toEqual(["description", "last_updated_at"]);
    expect(unknownsOf(update, "outreach_snippet.all")).toEqual([
      "last_updated_at",
      "name",
      "prompt",
      "variables",
    ]);
    await project.apply("plan");
    expect(descriptions()).toMatchObject({
      "outreach_cluster.all": "second",
      "outreach_cluster.empty": "",
      "outreach_cluster.none": null,
      "outreach_cluster.same": "as before",
      "outreach_cluster.gone": null,
    });
    expect(bench.object("gone")).toMatchObject({ description: null });
    expect(project.attributes("outreach_snippet.all")).toMatchObject({ name: "second", variables: ["b"] });
    await project.expectEmptyPlan();
  });
});

describe("a provider configuration that another resource gives (scenario 5)", () => {
  const bench = workbench();
  const laterSettings = {
    base_url: later("url"),
    user_id: later("user"),
    workspace_id: later("workspace"),
    authorization_token: later("token"),
    request_timeout: later("number"),
    max_retries: later("number"),
    max_concurrent_requests: later("number"),
    requests_per_second: later("number"),
  };
  const settings = (generation: number) => ({
    url: { input: bench.simulator().url },
    user: { input: `user ${generation}` },
    workspace: { input: `workspace ${generation}` },
    token: { input: `token-${generation}` },
    number: { input: 100 },
  });
  const none = {
    OUTREACH_BASE_URL: undefined,
    OUTREACH_USER_ID: undefined,
    OUTREACH_WORKSPACE_ID: undefined,
  };

  it("plans creates and applies with the values that came out", async () => {
    const project = await bench.project({ env: none });
    const configure = (resources: Record<string, unknown>) =>
      project.configure({
        provider: { outreach: laterSettings },
        resource: { terraform_data: settings(1), ...resources },
      });
    configure({
      outreach_cluster: { a: { name: "A" } },
      outreach_snippet: { b: { name: "B", prompt: "{c}" } },
    });
    expect(Object.values(await project.actions())).toEqual(Array.from({ length: 7 }, () => "create"));
    expect(bench.simulator().journal()).toEqual([]);
    await project.apply("plan");
    expect(bench.simulator().objects("workspace 1")).toHaveLength(2);
    expect(
      bench
        .simulator()
        .journal()
        .every(({ authorization }) => authorization),
    ).toBe(true);
    await project.expectEmptyPlan();
  });

  it("stops where a value is needed that is not known yet, and says which and what to do", async () => {
    const project = await bench.project({ env: none });
    const configure = (url: string) =>
      project.configure({
        provider: {
          outreach: {
            base_url: bench.simulator().url,
            user_id: later("user"),
            workspace_id: later("workspace"),
          },
        },
        resource: {
          terraform_data: { ...settings(1), user: { input: "user 1", triggers_replace: [url] } },
          outreach_cluster: { a: { name: "A" } },
        },
      });
    configure("one");
    await project.apply();
    const calls = bench.simulator().journal().length;

    configure("two");
    const errors = await project.fail(["plan"]);
    expect(errors).toEqual([
      expect.objectContaining({
        summary: "The outreach provider cannot reach the workspace: user_id not known yet",
        detail: expect.stringMatching(/-target.*OUTREACH_USER_ID/s) as string,
        address: "outreach_cluster.a",
      }),
    ]);
    expect(bench.simulator().journal()).toHaveLength(calls);
    await project.apply("-target=terraform_data.user");
    await project.apply();
    await project.expectEmptyPlan();
  });
});
