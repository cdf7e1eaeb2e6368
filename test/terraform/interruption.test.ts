import { BUILT, workbench } from "./harness";

const APPLY = ["apply", "-auto-approve", "-no-color", "-input=false"];
/** Takes half of the CPU time of an apply that also plans. The provider within this process makes the plan. */
const APPLY_SAVED = ["apply", "-no-color", "-input=false", "plan"];
const STOPPED = "asked the provider to stop";

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
      await project.apply();

      configure("Second", {
        created: { name: "Created", prompt: "New" },
        next: { name: "Next", prompt: "${outreach_snippet.created.id}" },
      });
      simulator.addFault({
        operation: ["UpdateCluster", "CreateSnippet", "DeleteSnippet"],
        effect: { type: "hold" },
      });
      await project.actions();
      const run = project.start(APPLY_SAVED, logged);
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
    const project = await bench.deployed(
      { resource: { outreach_cluster: { a: { name: "A" } } } },
      { provider: "both" },
    );
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
    await project.actions();
    simulator.addFault({ operation: "CreateCluster", effect: { type: "hold" } });
    const run = project.start(APPLY_SAVED, logged);
    await simulator.waitForCall("CreateCluster", 1);
    run.killGroup("SIGINT");
    await run.printed(STOPPED);
    run.killGroup("SIGINT");
    expect(await run.ended).toMatchObject({ status: 1 });
    simulator.clearFaults();
    simulator.release();
    await run.pluginsEnded();
  });
});
