import { ServerClock } from "../../src/client/server-clock";
import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

describe.each(KINDS)(
  "%s, of a server whose dates are 30 seconds behind its clock",
  (_type, { type, given, operations }) => {
    const bench = useWorkbench({ now: () => new Date(Date.now() - 30_000) });
    const lookups = [operations.get, operations.list];
    const stale = () =>
      bench.simulator.addFault({ operation: lookups, effect: { type: "stale", writes: 1 }, times: 2 });
    const settled = async () => {
      const object = bench.managed(type, await bench.configured({ visibility_timeout: 20 }));
      await object.settle(given);
      return object;
    };

    it("is not gone for a plan right after its create", async () => {
      const object = await settled();
      stale();
      expect(await object.refresh()).toMatchObject(given);
    });

    it("is not gone for a delete right after its create", async () => {
      const object = await settled();
      const plan = await object.plan(null);
      stale();
      expect((await object.carryOut(null, plan)).errors).toEqual([]);
      expect(bench.objects()).toEqual([]);
    });
  },
);

describe.each(KINDS)("%s, of a server of several clocks,", (_type, { type, given, operations }) => {
  const bench = useWorkbench();

  it("is not gone because one of them is ahead", async () => {
    const [other, young] = [bench.managed(type), bench.managed(type)];
    await other.settle({ ...given, name: "Another" });
    await young.settle(given);
    const planning = await bench.configured({ visibility_timeout: 20 });
    const date = new Date(Date.now() + 60_000).toUTCString();
    bench.simulator.addFault({
      operation: operations.get,
      nth: 1,
      effect: { type: "status", status: 404, headers: { date } },
    });
    await expect(planning.refresh(type, other.instance)).rejects.toThrow("is listed, but");
    bench.simulator.addFault({
      operation: [operations.get, operations.list],
      effect: { type: "stale", writes: 1 },
      times: 2,
    });
    expect((await planning.refresh(type, young.instance)).state).toMatchObject(given);
  });
});

describe.each(KINDS)("%s, of a server whose dates are right", (_type, { type, given, changed }) => {
  const bench = useWorkbench();

  it("needs no memory of its writes", async () => {
    const object = bench.managed(type, await bench.configured({ visibility_timeout: 20 }));
    for (const declared of [given, changed]) {
      await object.settle(declared);
      expect(Buffer.from(object.instance.private).toString()).not.toContain("written");
    }
  });
});

describe.each(KINDS)(
  "%s, where this machine's clock is an hour fast",
  (_type, { type, given, operations }) => {
    const bench = useWorkbench();

    afterEach(() => jest.restoreAllMocks());

    it("is not gone for a plan right after its create on another one", async () => {
      const object = bench.managed(type, await bench.configured({ visibility_timeout: 20 }));
      await object.settle(given);
      const now = Date.now;
      jest.spyOn(Date, "now").mockImplementation(() => now() + 3_600_000);
      const lookups = [operations.get, operations.list];
      bench.simulator.addFault({ operation: lookups, effect: { type: "stale", writes: 1 }, times: 2 });
      expect(await object.refresh()).toMatchObject(given);
    });
  },
);

describe.each(KINDS)("%s, of a server that tells no time", (_type, { type, given, operations }) => {
  const bench = useWorkbench();

  // As of answers without a Date.
  beforeEach(() => void jest.spyOn(ServerClock.prototype, "note").mockReturnValue(undefined));
  afterEach(() => jest.restoreAllMocks());

  it("is not gone for a plan right after its create", async () => {
    const object = bench.managed(type, await bench.configured({ visibility_timeout: 20 }));
    await object.settle(given);
    const lookups = [operations.get, operations.list];
    bench.simulator.addFault({ operation: lookups, effect: { type: "stale", writes: 1 }, times: 2 });
    expect(await object.refresh()).toMatchObject(given);
  });

  it("is found where the answer to its create is lost", async () => {
    const object = bench.managed(type);
    bench.simulator.addFault({
      operation: operations.create,
      nth: 1,
      effect: { type: "reset", when: "after" },
    });
    await object.settle(given);
    expect(bench.onlyObject().id).toBe(object.id);
  });
});
