import { BUILT, type Project, workbench } from "./harness";

const APPLY = ["apply", "-auto-approve", "-no-color", "-input=false"];
const STOPPED = "asked the provider to stop";

/** Processes that outlive their parent notice it by polling: the one wait here that has no event. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("It did not happen within a minute.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("Ctrl-C (scenario 24)", () => {
  const bench = workbench();
  // The provider logs that it was told to stop: only then the held calls may go on.
  const logged = { ...BUILT, TF_LOG_PROVIDER: "info" };

  it.each(["SIGINT", "SIGTERM"] as const)(
    "as %s lets the writes that run finish and be recorded, and begins no others",
    async (signal) => {
      const project = await bench.project({ provider: "both" });
      const simulator = bench.simulator();
      const configure = (version: string, more: object) =>
        project.configure({
          resource: {
            outreach_cluster: { updated: { name: "Updated", description: version } },
            outreach_snippet: more,
          },
        });
      configure("First", { deleted: { name: "Deleted", prompt: "Old" } });
      await project.init();
      await project.apply();

      configure("Second", {
        created: { name: "Created", prompt: "New" },
        next: { name: "Next", prompt: "${outreach_snippet.created.id}" },
      });
      simulator.addFault({
        operation: ["UpdateCluster", "CreateSnippet", "DeleteSnippet"],
        effect: { type: "hold" },
      });
      const run = project.start(APPLY, logged);
      await simulator.waitForCall("UpdateCluster", 1);
      // The first was that of the apply above.
      await simulator.waitForCall("CreateSnippet", 2);
      await simulator.waitForCall("DeleteSnippet", 1);
      // Ctrl-C reaches all processes of the terminal; a supervisor ends the engine alone.
      if (signal === "SIGINT") run.killGroup(signal);
      else run.kill(signal);
      await run.printed(STOPPED);
      simulator.clearFaults();
      simulator.release();
      expect(await run.ended).toMatchObject({ status: 1 });

      const names = simulator.objects().map(({ name }) => name);
      expect(names.sort()).toEqual(["Created", "Updated"]);
      expect(project.state()).toEqual({
        "outreach_cluster.updated": expect.objectContaining({
          attributes: expect.objectContaining({ description: "Second" }) as unknown,
        }) as unknown,
        "outreach_snippet.created": {
          attributes: expect.objectContaining({ id: bench.object("Created").id }) as unknown,
          sensitive: expect.anything() as unknown,
        },
      });
      expect(await project.actions()).toEqual({ "outreach_snippet.next": "create" });
      await project.apply("plan");
      expect(await project.announcements()).toEqual([]);
    },
  );

  // While an apply still plans, Terraform tells the provider nothing of it.
  it("ends the refresh of a plan and of an apply at once, without its answer", async () => {
    const project = await deployed(await bench.project({ provider: "both" }));
    const simulator = bench.simulator();
    for (const args of [["plan", "-no-color", "-input=false"], APPLY]) {
      simulator.clearJournal();
      simulator.addFault({ operation: "GetCluster", effect: { type: "hold" } });
      const run = project.start(args, logged);
      await simulator.waitForCall("GetCluster", 1);
      run.killGroup("SIGINT");
      expect(await run.ended).toMatchObject({ status: 1 });
      simulator.clearFaults();
      simulator.release();
    }
    expect(await project.announcements()).toEqual([]);
  });

  it("twice leaves no process behind, although a write still runs", async () => {
    const project = await bench.project({ provider: "both" });
    const simulator = bench.simulator();
    project.configure({ resource: { outreach_cluster: { a: { name: "A" } } } });
    await project.init();
    simulator.addFault({ operation: "CreateCluster", effect: { type: "hold" } });
    const run = project.start(APPLY, logged);
    await simulator.waitForCall("CreateCluster", 1);
    run.killGroup("SIGINT");
    await run.printed(STOPPED);
    run.killGroup("SIGINT");
    expect(await run.ended).toMatchObject({ status: 1 });
    simulator.clearFaults();
    simulator.release();
    await until(() => run.pluginPids().length === 0);
  });
});

describe("a killed engine (scenario 26)", () => {
  const bench = workbench();

  it("makes the provider exit by itself, during a refresh and during an update", async () => {
    const project = await deployed(await bench.project({ provider: "both" }));
    const simulator = bench.simulator();
    for (const { operation, args, configured } of [
      { operation: "GetCluster", args: ["plan", "-no-color"], configured: "A" },
      { operation: "UpdateCluster", args: [...APPLY, "-lock=false"], configured: "B" },
    ] as const) {
      configure(project, configured);
      simulator.clearJournal();
      simulator.addFault({ operation, effect: { type: "hold" } });
      const run = project.start(args, BUILT);
      await simulator.waitForCall(operation, 1);
      expect(run.pluginPids()).toHaveLength(1);
      run.kill("SIGKILL");
      expect(await run.ended).toMatchObject({ signal: "SIGKILL" });
      // A write is waited for: what it made is at the server, and the next plan finds it.
      if (operation === "UpdateCluster") simulator.release();
      await until(() => run.pluginPids().length === 0);
      simulator.clearFaults();
      simulator.release();
      expect(simulator.objects()).toMatchObject([{ name: configured }]);
    }
    await project.apply("-lock=false");
    expect(await project.announcements()).toEqual([]);
  });
});

function configure(project: Project, name: string): void {
  project.configure({ resource: { outreach_cluster: { a: { name } } } });
}

async function deployed(project: Project): Promise<Project> {
  configure(project, "A");
  await project.init();
  await project.apply();
  return project;
}
