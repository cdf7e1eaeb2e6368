import { itInTurn, KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

/**
 * The entry that cannot be read may be the very object that a list is asked for: the one that would prove
 * that nothing is gone, that a name is taken, or that a name is not unique.
 */
describe.each(KINDS)("a list of %s with one entry that cannot be read", (_type, kind) => {
  const { type, given, operations } = kind;
  const it = itInTurn(kind);
  const isCluster = type === "outreach_cluster";
  const problem = isCluster
    ? "the field clusters[1].clusterName is missing"
    : "the field snippets[1].name is null, not a string";
  const brokenList = () => {
    const entries = isCluster
      ? [
          { clusterId: "c1", clusterName: given["name"], associatedCount: 0, createdAt: "" },
          { clusterId: "c2", associatedCount: 0, createdAt: "" },
        ]
      : [
          { snippetId: "s1", name: given["name"] },
          { snippetId: "s2", name: null },
        ];
    const body = { [isCluster ? "clusters" : "snippets"]: entries, nextToken: null };
    return bench.fault(operations.list, { type: "status", status: 200, body });
  };

  it("confirms no delete", async () => {
    const object = await bench.managed(type).settled(given);
    bench.simulator.delete(object.id);
    brokenList();
    const before = object.state;
    await expect(object.refresh()).rejects.toThrow(problem);
    expect(object.state).toEqual(before);
  });

  it("finds no object by its name", async () => {
    brokenList();
    await expect(bench.provider.readDataSource(type, { name: given["name"]! })).rejects.toThrow(problem);
  });

  it.each(["warn", "adopt", "fail"])(
    "allows no create, planned or not, with existing_name = %j",
    async (mode) => {
      const object = bench.managed(type, await bench.configured({ existing_name: mode }));
      const plan = await object.plan(given);
      brokenList();
      await expect(object.plan(given)).rejects.toThrow(problem);
      await expect(object.carryOut(given, plan)).rejects.toThrow(problem);
      expect(bench.objects()).toEqual([]);
    },
  );
});
