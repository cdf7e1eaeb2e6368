import { defaultDialect, type ProbeReport } from "../../src/simulator";
import { call, closeAll, createCluster, createSnippet, listAll, simulate, testClock } from "./harness";

afterEach(closeAll);

const report: ProbeReport = {
  format: "cdktf-outreach probe",
  version: 1,
  probedAt: "2026-01-02T03:04:05.678Z",
  answers: [],
  behaviour: { dialect: { createStatus: "201", pageSize: 3 }, latencyMs: 0, lagMs: 500 },
  advice: [],
};

describe("a simulator with a lag", () => {
  it("shows a create, an update and a delete in reads and lists only after that time", async () => {
    const clock = testClock();
    const simulator = await simulate({ now: clock.now, lagMs: 1_000 });
    const clusterId = await createCluster(simulator, "a");
    const seen = async () => {
      const { status, json } = await call(simulator, "GetCluster", { clusterId });
      const listed = await listAll(simulator, "ListClusters");
      expect(listed.map(({ clusterName }) => clusterName)).toEqual(status === 200 ? [json.clusterName] : []);
      return status === 200 ? (json.clusterName as string) : undefined;
    };
    expect(await seen()).toBeUndefined();
    clock.advance(999);
    expect(await seen()).toBeUndefined();
    await call(simulator, "UpdateCluster", { clusterId, clusterName: "b" });
    clock.advance(1);
    expect(await seen()).toBe("a");
    clock.advance(999);
    expect(await seen()).toBe("b");
    await call(simulator, "DeleteCluster", { clusterId });
    expect(await seen()).toBe("b");
    clock.advance(1_000);
    expect(await seen()).toBeUndefined();
  });
});

describe("a simulator like a probed server", () => {
  it("has the settings of the report, and defaults for what the probe has not seen", async () => {
    const clock = testClock();
    const simulator = await simulate({ like: report, now: clock.now });
    expect(simulator.dialect).toEqual({ ...defaultDialect, createStatus: "201", pageSize: 3 });
    const { status } = await call(simulator, "CreateSnippet", { name: "a", prompt: "" });
    expect(status).toBe(201);
    expect(await listAll(simulator, "ListSnippet")).toEqual([]);
    clock.advance(500);
    expect(await listAll(simulator, "ListSnippet")).toHaveLength(1);
  });

  it("keeps these settings after a reset, and lets other options take precedence", async () => {
    const simulator = await simulate({ like: report, dialect: { createStatus: "200" }, lagMs: 0 });
    simulator.setDialect({ pageSize: 1 });
    simulator.reset();
    expect(simulator.dialect).toMatchObject({ createStatus: "200", pageSize: 3 });
    await createSnippet(simulator, "a");
    expect(await listAll(simulator, "ListSnippet")).toHaveLength(1);
  });

  it.each<[string, object, RegExp]>([
    ["another file", { name: "package" }, /not a file that cdktf-outreach probe --json has written/],
    ["another version", { ...report, version: 2 }, /has version 2, and this simulator reads version 1/],
    ["no behaviour", { ...report, behaviour: undefined }, /like\.behaviour is not an object/],
    [
      "a wrong time",
      { ...report, behaviour: { dialect: {}, lagMs: -1 } },
      /like\.behaviour\.lagMs is not a whole number from 0 to 600000/,
    ],
    [
      "an unknown setting",
      { ...report, behaviour: { dialect: { x: 1 } } },
      /like\.behaviour\.dialect has the key "x"/,
    ],
  ])("refuses %s", async (_what, like, message) => {
    await expect(simulate({ like: like as ProbeReport })).rejects.toThrow(message);
  });
});
