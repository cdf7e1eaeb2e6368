import { BUILT, workbench } from "./harness";

describe("a killed engine (scenario 26)", () => {
  const bench = workbench();

  it("makes the provider exit by itself, during a refresh and during an update", async () => {
    const project = await bench.project({ provider: "both" });
    const configure = (name: string) =>
      project.configure({ resource: { outreach_cluster: { a: { name } } } });
    configure("A");
    await project.apply();
    const simulator = bench.simulator();
    for (const { operation, args, configured } of [
      { operation: "GetCluster", args: ["plan", "-no-color"], configured: "A" },
      { operation: "UpdateCluster", args: ["apply", "-no-color", "-lock=false", "plan"], configured: "B" },
    ] as const) {
      configure(configured);
      if (operation === "UpdateCluster") await project.actions("-lock=false");
      simulator.clearJournal();
      simulator.addFault({ operation, effect: { type: "hold" } });
      const run = project.start(args, BUILT);
      await simulator.waitForCall(operation, 1);
      expect(run.pluginPids()).toHaveLength(1);
      run.kill("SIGKILL");
      expect(await run.ended).toMatchObject({ signal: "SIGKILL" });
      // A write is waited for: what it made is at the server, and the next plan finds it.
      if (operation === "UpdateCluster") simulator.release();
      await run.pluginsEnded();
      simulator.clearFaults();
      simulator.release();
      expect(simulator.objects()).toMatchObject([{ name: configured }]);
    }
    await project.apply("-lock=false");
    expect(await project.announcements()).toEqual([]);
  });
});
