import { answering, itInTurn, KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("%s, whose reads are outdated at first,", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const it = itInTurn(kind);
  const patient = async () => bench.managed(type, await bench.configured({ visibility_timeout: 60 }));

  const updated = async () => {
    const object = await (await patient()).settled(given);
    return object.applied(changed);
  };
  const lag = (writes = 1, times = 2) => bench.fault(operations.get, { type: "stale", writes }, { times });

  it("is created although its content becomes visible in parts", async () => {
    const object = await patient();
    const showPart = () => {
      const { id } = bench.onlyObject();
      bench.simulator.update(id, { name: "Not yet" });
      waits.begun = async () => void bench.simulator.update(id, given as object);
    };
    const create = () => object.attempt(given);
    const { errors } = await bench.during(operations.create, create, showPart, { nth: 1, when: "after" });
    expect(errors).toEqual([]);
    expect(object.state).toMatchObject(given);
  });

  it("is updated although reads first show the state of two writes ago", async () => {
    const object = await updated();
    const last = { ...changed, name: "Last" };
    const update = () => object.attempt(last);
    const hold = { nth: 1, when: "after" } as const;
    const { errors } = await bench.during(operations.update, update, () => lag(2, 1), hold);
    expect(errors).toEqual([]);
    expect(object.state).toMatchObject(last);
  });

  it("is planned with its new content while reads show the content before the last write", async () => {
    const object = await updated();
    lag();
    expect((await object.refreshAndPlan(given)).action).toBe("update");
    expect(object.state).toMatchObject(changed);
  });

  it.each([
    ["no dates", null, null],
    ["dates of another form", "23.11.2026 08:02", "23.11.2026 08:01"],
  ])(
    "is planned with its new content while reads show the old one and the server reports %s",
    async (_what, was, is) => {
      const object = await updated();
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
    const object = await updated();
    lag(1, 1);
    const refused = { type: "status", status: 401 } as const;
    bench.fault(operations.get, refused, { nth: 2 });
    bench.fault(operations.list, refused);
    await expect(object.plan(null)).rejects.toThrow("Check user_id");
  });

  it.each([1, 2])(
    "is written and deleted if the read before that shows the content of %i writes ago",
    async (writes) => {
      const object = await updated();
      const last = { ...changed, name: "Last" };
      const plan = await object.refreshAndPlan(last);
      lag(writes);
      expect((await object.carryOut(last, plan)).errors).toEqual([]);
      const destroy = await object.refreshAndPlan(null);
      lag(writes);
      expect((await object.carryOut(null, destroy)).errors).toEqual([]);
      expect(bench.objects()).toEqual([]);
    },
  );

  it("is planned to be deleted with its new content while reads show the old one", async () => {
    const object = await updated();
    lag();
    const plan = await object.plan(null);
    expect(plan.warnings).toEqual([]);
    expect((await object.carryOut(null, plan)).errors).toEqual([]);
  });

  it("is planned with its old content if the last write was not read back and is undone", async () => {
    const object = await patient();
    await object.settle(given);
    const plan = await object.refreshAndPlan(changed);
    const applying = await bench.configured({ visibility_timeout: 60 });
    const fail = () => {
      bench.fault(operations.get, 503, { times: 2 });
      waits.begun = () => applying.stop();
    };
    const carryOut = () => object.carryOut(changed, plan, applying);
    const hold = { nth: 1, when: "after" } as const;
    expect((await bench.during(operations.get, carryOut, fail, hold)).warnings).toHaveLength(1);
    expect(object.state["last_updated_at"]).toBeNull();
    waits.begun = () => undefined;
    lag();
    expect((await object.refreshAndPlan(given)).action).toBe("update");
  });
});
