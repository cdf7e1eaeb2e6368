import { mkdirSync, rmSync } from "node:fs";
import type { FaultEffect } from "../../src/simulator";
import { impatient, snippets } from "./faulty";
import { BUILT, workbench } from "./harness";

describe("an update that fails half way (scenario 18)", () => {
  const bench = workbench();

  it("leaves a state of what was carried out, and the rest to the next plan", async () => {
    const project = await bench.project({ env: impatient });
    const simulator = bench.simulator();
    const configure = (version: string, cluster: object) =>
      project.configure({
        resource: {
          outreach_cluster: { half: { name: `Half ${version}`, ...cluster } },
          outreach_snippet: { lost: { name: `Lost ${version}`, prompt: version } },
        },
      });
    configure("v1", { description: "Ours" });
    await project.apply();

    configure("v2", {});
    // Only null clears a description here, so that this takes two requests, of which the second fails.
    simulator.setDialect({ clearDescription: "null" });
    simulator.addFault({ operation: "UpdateCluster", nth: 2, effect: { type: "status", status: 500 } });
    simulator.addFault({ operation: "UpdateSnippet", nth: 1, effect: { type: "reset", when: "after" } });
    const errors = await project.fail(["apply", "-auto-approve"]);
    expect(errors.map(({ address, summary }) => [address, summary])).toEqual([
      ["outreach_cluster.half", expect.stringContaining("the API keeps another description")],
    ]);
    expect(project.attributes("outreach_cluster.half")).toMatchObject({
      name: "Half v2",
      description: "Ours",
    });
    // That the other one was carried out is what a read has shown.
    expect(project.attributes("outreach_snippet.lost")).toMatchObject({ name: "Lost v2", prompt: "v2" });
    expect(await project.actions()).toEqual({ "outreach_cluster.half": "update" });
    await project.apply("plan");
    expect(bench.object("Half v2")).toMatchObject({ description: null });
    await project.expectEmptyPlan();
    expect(simulator.counts()).toMatchObject({ UpdateSnippet: 1, CreateCluster: 1, DeleteCluster: 0 });
  });
});

describe("a delete that fails (scenario 20)", () => {
  const bench = workbench();

  it("keeps the state, whether it was refused, broke or came to nothing", async () => {
    const project = await bench.project({ env: impatient });
    const simulator = bench.simulator();
    const effects: Record<string, FaultEffect> = {
      broken: { type: "reset" },
      ignored: { type: "status", status: 200, body: {} },
      refused: { type: "status", status: 409, body: { message: "In use." } },
    };
    const names = Object.keys(effects);
    const clusters = Object.fromEntries(names.map((name) => [name, { name: `Cluster ${name}` }]));
    project.configure({ resource: { outreach_cluster: clusters, ...snippets(names) } });
    await project.apply();
    const before = project.stateToKeep();
    for (const { id, name } of simulator.objects()) {
      const effect = effects[name.split(" ")[1]!]!;
      simulator.addFault({ operation: ["DeleteCluster", "DeleteSnippet"], match: { id }, effect });
    }
    // Of a destroy Terraform does not tell the address: the summary has to name the object.
    const errors = await project.fail(["destroy", "-auto-approve"]);
    const failed = errors.map(({ summary }) => /outreach_\w+ \((.+)\)/.exec(summary)?.[1]);
    expect(failed.sort()).toEqual(
      simulator
        .objects()
        .map(({ id }) => id)
        .sort(),
    );
    expect(simulator.counts()).toMatchObject({ DeleteCluster: names.length, DeleteSnippet: names.length });
    expect(project.stateToKeep()).toEqual(before);
    simulator.clearFaults();
    await project.destroy();
    expect(project.state()).toEqual({});
    expect(simulator.objects()).toEqual([]);
  });
});

describe("a provider that is killed during a create (scenario 25)", () => {
  const bench = workbench();

  it("leaves an object that the next plan names, and that `adopt` adopts", async () => {
    const project = await bench.project({ provider: "both" });
    const simulator = bench.simulator();
    project.configure({ resource: { outreach_cluster: { a: { name: "A" } } } });
    await project.actions();
    simulator.addFault({ operation: "CreateCluster", effect: { type: "hold", when: "after" } });
    const run = project.start(["apply", "-no-color", "plan"], BUILT);
    await simulator.waitForCall("CreateCluster", 1, "committed");
    for (const pid of run.pluginPids()) process.kill(pid, "SIGKILL");
    expect(await run.ended).toMatchObject({
      status: 1,
      // Terraform's words depend on what it notices first.
      stderr: expect.stringMatching(/did not respond|was cancelled/) as string,
    });
    simulator.clearFaults();
    simulator.release();
    expect(project.state()).toEqual({});
    // What is killed cannot remove its socket.
    rmSync(project.temporary, { recursive: true });
    mkdirSync(project.temporary);

    const { id } = bench.object("A");
    const { stdout } = await project.succeed(["plan", "-no-color", "-input=false"]);
    expect(stdout).toContain(`outreach_cluster of this name exists already (${id})`);
    expect(stdout).toContain(`terraform import outreach_cluster.NAME ${id} `);
    await project.succeed(["apply", "-auto-approve", "-no-color"], { OUTREACH_EXISTING_NAME: "adopt" });
    expect(project.attributes("outreach_cluster.a")).toMatchObject({ id });
    expect(simulator.objects()).toHaveLength(1);
    await project.expectEmptyPlan();
  });
});
