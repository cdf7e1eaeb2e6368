import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)(
  "when Terraform asks the provider to stop, %s",
  (_type, { type, given, changed, operations }) => {
    const managed = () => bench.managed(type);

    it.each(["create", "update", "delete"] as const)(
      "finishes a %s under way and saves it",
      async (write) => {
        const object = managed();
        if (write !== "create") await object.settle(given);
        const declared = { create: given, update: changed, delete: null }[write];
        const plan = await object.plan(declared);
        bench.simulator.addFault({ operation: operations[write], effect: { type: "hold" } });
        const applying = bench.provider.apply(object.type, declared, object.instance, plan);
        await bench.simulator.waitForCall(operations[write], 1);
        await bench.provider.stop();
        bench.simulator.release();

        const { errors, saved } = await applying;
        expect(errors).toEqual([]);
        const objects = bench.objects();
        expect(objects).toMatchObject(declared === null ? [] : [declared]);
        if (declared === null) expect(saved.state).toBeNull();
        else expect(saved.state).toMatchObject({ ...declared, id: objects[0]!.id });
      },
    );

    it.each(["create", "update", "delete"] as const)("begins no %s", async (write) => {
      const object = managed();
      if (write !== "create") await object.settle(given);
      const declared = { create: given, update: changed, delete: null }[write];
      const plan = await object.plan(declared);
      await bench.provider.stop();
      const { errors, saved } = await bench.provider.apply(object.type, declared, object.instance, plan);
      expect(errors.map(({ summary }) => summary)).toEqual([
        expect.stringContaining(`Could not ${write} ${type}`),
      ]);
      expect(saved.state).toEqual(object.instance.state);
      expect(bench.simulator.counts()[operations[write]]).toBe(0);
    });

    it.each(["create", "update", "delete"] as const)("sends a %s no second time", async (write) => {
      const provider = await bench.configured({ max_retries: 1 });
      const object = bench.managed(type, provider);
      if (write !== "create") await object.settle(given);
      const declared = { create: given, update: changed, delete: null }[write];
      const plan = await object.plan(declared);
      const hold = bench.simulator.addFault({ operation: operations[write], effect: { type: "hold" } });
      bench.simulator.addFault({
        operation: operations[write],
        effect: { type: "throttle", retryAfter: 60 },
      });
      const applying = provider.apply(object.type, declared, object.instance, plan);
      await bench.simulator.waitForCall(operations[write], 1);
      await provider.stop();
      bench.simulator.release(hold);

      const { errors, saved } = await applying;
      expect(errors).toMatchObject([{ detail: expect.stringContaining("Run it again.") as string }]);
      expect(saved.state).toEqual(object.instance.state);
      expect(bench.simulator.counts()[operations[write]]).toBe(1);
    });

    it("ends a read that waits", async () => {
      const object = managed();
      await object.settle(given);
      bench.simulator.addFault({ operation: operations.get, effect: { type: "hold" } });
      const reads = bench.simulator.counts()[operations.get];
      const reading = expect(object.refresh()).rejects.toThrow("The run was stopped. Run it again.");
      await bench.simulator.waitForCall(operations.get, reads + 1);
      await bench.provider.stop();
      await reading;
    });
  },
);
