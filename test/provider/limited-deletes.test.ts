import { useApprovals } from "./approving";
import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("the delete of %s that Outreach has deleted already", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const { approve } = useApprovals(bench, type);
  const limits: readonly (readonly [string, () => void])[] = [
    ["an approval without it", () => approve()],
    ["OUTREACH_MAX_DELETES=0", () => (process.env["OUTREACH_MAX_DELETES"] = "0")],
    ["OUTREACH_ALLOW=create,update", () => (process.env["OUTREACH_ALLOW"] = "create,update")],
  ];
  const deletedOutside = async () => {
    const object = await bench.managed(type).settled(given);
    bench.bystander(type, changed);
    bench.simulator.delete(object.id);
    bench.simulator.clearJournal();
    return object;
  };

  it.each(limits)("passes with %s, because it writes nothing", async (_what, limit) => {
    const object = await deletedOutside();
    limit();
    const plan = await object.plan(null);
    expect(await object.carryOut(null, plan)).toMatchObject({ errors: [], saved: { state: null } });
    expect(bench.simulator.counts()[operations.delete]).toBe(0);
  });

  it.each(limits)("passes with %s in the plan whose refresh finds it deleted", async (_what, limit) => {
    const object = await deletedOutside();
    limit();
    await bench.provider.run(async (planning) => {
      const held = object.instance;
      expect((await planning.refresh(type, held)).state).toBeNull();
      const requests = bench.simulator.counts();
      // An engine plans the delete with the state before the refresh.
      await planning.plan(type, null, held);
      expect(bench.simulator.counts()).toEqual(requests);
    });
  });

  it.each(limits)("is refused with %s as long as no complete list proves it", async (_what, limit) => {
    const object = await deletedOutside();
    limit();
    bench.fault(operations.list, { type: "status", status: 200, body: { nextToken: null } });
    await expect(object.plan(null)).rejects.toThrow(/not approved|OUTREACH_MAX_DELETES|OUTREACH_ALLOW/);
  });
});
