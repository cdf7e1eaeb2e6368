import { snippets } from "./faulty";
import { workbench } from "./harness";

describe("a server that asks to wait (scenario 17)", () => {
  const bench = workbench();

  // test/client/retries has how long the provider waits.
  it("in seconds or by a date gets each refused create once more, at -parallelism=50", async () => {
    const project = await bench.project();
    const simulator = bench.simulator();
    // After a second refusal, the provider sends as little as one request a second.
    project.configure({ resource: snippets(["n0", "n1"]) });
    const throttled = { operation: "CreateSnippet", times: 1 } as const;
    simulator.addFault({ ...throttled, nth: 1, effect: { type: "throttle", retryAfter: 1 } });
    simulator.addFault({
      ...throttled,
      nth: 2,
      effect: { type: "throttle", retryAfter: { inSeconds: 2 } },
    });
    await project.apply("-parallelism=50");
    expect(simulator.objects()).toHaveLength(2);
    expect(simulator.counts().CreateSnippet).toBe(4);
    await project.expectEmptyPlan();
  });
});
