import { changeOf, itWith, workbench } from "./harness";

const it = itWith("functions");

describe("the function prompt_variables (scenario 39)", () => {
  const bench = workbench();
  const call = (argument: string) => `\${provider::outreach::prompt_variables(${argument})}`;

  it("answers in outputs and attributes, and later where its argument is not known yet", async () => {
    const project = await bench.project();
    project.configure({
      resource: {
        terraform_data: { prompt: { input: "{later} {on}" } },
        outreach_snippet: { a: { name: "A", prompt: "Hi {b}, {a} and {b}" } },
        outreach_cluster: {
          named: { name: `\${join(",", provider::outreach::prompt_variables("{z}{y}"))}` },
        },
      },
      output: {
        of_text: { value: call('"Hi {b}, {a} and {b}"') },
        of_none: { value: call('""') },
        of_later: { value: call("terraform_data.prompt.output") },
        same: {
          value: `\${outreach_snippet.a.variables == ${call("outreach_snippet.a.prompt").slice(2, -1)}}`,
        },
      },
    });
    const plan = await project.plan();
    expect(plan.output_changes).toMatchObject({
      of_text: { after: ["a", "b"] },
      of_none: { after: [] },
      of_later: { after_unknown: true },
    });
    expect(changeOf(plan, "outreach_cluster.named").after).toMatchObject({ name: "y,z" });
    await project.apply("plan");
    expect(await project.outputs()).toEqual({
      of_text: ["a", "b"],
      of_none: [],
      of_later: ["later", "on"],
      same: true,
    });
    await project.expectEmptyPlan();
  });

  it("refuses null with Terraform's own error", async () => {
    const project = await bench.project();
    project.configure({ output: { of_null: { value: call("null") } } });
    expect(await project.fail(["plan"])).toMatchObject([
      { summary: "Invalid function argument", detail: expect.stringContaining("must not be null") as string },
    ]);
  });
});
