import type { FaultEffect, FaultRule } from "../../src/simulator";
import { call, closeAll, identity, simulate, statuses } from "./harness";

afterEach(closeAll);

const fail = { type: "status", status: 503 } as const satisfies FaultEffect;

describe("a fault rule", () => {
  it("strikes every call, or only the calls of its operations", async () => {
    const simulator = await simulate();
    const id = simulator.addFault({ effect: fail });
    expect((await call(simulator, "ListSnippet")).status).toBe(503);
    simulator.clearFaults(id);
    simulator.addFault({ operation: ["GetCluster", "ListSnippet"], effect: fail });
    expect((await call(simulator, "ListSnippet")).status).toBe(503);
    expect((await call(simulator, "ListClusters")).status).toBe(200);
  });

  it("has an id that no other rule has, even if an earlier rule was cleared", async () => {
    const simulator = await simulate();
    const add = () => simulator.addFault({ effect: fail });
    const [first, second] = [add(), add()];
    simulator.clearFaults(first);
    expect([first, second]).not.toContain(add());
  });

  it("strikes from the nth call on, once by default", async () => {
    const simulator = await simulate();
    simulator.addFault({ nth: 2, effect: fail });
    expect(await statuses(simulator, 4)).toEqual([200, 503, 200, 200]);
    simulator.clearFaults();
    simulator.addFault({ nth: 2, times: 2, effect: fail });
    expect(await statuses(simulator, 4)).toEqual([200, 503, 503, 200]);
  });

  it("strikes with a probability that the seed decides", async () => {
    const run = async (seed: number) => {
      const simulator = await simulate({ seed });
      simulator.addFault({ probability: 0.5, effect: fail });
      return statuses(simulator, 40);
    };
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
    const struck = first.filter((status) => status === 503).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
  });

  it("strikes calls whose fields match, by property name", async () => {
    const simulator = await simulate();
    simulator.addFault({ match: { name: "bad", workspaceId: identity.workspaceId }, effect: fail });
    expect((await call(simulator, "CreateCluster", { clusterName: "bad" })).status).toBe(503);
    expect((await call(simulator, "CreateSnippet", { name: "bad", prompt: "" })).status).toBe(503);
    expect((await call(simulator, "CreateCluster", { clusterName: "good" })).status).toBe(200);
    expect((await call(simulator, "CreateCluster", { clusterName: "bad", workspaceId: "w" })).status).toBe(
      200,
    );
    expect((await call(simulator, "ListClusters")).status).toBe(200);
  });

  it("counts the calls that it matched and struck", async () => {
    const simulator = await simulate();
    const rule: FaultRule = { operation: "ListClusters", nth: 2, effect: fail };
    const id = simulator.addFault(rule);
    await statuses(simulator, 3);
    expect(simulator.faults()).toEqual([{ id, rule, matched: 3, struck: 1 }]);
    expect(simulator.journal().map(({ faults }) => faults)).toEqual([[], [id], []]);
  });

  it("must have known fields with valid values", async () => {
    const simulator = await simulate();
    const refused = (rule: unknown) => expect(() => simulator.addFault(rule as FaultRule)).toThrow;
    refused({ effect: fail, probabilty: 1 })(/rule has the key "probabilty"/);
    refused({ operation: "ListSnippets", effect: fail })(/rule\.operation is none of "ListClusters"/);
    for (const probability of [2, -1, "0.5"]) refused({ probability, effect: fail })(/probability/);
    refused({ effect: { type: "explode" } })(/rule\.effect\.type is none of "status",/);
    refused({ effect: { type: "status", status: 600 } })(
      /rule\.effect\.status is not a whole number from 200/,
    );
    refused({ effect: { type: "delay", ms: 3e9 } })(/rule\.effect\.ms is not a whole number from 0 to 21/);
    refused({ match: { name: ["x"] }, effect: fail })(/rule\.match is not an object of/);
    refused({ match: { name: {} }, effect: fail })(/rule\.match is not an object of/);
    for (const headers of [
      { "bad header": "x" },
      { "": "x" },
      { x: "a\nb" },
      { x: "\u0416" },
      { Trailer: "x" },
      "text",
    ]) {
      refused({ effect: { ...fail, headers } })(/rule\.effect\.headers is not an object of/);
    }
    for (const retryAfter of [
      "a\nb",
      { inSeconds: 1e20 },
      { inSeconds: Number.NaN },
      { inSeconds: "5" },
      {},
      null,
    ]) {
      refused({ effect: { type: "throttle", retryAfter } })(/rule\.effect\.retryAfter is not a number/);
    }
    refused({})(/effect/);
    refused(null)(/rule is not an object/);
    expect(simulator.faults()).toEqual([]);
  });
});
