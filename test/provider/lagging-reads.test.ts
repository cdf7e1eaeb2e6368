import { KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { useWorkbench, type Given, type Managed } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("%s, where reads lag,", (_type, { type, given, changed, operations }) => {
  const patient = async () => bench.managed(type, await bench.configured({ visibility_timeout: 60 }));

  /** An apply whose write is carried out, and whose answer is held. */
  const committed = async (object: Managed, write: "create" | "update", declared: Given) => {
    const operation = operations[write];
    bench.simulator.addFault({ operation, nth: 1, effect: { type: "hold", when: "after" } });
    const before = bench.simulator.counts()[operation];
    const outcome = object.attempt(declared);
    await bench.simulator.waitForCall(operation, before + 1, "committed");
    return { outcome };
  };

  it("is created though its content shows in pieces", async () => {
    const object = await patient();
    const applying = await committed(object, "create", given);
    const { id } = bench.onlyObject();
    bench.simulator.update(id, { name: "Not yet" });
    waits.begun = async () => void bench.simulator.update(id, given as object);
    bench.simulator.release();
    expect((await applying.outcome).errors).toEqual([]);
    expect(object.state).toMatchObject(given);
  });

  it("is updated though they show two writes ago at first", async () => {
    const object = await patient();
    await object.settle(given);
    await object.apply(changed);
    const last = { ...changed, name: "Last" };
    const applying = await committed(object, "update", last);
    bench.simulator.addFault({ operation: operations.get, effect: { type: "stale", writes: 2 }, times: 1 });
    bench.simulator.release();
    expect((await applying.outcome).errors).toEqual([]);
    expect(object.state).toMatchObject(last);
  });

  it("is planned as it is where they show what was there before the last write", async () => {
    const object = await patient();
    await object.settle(given);
    await object.apply(changed);
    bench.simulator.addFault({ operation: operations.get, effect: { type: "stale", writes: 1 }, times: 2 });
    expect((await object.refreshAndPlan(given)).action).toBe("update");
    expect(object.state).toMatchObject(changed);
  });
});
