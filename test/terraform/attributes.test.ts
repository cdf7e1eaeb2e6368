import type { Dialect } from "../../src/simulator";
import { announcementsOf, diagnosticsOf, WORKSPACE_ID, workbench } from "./harness";

/** What a configuration may say of a description; null stands for not at all. */
const descriptions = [null, "", "A"] as const;

interface Transition {
  readonly from: string | null;
  readonly to: string | null;
}

const transitions = new Map<string, Transition>(
  descriptions.flatMap((from, i) =>
    [...descriptions, "B"].map((to, j) => [`from_${i}_to_${j}`, { from, to }] as const),
  ),
);

function clusters(side: keyof Transition): Record<string, unknown> {
  return Object.fromEntries(
    [...transitions].map(([name, transition]) => {
      const description = transition[side];
      return [name, { name, ...(description !== null && { description }) }];
    }),
  );
}

const dialects: Partial<Dialect>[] = [
  { absentDescription: "null", clearDescription: "empty-or-null" },
  { absentDescription: "empty", clearDescription: "null" },
];

describe.each(dialects)(
  "descriptions where the server answers $absentDescription for none (scenarios 2, 3 and 12)",
  (dialect) => {
    const bench = workbench({ dialect });

    it("are set, changed, emptied and removed in place, and the server follows", async () => {
      const project = await bench.deployed({ resource: { outreach_cluster: clusters("from") } });

      project.configure({ resource: { outreach_cluster: clusters("to") } });
      // One of each description stays as it was created, so nothing is planned for it.
      const changing = [...transitions].filter(([, { from, to }]) => from !== to);
      expect(await project.actions()).toEqual(
        Object.fromEntries(changing.map(([name]) => [`outreach_cluster.${name}`, "update"])),
      );
      await project.apply("plan");
      for (const [name, { to }] of transitions) {
        expect(bench.object(name)).toMatchObject({ description: to || null });
        expect(project.attributes(`outreach_cluster.${name}`)).toMatchObject({ description: to });
      }
      await project.expectEmptyPlan();
    });
  },
);

describe("required texts (scenario 2)", () => {
  const bench = workbench();
  const texts = [
    "",
    "plain",
    "{one} and {two}",
    'quotes " \\ and $${literal} %%{literal}',
    "Ünïcødé 🎉\n",
    "a\tb",
  ];
  const sent = texts.map((text) => text.replace("$${", "${").replace("%%{", "%{"));

  it("are changed in place and reach the server byte for byte", async () => {
    const project = await bench.project();
    const configure = (shift: number) =>
      project.configure({
        resource: {
          outreach_cluster: { renamed: { name: `Name ${shift}` } },
          outreach_snippet: Object.fromEntries(
            texts.map((_, i) => [
              `s${i}`,
              { name: `Snippet ${i} ${shift}`, prompt: texts[(i + shift) % texts.length] },
            ]),
          ),
        },
      });
    const expectAtServer = (shift: number) => {
      for (const i of texts.keys()) {
        expect(bench.object(`Snippet ${i} ${shift}`)).toMatchObject({
          prompt: sent[(i + shift) % texts.length],
        });
      }
      expect(bench.object(`Name ${shift}`)).toMatchObject({ kind: "cluster" });
    };
    configure(0);
    await project.apply();
    expectAtServer(0);

    configure(1);
    const actions = Object.values(await project.actions());
    expect(actions).toEqual(Array.from({ length: texts.length + 1 }, () => "update"));
    await project.apply("plan");
    expectAtServer(1);
    await project.expectEmptyPlan();
  });
});

describe("required texts that a variable or another resource makes null", () => {
  const bench = workbench();

  it("are refused in the plan, or in the apply that knows, before anything is written", async () => {
    const project = await bench.project();
    const configure = (text: string) =>
      project.configure({
        variable: { text: { type: "string" } },
        resource: {
          terraform_data: { other: { input: "${var.text}" } },
          outreach_cluster: { a: { name: text } },
          outreach_snippet: { a: { name: "A", prompt: text }, b: { name: text, prompt: "B" } },
        },
      });
    const isRequired = [
      ["outreach_cluster.a", "name is required, and its value is null"],
      ["outreach_snippet.a", "prompt is required, and its value is null"],
      ["outreach_snippet.b", "name is required, and its value is null"],
    ];
    const refusals = async (args: readonly string[]) =>
      (await project.fail(args)).map(({ address, summary }) => [address, summary]);

    configure('${terraform_data.other.output == "" ? null : terraform_data.other.output}');
    const applied = await refusals(["apply", "-auto-approve", "-var=text="]);
    expect(applied).toEqual(isRequired);
    expect(project.attributes("terraform_data.other")).toMatchObject({ output: { value: "" } });
    expect(bench.simulator().objects()).toEqual([]);

    configure("${var.text}");
    await project.apply("-var=text=before");
    configure('${var.text == "" ? null : var.text}');
    expect(await refusals(["plan", "-var=text="])).toEqual(isRequired);
    expect(bench.simulator().counts()).toMatchObject({ UpdateCluster: 0, UpdateSnippet: 0 });
  });
});

describe("force_destroy (scenario 2)", () => {
  const bench = workbench();

  it("an apply sets, changes and removes force_destroy in place, without a write, and the next plan is empty", async () => {
    const project = await bench.project();
    const configure = (force_destroy: boolean | null) =>
      project.configure({
        resource: {
          outreach_cluster: { a: { name: "A", ...(force_destroy !== null && { force_destroy }) } },
        },
      });
    configure(null);
    await project.apply();
    for (const value of [true, false, null]) {
      configure(value);
      expect(await project.actions()).toEqual({ "outreach_cluster.a": "update" });
      await project.apply("plan");
      expect(project.attributes("outreach_cluster.a")["force_destroy"]).toBe(value);
      await project.expectEmptyPlan();
    }
    expect(bench.simulator().counts()).toMatchObject({
      CreateCluster: 1,
      UpdateCluster: 0,
      DeleteCluster: 0,
    });
  });

  it("lets a plan of a destroy warn which cluster goes, and how many mailboxes it takes its address from", async () => {
    const project = await bench.deployed({
      resource: { outreach_cluster: { a: { name: "A", force_destroy: true } } },
    });
    const { id } = bench.object("A");
    bench.simulator().setAssociatedCount(id, 7);
    const outcome = await project.succeed(["plan", "-destroy", "-json", "-input=false"]);
    expect(diagnosticsOf(outcome)).toMatchObject([
      {
        severity: "warning",
        summary: `outreach_cluster (${id}) is to be deleted, and 7 linked mailboxes and other resources lose their cluster`,
      },
    ]);
    expect(announcementsOf(outcome)).toContain("delete outreach_cluster.a");
  });
});

describe("what the provider decides", () => {
  const bench = workbench();

  it("cannot be configured, of resources and of data sources", async () => {
    const project = await bench.project();
    project.configure({
      resource: {
        terraform_data: { late: { input: "id" } },
        outreach_cluster: { a: { name: "A", id: "c-1" } },
        outreach_snippet: {
          a: { name: "A", prompt: "", id: "${terraform_data.late.output}", variables: ["x"] },
        },
      },
      data: { outreach_clusters: { all: { clusters: [] } } },
    });
    const errors = await project.fail(["plan"]);
    expect(errors.map(({ summary }) => summary).sort()).toEqual([
      "clusters cannot be set",
      "id cannot be set",
      "id cannot be set",
      "variables cannot be set",
    ]);
    expect(bench.simulator().journal()).toEqual([]);
  });
});

describe("numbers (scenario 37)", () => {
  const bench = workbench();

  it("of the API arrive to the last digit, and those that cannot are an error", async () => {
    const project = await bench.deployed({
      resource: { outreach_cluster: { a: { name: "A" } } },
      output: { count: { value: "${outreach_cluster.a.associated_count}" } },
    });
    const simulator = bench.simulator();
    const { id } = bench.object("A");
    simulator.setAssociatedCount(id, Number.MAX_SAFE_INTEGER);
    await project.apply();
    expect(project.attributes("outreach_cluster.a")["associated_count"]).toBe(Number.MAX_SAFE_INTEGER);
    expect((await project.succeed(["output", "-raw", "count"])).stdout).toBe("9007199254740991");
    await project.expectEmptyPlan();

    const body = `{"clusterId":"${id}","workspaceId":"${WORKSPACE_ID}","clusterName":"A","clusterDescription":null,"associatedCount":9007199254740993,"createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z"}`;
    simulator.addFault({ operation: "GetCluster", effect: { type: "status", status: 200, body } });
    const [error, ...others] = await project.fail(["plan"]);
    expect(others).toEqual([]);
    expect(error!.detail).toContain("associatedCount is a number, not an integer");
  });

  it("of the configuration are refused by name where no request could be made with them", async () => {
    const project = await bench.project();
    for (const [request_timeout, summary] of [
      ["1e400", "The provider cannot use the value of request_timeout"],
      ["-0.5", "request_timeout must be a number, from 0.001 to 86400"],
    ]) {
      project.write(
        "main.tf.json",
        `{"terraform":{"required_providers":{"outreach":{"source":"registry.terraform.io/outreach/outreach"}}},` +
          `"provider":{"outreach":{"request_timeout":${request_timeout}}},"data":{"outreach_clusters":{"all":{}}}}`,
      );
      expect(await project.fail(["plan"])).toMatchObject([{ summary }]);
    }
  });
});
