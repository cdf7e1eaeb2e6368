import { mkdirSync, rmSync } from "node:fs";
import type { FaultEffect } from "../../src/simulator";
import { BUILT, workbench } from "./harness";

/** A failing call is not repeated, and where every write shows at once, the first look finds all there is. */
const impatient = { OUTREACH_MAX_RETRIES: "0", OUTREACH_VISIBILITY_TIMEOUT: "0" };

const snippets = (names: readonly string[]) => ({
  outreach_snippet: Object.fromEntries(
    names.map((name) => [name, { name: `Snippet ${name}`, prompt: "Hi {first_name}" }]),
  ),
});

describe("creates that the server carries out and whose answers are lost (scenario 15)", () => {
  const bench = workbench();

  it("make one object each, which is in the state", async () => {
    const project = await bench.project({ env: { ...impatient, OUTREACH_REQUEST_TIMEOUT: "2" } });
    const simulator = bench.simulator();
    const effects: readonly FaultEffect[] = [
      { type: "reset", when: "after" },
      { type: "status", status: 502, body: "<html>", when: "after" },
      { type: "truncate" },
      { type: "hold", when: "after" },
    ];
    const names = effects.map(({ type }) => type);
    project.configure({ resource: snippets(names) });
    await project.init();
    effects.forEach((effect, index) =>
      simulator.addFault({ operation: "CreateSnippet", nth: index + 1, effect }),
    );
    await project.apply();
    simulator.release();
    for (const name of names) {
      expect(project.attributes(`outreach_snippet.${name}`)["id"]).toBe(bench.object(`Snippet ${name}`).id);
    }
    expect(simulator.objects()).toHaveLength(names.length);
    expect(simulator.counts().CreateSnippet).toBe(names.length);
    await project.expectEmptyPlan();
  });
});

describe("creates that a gateway answers 429 although the server has carried them out (scenario 15)", () => {
  const bench = workbench();

  it("make one object, which is in the state, and none a second time", async () => {
    const project = await bench.project({ env: { OUTREACH_VISIBILITY_TIMEOUT: "1" } });
    const simulator = bench.simulator();
    project.configure({ resource: snippets(["a"]) });
    await project.init();
    const effect: FaultEffect = {
      type: "status",
      status: 429,
      headers: { "retry-after": "1" },
      when: "after",
    };
    simulator.addFault({ operation: "CreateSnippet", nth: 1, times: 3, effect });
    await project.apply();
    expect(simulator.objects()).toHaveLength(1);
    expect(simulator.counts().CreateSnippet).toBe(1);
    expect(project.attributes("outreach_snippet.a")["id"]).toBe(bench.object("Snippet a").id);
    await project.expectEmptyPlan();
  });

  it("are errors that name the objects where these show only after the last one", async () => {
    const project = await bench.project({ env: { ...impatient, OUTREACH_MAX_RETRIES: "1" } });
    const simulator = bench.simulator();
    project.configure({ resource: snippets(["a"]) });
    await project.init();
    simulator.addFault({
      operation: "CreateSnippet",
      effect: { type: "status", status: 429, when: "after" },
    });
    // A look follows each create, and the last one shows all.
    simulator.addFault({ operation: "CreateSnippet", nth: 1, effect: { type: "hide", reads: 1 } });
    const errors = await project.fail(["apply", "-auto-approve"]);
    expect(errors).toHaveLength(1);
    const ids = simulator.objects().map(({ id }) => id);
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(errors[0]!.detail).toContain(`terraform import outreach_snippet.NAME ${id}`);
  });
});

describe("creates that fail before the server carries them out (scenario 16)", () => {
  const bench = workbench();

  it("are sent again only after a look, and make one object each", async () => {
    const project = await bench.project({ env: { ...impatient, OUTREACH_MAX_RETRIES: "1" } });
    const simulator = bench.simulator();
    const effects: readonly FaultEffect[] = [
      { type: "reset" },
      { type: "status", status: 500 },
      { type: "status", status: 503 },
      { type: "throttle", retryAfter: 0 },
    ];
    const names = effects.map((_, index) => `n${index}`);
    project.configure({ resource: snippets(names) });
    await project.init();
    effects.forEach((effect, index) =>
      simulator.addFault({ operation: "CreateSnippet", nth: index + 1, effect }),
    );
    await project.apply();
    expect(simulator.objects()).toHaveLength(names.length);
    expect(simulator.counts().CreateSnippet).toBe(2 * names.length);
    // The plan's list, the apply's, and looks, which share lists.
    expect(simulator.counts().ListSnippet).toBeGreaterThan(2);
    await project.expectEmptyPlan();
  });
});

describe("a server that asks to wait (scenario 17)", () => {
  const bench = workbench();

  it("in seconds or by a date is waited for, at -parallelism=50", async () => {
    const project = await bench.project();
    const simulator = bench.simulator();
    // After two refusals, the provider sends only a few requests a second.
    project.configure({ resource: snippets(Array.from({ length: 5 }, (_, index) => `n${index}`)) });
    await project.init();
    const throttled = { operation: "CreateSnippet", times: 1 } as const;
    simulator.addFault({ ...throttled, nth: 1, effect: { type: "throttle", retryAfter: 1 } });
    simulator.addFault({
      ...throttled,
      nth: 3,
      effect: { type: "throttle", retryAfter: { inSeconds: 2 } },
    });
    await project.apply("-parallelism=50");
    expect(simulator.objects()).toHaveLength(5);
    expect(simulator.counts().CreateSnippet).toBe(7);
    await project.expectEmptyPlan();
  });
});

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
    await project.init();
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
    await project.init();
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

  it("leaves an object that the next plan names, and that `adopt` takes over", async () => {
    const project = await bench.project({ provider: "both" });
    const simulator = bench.simulator();
    project.configure({ resource: { outreach_cluster: { a: { name: "A" } } } });
    await project.init();
    simulator.addFault({ operation: "CreateCluster", effect: { type: "hold", when: "after" } });
    const run = project.start(["apply", "-auto-approve", "-no-color"], BUILT);
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
