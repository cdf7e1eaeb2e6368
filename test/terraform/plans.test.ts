import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaJson } from "../../scripts/schema-json";
import { PROVIDER_ADDRESS } from "../../src/provider/address";
import { outreachProvider } from "../../src/provider/provider";
import { engineVersion, IS_TOFU, itWith, workbench } from "./harness";

const resource = {
  outreach_cluster: { a: { name: "A", description: "First" } },
  outreach_snippet: { b: { name: "B", prompt: "Hi {first_name}" } },
};

describe("a saved plan (scenario 41)", () => {
  const bench = workbench();

  it("another process applies the saved plan once, and Terraform refuses it when the state has moved on", async () => {
    const project = await bench.project();
    project.configure({ resource });
    await project.actions();
    writeFileSync(join(project.folder, "late"), readFileSync(join(project.folder, "plan")));
    await project.apply("plan");
    expect(bench.simulator().objects()).toHaveLength(2);
    expect(await project.fail(["apply", "late"])).toMatchObject([{ summary: "Saved plan is stale" }]);
    expect(bench.simulator().objects()).toHaveLength(2);
  });
});

describe("the ways to plan (scenario 42)", () => {
  const bench = workbench();
  const reads = () => {
    const { GetCluster, GetSnippet, ListClusters, ListSnippet } = bench.simulator().counts();
    return GetCluster + GetSnippet + ListClusters + ListSnippet;
  };

  it("refresh or do not, only refresh, and target", async () => {
    const project = await bench.project();
    project.configure({ resource });
    expect(await project.actions("-target=outreach_cluster.a")).toEqual({ "outreach_cluster.a": "create" });
    await project.apply("plan");
    expect(bench.simulator().objects()).toMatchObject([{ name: "A" }]);
    await project.apply();

    bench.simulator().update(bench.object("A").id, { description: "Outside" });
    bench.simulator().clearJournal();
    expect(await project.announcements(["-refresh=false"])).toEqual([]);
    expect(reads()).toBe(0);
    expect((await project.announcements()).sort()).toEqual([
      "drift: update outreach_cluster.a",
      "update outreach_cluster.a",
    ]);
    expect(reads()).toBe(2);

    await project.apply("-refresh-only");
    expect(project.attributes("outreach_cluster.a")).toMatchObject({ description: "Outside" });
    expect(bench.object("A")).toMatchObject({ description: "Outside" });
    expect(await project.announcements(["-refresh=false"])).toEqual(["update outreach_cluster.a"]);
    await project.apply("-refresh=false");
    await project.expectEmptyPlan();
  });

  it("validate without any API call, and name the argument at fault", async () => {
    const project = await bench.project();
    project.configure({ provider: { outreach: { max_retries: -1 } }, resource });
    const { stdout, status } = await project.run(["validate", "-json"]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [
        {
          summary: expect.stringContaining("max_retries") as string,
          range: { filename: "main.tf.json" },
          snippet: { code: expect.stringContaining("max_retries") as string },
        },
      ],
    });
    expect(bench.simulator().journal()).toEqual([]);
  });

  itWith("functions")("print the schema that the definition gives", async () => {
    const project = await bench.project({ provider: "built" });
    project.configure({});
    const { stdout } = await project.succeed(["providers", "schema", "-json"]);
    const printed = JSON.parse(stdout) as { provider_schemas: Record<string, Record<string, unknown>> };
    const expected = schemaJson(PROVIDER_ADDRESS, outreachProvider);
    // Newer engines add sections for what a provider of ours does not have.
    const { provider_schemas } = JSON.parse(JSON.stringify(expected)) as typeof printed;
    expect(printed.provider_schemas).toMatchObject(provider_schemas);
  });

  itWith("mocks")("run `test` with a mocked provider", async () => {
    const project = await bench.project({
      env: { OUTREACH_BASE_URL: undefined, OUTREACH_USER_ID: undefined, OUTREACH_WORKSPACE_ID: undefined },
    });
    project.configure({ resource, output: { id: { value: "${outreach_snippet.b.id}" } } });
    project.write(
      "mocked.tftest.hcl",
      `mock_provider "outreach" {
  mock_resource "outreach_snippet" {
    defaults = { id = "mocked" }
  }
}
run "applies" {
  assert {
    condition     = output.id == "mocked" && outreach_cluster.a.name == "A"
    error_message = "The mocks were not used."
  }
}
`,
    );
    const { stdout } = await project.succeed(["test", "-no-color"]);
    expect(stdout).toContain("1 passed, 0 failed");
    expect(bench.simulator().journal()).toEqual([]);
  });

  itWith("tests")("run `test` on the API itself, several runs on one state", async () => {
    const project = await bench.project();
    project.configure({
      variable: { name: { default: "First" } },
      resource: { outreach_cluster: { a: { name: "${var.name}" } } },
      data: { outreach_clusters: { all: { depends_on: ["outreach_cluster.a"] } } },
      output: { names: { value: '${join(",", data.outreach_clusters.all.clusters[*].name)}' } },
    });
    const run = (label: string, name: string, command = "apply") => `
run "${label}" {
  command = ${command}
  variables { name = "${name}" }
  assert {
    condition     = output.names == "${name}"
    error_message = "The workspace holds \${output.names}."
  }
}
`;
    const runs = [run("creates", "First"), run("renames", "Second"), run("agrees", "Second", "plan")];
    project.write("real.tftest.hcl", runs.join(""));
    const { stdout } = await project.succeed(["test", "-no-color"]);
    expect(stdout).toContain("3 passed, 0 failed");
    expect(bench.writes()).toEqual(["CreateCluster", "UpdateCluster", "DeleteCluster"]);
    expect(bench.simulator().objects()).toEqual([]);
  });

  it("reach the API with a user agent that names the version of Terraform", async () => {
    await bench.deployed({ resource });
    for (const { userAgent } of bench.simulator().journal()) {
      expect(userAgent).toMatch(/^cdktf-outreach\//);
      // OpenTofu names the Terraform whose plugins it supports, not itself.
      expect(userAgent).toMatch(IS_TOFU ? /terraform\/1\.\d+\.\d+\)$/ : `terraform/${engineVersion()})`);
    }
  });
});
