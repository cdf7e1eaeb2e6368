import type { FaultEffect } from "../../src/simulator";
import { impatient, snippets } from "./faulty";
import { workbench } from "./harness";

describe("creates that the server carries out and whose answers are lost (scenario 15)", () => {
  const bench = workbench();

  it("make one object each, which is in the state", async () => {
    const project = await bench.project({ env: { ...impatient, OUTREACH_REQUEST_TIMEOUT: "1.5" } });
    const simulator = bench.simulator();
    const effects: readonly FaultEffect[] = [
      { type: "reset", when: "after" },
      { type: "status", status: 502, body: "<html>", when: "after" },
      { type: "truncate" },
      { type: "hold", when: "after" },
    ];
    const names = effects.map(({ type }) => type);
    project.configure({ resource: snippets(names) });
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
    const project = await bench.project({ env: { OUTREACH_VISIBILITY_TIMEOUT: "0.2" } });
    const simulator = bench.simulator();
    project.configure({ resource: snippets(["a"]) });
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
