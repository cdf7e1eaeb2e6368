import { answering, itInTurn, KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { useWorkbench, type Given, type Managed } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("%s, whose reads are outdated at first,", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const it = itInTurn(kind);
  const patient = async () => bench.managed(type, await bench.configured({ visibility_timeout: 60 }));

  /** An apply whose write is carried out, and whose answer is held. */
  const committed = async (object: Managed, write: "create" | "update", declared: Given) => {
    const operation = operations[write];
    bench.fault(operation, { type: "hold", when: "after" }, { nth: 1 });
    const before = bench.simulator.counts()[operation];
    const outcome = object.attempt(declared);
    await bench.simulator.waitForCall(operation, before + 1, "committed");
    return { outcome };
  };

  it("is created although its content becomes visible in parts", async () => {
    const object = await patient();
    const applying = await committed(object, "create", given);
    const { id } = bench.onlyObject();
    bench.simulator.update(id, { name: "Not yet" });
    waits.begun = async () => void bench.simulator.update(id, given as object);
    bench.simulator.release();
    expect((await applying.outcome).errors).toEqual([]);
    expect(object.state).toMatchObject(given);
  });

  it("is updated although reads first show the state of two writes ago", async () => {
    const object = await patient();
    await object.settle(given);
    await object.apply(changed);
    const last = { ...changed, name: "Last" };
    const applying = await committed(object, "update", last);
    bench.fault(operations.get, { type: "stale", writes: 2 }, { times: 1 });
    bench.simulator.release();
    expect((await applying.outcome).errors).toEqual([]);
    expect(object.state).toMatchObject(last);
  });

  it("is planned with its new content while reads show the content before the last write", async () => {
    const object = await patient();
    await object.settle(given);
    await object.apply(changed);
    bench.fault(operations.get, { type: "stale", writes: 1 }, { times: 2 });
    expect((await object.refreshAndPlan(given)).action).toBe("update");
    expect(object.state).toMatchObject(changed);
  });

  it.each([
    ["no dates", null, null],
    ["dates of another form", "23.11.2026 08:02", "23.11.2026 08:01"],
  ])(
    "is planned with its new content while reads show the old one and the server reports %s",
    async (_what, was, is) => {
      const object = await patient();
      await object.settle(given);
      await object.apply(changed);
      // What the apply notes where dates do not tell when it wrote.
      const memory = Buffer.from(JSON.stringify({ written: new Date().toISOString() }));
      const state = { ...object.state, last_updated_at: was };
      object.instance = { ...object.instance, state, private: memory };
      const effect = answering(object.id, is === null ? given : { ...given, lastUpdatedAt: is });
      bench.fault(operations.get, effect, { times: 1 });
      await object.refresh();
      expect(object.state).toMatchObject(changed);
    },
  );

  it("is planned to be deleted with the report of an outage that only the second read meets", async () => {
    const object = await patient();
    await object.settle(given);
    await object.apply(changed);
    bench.fault(operations.get, { type: "stale", writes: 1 }, { times: 1 });
    const refused = { type: "status", status: 401 } as const;
    bench.fault(operations.get, refused, { nth: 2 });
    bench.fault(operations.list, refused);
    await expect(object.plan(null)).rejects.toThrow("Check user_id");
  });

  it("is planned with its content if lists show it and reads do not find it yet", async () => {
    const object = await patient();
    await object.settle(given);
    bench.fault(operations.get, { type: "stale", writes: 1 }, { times: 2 });
    expect((await object.refreshAndPlan(given)).action).toBe("no-op");
  });

  it.each([1, 2])(
    "is written and deleted if the read before that shows the content of %i writes ago",
    async (writes) => {
      const object = await patient();
      const lag = () => bench.fault(operations.get, { type: "stale", writes }, { times: 2 });
      await object.settle(given);
      await object.apply(changed);
      const last = { ...changed, name: "Last" };
      const plan = await object.refreshAndPlan(last);
      lag();
      expect((await object.carryOut(last, plan)).errors).toEqual([]);
      const destroy = await object.refreshAndPlan(null);
      lag();
      expect((await object.carryOut(null, destroy)).errors).toEqual([]);
      expect(bench.objects()).toEqual([]);
    },
  );

  it("is updated if the read before that does not find it yet", async () => {
    const object = await patient();
    await object.settle(given);
    const plan = await object.refreshAndPlan(changed);
    const lookups = [operations.get, operations.list];
    bench.fault(lookups, { type: "stale", writes: 1 }, { times: 4 });
    expect((await object.carryOut(changed, plan)).errors).toEqual([]);
    expect(object.state).toMatchObject(changed);
  });

  it("is planned to be deleted with its new content while reads show the old one", async () => {
    const object = await patient();
    await object.settle(given);
    await object.apply(changed);
    bench.fault(operations.get, { type: "stale", writes: 1 }, { times: 2 });
    const plan = await object.plan(null);
    expect(plan.warnings).toEqual([]);
    expect((await object.carryOut(null, plan)).errors).toEqual([]);
  });

  it("is planned with its old content if the last write was not read back and is undone", async () => {
    const object = await patient();
    await object.settle(given);
    const plan = await object.refreshAndPlan(changed);
    const applying = await bench.configured({ visibility_timeout: 60 });
    const looks = bench.simulator.counts()[operations.get];
    const hold = { operation: operations.get, nth: 1, effect: { type: "hold", when: "after" } } as const;
    const held = bench.simulator.addFault(hold);
    const carrying = object.carryOut(changed, plan, applying);
    await bench.simulator.waitForCall(operations.get, looks + 1);
    const refused = {
      operation: operations.get,
      effect: { type: "status", status: 503 },
      times: 2,
    } as const;
    bench.simulator.addFault(refused);
    waits.begun = () => applying.stop();
    bench.simulator.release(held);
    expect((await carrying).warnings).toHaveLength(1);
    expect(object.state["last_updated_at"]).toBeNull();
    waits.begun = () => undefined;
    bench.fault(operations.get, { type: "stale", writes: 1 }, { times: 2 });
    expect((await object.refreshAndPlan(given)).action).toBe("update");
  });
});
