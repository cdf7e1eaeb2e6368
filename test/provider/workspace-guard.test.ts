import { itInTurn, KINDS } from "./kinds";
import { expectOnly, credentials, useWorkbench, type Managed, type ApplyOutcome } from "./workbench";

const bench = useWorkbench();

const other = { user_id: "usr-2a8d-juniper", workspace_id: "wsp-5c3b-clover" };
const secrets = [...Object.values(other), ...Object.values(credentials)];

describe.each(KINDS)("the state of %s from another workspace", (_type, kind) => {
  const { type, given, changed } = kind;
  const it = itInTurn(kind);
  let foreign: Managed;

  beforeEach(async () => {
    const theirs = await bench.managed(type, await bench.configured(other)).settled(given);
    foreign = bench.managed(type);
    foreign.instance = theirs.instance;
    bench.simulator.clearJournal();
  });

  const refusals = [
    ["a refresh", () => foreign.refresh()],
    ["a plan without a refresh", () => foreign.plan(changed)],
    ["the plan of a destroy", () => foreign.plan(null)],
  ] as const;

  it.each(refusals)("is refused at %s, without a call and without a secret", async (_what, act) => {
    const said = await act().then(
      () => "nothing",
      (error: Error) => error.message,
    );
    expect(said).toContain(`${type} (${foreign.id}) belongs to another workspace than the configured one`);
    expect(said).toContain("Set workspace_id (OUTREACH_WORKSPACE_ID)");
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    expect(bench.simulator.journal()).toEqual([]);
  });

  it.each(["update", "delete"] as const)("is refused at the apply of an earlier plan's %s", async (write) => {
    const declared = write === "update" ? changed : null;
    const theirs = await bench.configured(other);
    const plan = await theirs.plan(type, declared, foreign.instance);
    bench.simulator.clearJournal();
    const before = foreign.state;
    const applied = await foreign.carryOut(declared, plan).then(
      ({ errors }) => errors.map(({ summary }) => summary).join(),
      (error: Error) => error.message,
    );
    expect(applied).toContain("belongs to another workspace");
    expect(foreign.state).toEqual(before);
    expect(bench.simulator.journal()).toEqual([]);
  });

  it("is reported once in full and stays unchanged, for any number of resources", async () => {
    const process = await bench.configured();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        process.refresh(type, foreign.instance).then(
          ({ state }) => state,
          (error: Error) => error.message,
        ),
      ),
    );
    const reported = outcomes.filter((outcome) => typeof outcome === "string");
    expect(reported).toEqual([expect.stringContaining("belongs to another workspace")]);
    expect(outcomes.filter((outcome) => typeof outcome !== "string")).toEqual(
      Array.from({ length: 19 }, () => foreign.state),
    );
    expect(bench.simulator.journal()).toEqual([]);
  });

  it("is accepted if it names no workspace, as after an older import", async () => {
    const own = await bench.managed(type).settled(given);
    own.alter({ workspace_id: null });
    expect(await own.refresh()).toMatchObject({ workspace_id: credentials.workspace_id });
  });
});

describe("a response that names another workspace", () => {
  const answering = (id: string, name: string) =>
    bench.fault("GetCluster", {
      type: "status",
      status: 200,
      body: { clusterId: id, workspaceId: other.workspace_id, clusterName: name, associatedCount: 0 },
    });

  const answerElsewhere = () => {
    const { id, name } = bench.onlyObject();
    answering(id, name);
  };

  it("is refused, so that nothing of it gets into the state", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales" });
    const before = cluster.state;
    answering(cluster.id, "Theirs");
    await expect(cluster.refresh()).rejects.toThrow("is in another workspace than the configured one");
    expect(cluster.state).toEqual(before);
  });

  it.each(["id", "name"])("is refused to a data source that looks it up by %s", async (by) => {
    const { id } = bench.simulator.create("cluster", credentials.workspace_id, { name: "Sales" });
    answering(id, "Sales");
    const pointer: Record<string, string> = by === "id" ? { id } : { name: "Sales" };
    const reading = bench.provider.readDataSource("outreach_cluster", pointer);
    await expect(reading).rejects.toThrow(
      `outreach_cluster (${id}) is in another workspace than the configured one`,
    );
  });

  it("is not accepted by the plan of a delete", async () => {
    const cluster = await bench.cluster().settled({ name: "Sales" });
    answering(cluster.id, "Theirs");
    const plan = await cluster.plan(null);
    expect(plan.warnings).toEqual([]);
    const { errors } = await cluster.carryOut(null, plan);
    expectOnly(errors, `outreach_cluster (${cluster.id}) is in another workspace than the configured one`);
  });

  /** Carries out a write whose answer is held until the reads after it name another workspace. */
  const during = async (write: "CreateCluster" | "UpdateCluster", run: () => Promise<ApplyOutcome>) => {
    const { errors } = await bench.during(write, run, answerElsewhere, { when: "after" });
    const { id } = bench.onlyObject();
    expectOnly(
      errors,
      `outreach_cluster (${id}) is in another workspace than the configured one`,
      "Set workspace_id (OUTREACH_WORKSPACE_ID) exactly",
      `terraform import outreach_cluster.NAME ${id}`,
    );
    return id;
  };

  it("after a create is reported at once, and the object stays in the state", async () => {
    const cluster = bench.cluster(await bench.configured({ visibility_timeout: 3600 }));
    const plan = await cluster.plan({ name: "Sales" });
    const id = await during("CreateCluster", () => cluster.carryOut({ name: "Sales" }, plan));
    expect(cluster.state).toMatchObject({ id, workspace_id: credentials.workspace_id });
  });

  it("after an update is reported at once, and nothing else of it gets into the state", async () => {
    const cluster = await bench
      .cluster(await bench.configured({ visibility_timeout: 3600 }))
      .settled({ name: "Sales" });
    const plan = await cluster.plan({ name: "Marketing" });
    const id = await during("UpdateCluster", () => cluster.carryOut({ name: "Marketing" }, plan));
    expect(cluster.state).toMatchObject({ id, name: "Marketing", workspace_id: credentials.workspace_id });
  });

  it("is not accepted as the object of a create whose response was lost", async () => {
    const cluster = bench.cluster();
    const plan = await cluster.plan({ name: "Sales" });
    const create = () => {
      bench.fault("CreateCluster", { type: "reset", when: "after" });
      return cluster.carryOut({ name: "Sales" }, plan);
    };
    const { errors } = await bench.during("CreateCluster", create, answerElsewhere, { when: "after" });
    expectOnly(errors, `terraform import outreach_cluster.NAME ${bench.onlyObject().id}`);
    expect(cluster.instance.state).toBeNull();
  });
});
