import type { FaultEffect, FaultRule } from "../../src/simulator";
import { USER_ID, WORKSPACE_ID, workbench } from "./harness";

const resource = {
  outreach_cluster: { a: { name: "A", description: "First" } },
  outreach_snippet: { b: { name: "B", prompt: "First" } },
};
const changed = {
  outreach_cluster: { a: { name: "A", description: "Second" } },
  outreach_snippet: { b: { name: "B", prompt: "Second" } },
};

// One form of "not found", of which a list decides. The engine sees no more than what the provider makes of it, and
// test/provider/deleted-outside has all forms.
describe("a server that answers for missing objects as for denied ones (scenarios 10 and 19)", () => {
  const bench = workbench({ dialect: { notFound: "400-denied", errorBody: "message" } });

  it("has its missing objects planned as creates, and their deletion is a success", async () => {
    // They were written a moment ago, and would be waited for.
    const project = await bench.deployed({ resource }, { env: { OUTREACH_VISIBILITY_TIMEOUT: "0" } });
    for (const { id } of bench.simulator().objects()) bench.simulator().delete(id);
    expect((await project.announcements()).sort()).toEqual([
      "create outreach_cluster.a",
      "create outreach_snippet.b",
      "drift: delete outreach_cluster.a",
      "drift: delete outreach_snippet.b",
    ]);
    await project.destroy("-refresh=false");
    expect(project.state()).toEqual({});
    const imported = await project.run(["import", "-no-color", "outreach_cluster.a", "no-such-cluster"]);
    expect(imported).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Cannot import non-existent remote object") as string,
    });
  });
});

describe("an error in an answer of status 200 (scenario 21)", () => {
  const bench = workbench();

  it("an error in a 200 never counts as success, and the state stays as it was", async () => {
    // A refusal in words of its own may have been carried out: what became of it is looked for as long as
    // writes take to show.
    const project = await bench.project({ env: { OUTREACH_VISIBILITY_TIMEOUT: "0.2" } });
    const simulator = bench.simulator();
    const body = { error: { code: "Refused", message: "The quota is used up." } };
    const expectErrors = async (args: string[], doing: "create" | "read" | "update" | "delete") => {
      const verb = { create: "Create", read: "Get", update: "Update", delete: "Delete" } as const;
      for (const kind of ["Cluster", "Snippet"] as const) {
        const operation = `${verb[doing]}${kind}` as const;
        simulator.addFault({ operation, effect: { type: "status", status: 200, body } });
      }
      const errors = await project.fail(args);
      simulator.clearFaults();
      // Of a destroy Terraform does not tell the address: the summary has to name the object.
      expect(errors.map(({ summary }) => summary).sort()).toEqual([
        expect.stringContaining(`Could not ${doing} outreach_cluster`),
        expect.stringContaining(`Could not ${doing} outreach_snippet`),
      ]);
      for (const { detail } of errors) expect(detail).toContain("The quota is used up.");
    };
    project.configure({ resource });
    await expectErrors(["apply", "-auto-approve"], "create");
    expect(project.state()).toEqual({});
    await project.apply();
    const before = project.state();
    await expectErrors(["plan"], "read");
    project.configure({ resource: changed });
    await expectErrors(["apply", "-auto-approve", "-refresh=false"], "update");
    expect(project.state()).toEqual(before);
    const kept = project.stateToKeep();
    await expectErrors(["destroy", "-auto-approve", "-refresh=false"], "delete");
    expect(project.stateToKeep()).toEqual(kept);
    await project.apply();
    await project.expectEmptyPlan();
  });
});

describe("answers that are none (scenario 22)", () => {
  // Such answers reach code of undici that only the built provider has in another form.
  const bench = workbench({ provider: "attached" });
  const effects: Record<string, FaultEffect> = {
    html: { type: "content", content: "html" },
    text: { type: "content", content: "text" },
    empty: { type: "content", content: "empty" },
    null: { type: "content", content: "null" },
    array: { type: "content", content: "array" },
    empty_object: { type: "content", content: "empty-object" },
    deep: { type: "content", content: "deep" },
    wrong_types: { type: "content", content: "wrong-types" },
    bad_utf8: { type: "content", content: "bad-utf8" },
    truncated: { type: "truncate" },
    huge: { type: "huge" },
    server_error: { type: "status", status: 500, body: `<h1>${USER_ID}</h1> of ${WORKSPACE_ID}` },
    reset: { type: "reset", when: "after" },
  };
  const names = Object.keys(effects);
  const clusters = (description: string) => ({
    outreach_cluster: Object.fromEntries(names.map((name) => [name, { name, description }])),
  });
  const addresses = names.map((name) => `outreach_cluster.${name}`).sort();

  it("end in one diagnostic each that names operation and object and tells no secret", async () => {
    const project = await bench.project({
      env: { OUTREACH_MAX_RETRIES: "0", OUTREACH_VISIBILITY_TIMEOUT: "0" },
    });
    const simulator = bench.simulator();
    const expectErrors = async (
      args: string[],
      operation: "GetCluster" | "CreateCluster" | "UpdateCluster",
      failing = addresses,
    ) => {
      for (const [name, effect] of Object.entries(effects)) {
        const known = simulator.objects().find((object) => object.name === name);
        const match: FaultRule["match"] = operation === "CreateCluster" ? { name } : { id: known!.id };
        simulator.addFault({ operation, match, effect });
      }
      const errors = await project.fail(args);
      simulator.clearFaults();
      expect(errors.map(({ address }) => address)).toEqual(failing);
      for (const { summary, detail, address } of errors) {
        const name = address!.slice("outreach_cluster.".length);
        const known = simulator.objects().find((object) => object.name === name);
        expect(summary).toContain(
          operation === "CreateCluster" ? "outreach_cluster" : `outreach_cluster (${known!.id})`,
        );
        expect(detail).toContain(operation);
        expect(detail).not.toMatch(new RegExp(`${USER_ID}|${WORKSPACE_ID}`));
      }
    };
    project.configure({ resource: clusters("First") });
    // Behind every lost answer but one is an object: it is found and kept, and none is created twice.
    await expectErrors(["apply", "-auto-approve"], "CreateCluster", ["outreach_cluster.server_error"]);
    expect(simulator.objects()).toHaveLength(names.length - 1);
    await project.apply();
    expect(simulator.objects()).toHaveLength(names.length);
    await expectErrors(["plan"], "GetCluster");
    const failing = "outreach_cluster.server_error";
    const before = project.state()[failing];
    project.configure({ resource: clusters("Second") });
    // The same for updates: all but one were carried out, as a read shows.
    await expectErrors(["apply", "-auto-approve", "-refresh=false"], "UpdateCluster", [failing]);
    expect(project.state()[failing]).toEqual(before);
    const stale = simulator.objects().filter((object) => JSON.stringify(object).includes("First"));
    expect(stale).toMatchObject([{ name: "server_error" }]);
    await project.apply();
    await project.expectEmptyPlan();
  });
});

describe("a create whose object cannot be read back (scenario 14)", () => {
  const bench = workbench();

  it("the created object stays in the state, untainted and with a warning, and the next plan completes it", async () => {
    const project = await bench.project({
      env: { OUTREACH_MAX_RETRIES: "0", OUTREACH_VISIBILITY_TIMEOUT: "0.2" },
    });
    const simulator = bench.simulator();
    project.configure({ resource });
    simulator.addFault({ operation: ["GetCluster", "GetSnippet"], effect: { type: "status", status: 503 } });
    const { stdout } = await project.apply();
    simulator.clearFaults();
    const ids = simulator.objects().map(({ id }) => id);
    const [cluster] = simulator.objects().filter(({ kind }) => kind === "cluster");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      `outreach_cluster (${cluster!.id}) was written but could not`,
    );
    expect(Object.values(project.state()).map(({ attributes }) => attributes["id"])).toEqual(
      expect.arrayContaining(ids),
    );
    expect(Object.values(await project.actions())).toEqual([]);
    await project.apply();
    expect(project.attributes("outreach_cluster.a")).toMatchObject({ associated_count: 0 });
    await project.expectEmptyPlan();
    expect(simulator.counts()).toMatchObject({ CreateCluster: 1, CreateSnippet: 1, UpdateCluster: 0 });
  });
});

describe("credentials that are not accepted (scenario 23)", () => {
  const bench = workbench({
    credentials: [{ userId: USER_ID, workspaceId: WORKSPACE_ID }],
  });

  it("are one error that says which settings to check, and cause no storm of calls", async () => {
    const project = await bench.project();
    const count = 20;
    const many = { count, name: "S${count.index}", prompt: "Hi" };
    project.configure({ resource: { outreach_snippet: { many } } });
    await project.apply();
    bench.simulator().clearJournal();
    const errors = await project.fail(["plan"], { OUTREACH_USER_ID: "somebody-else" });
    expect(errors).toHaveLength(1);
    const { detail } = errors[0]!;
    expect(detail).toMatch(/OUTREACH_USER_ID.*OUTREACH_WORKSPACE_ID.*OUTREACH_AUTHORIZATION_TOKEN/s);
    expect(detail).not.toContain("somebody-else");
    // Beside one read for each object, there are only calls that were under way when the first 401 arrived:
    // the list for prefetching and prefetched reads. Terraform begins ten reads at a time.
    expect(bench.simulator().journal().length).toBeLessThanOrEqual(count + 10);
    expect(bench.simulator().journal({ status: 401 })).toHaveLength(bench.simulator().journal().length);
    await project.expectEmptyPlan();
  });
});
