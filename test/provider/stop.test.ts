import type { FaultEffect } from "../../src/simulator";
import { nothing } from "../sdk/core";
import { itInTurn, KINDS } from "./kinds";
import { expectOnly, useWorkbench, type Given } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("when Terraform asks the provider to stop, %s", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const it = itInTurn(kind);
  const managed = () => bench.managed(type);
  /** A planned write in the process that will apply it. */
  const planned = async (write: "create" | "update" | "delete", settings: Given = {}) => {
    const object = managed();
    if (write !== "create") await object.apply(given);
    const declared = { create: given, update: changed, delete: null }[write];
    const plan = await object.plan(declared);
    const provider = await bench.configured(settings);
    /** Asks the process to stop while the server holds the write, which then meets the fault. */
    const stopped = (effect?: FaultEffect) => {
      const start = () => {
        if (effect !== undefined) bench.fault(operations[write], effect);
        return object.carryOut(declared, plan, provider);
      };
      return bench.during(operations[write], start, () => provider.stop());
    };
    return { object, declared, plan, provider, stopped };
  };

  it.each(["create", "update", "delete"] as const)(
    "finishes a running %s and saves its result",
    async (write) => {
      const { declared, stopped } = await planned(write);
      const { errors, warnings, saved } = await stopped();
      expect([...errors, ...warnings]).toEqual([]);
      const objects = bench.objects();
      expect(objects).toMatchObject(declared === null ? [] : [declared]);
      if (declared === null) expect(saved.state).toBeNull();
      else expect(saved.state).toMatchObject({ ...declared, id: objects[0]!.id });
    },
  );

  it.each(["create", "update", "delete"] as const)("begins no %s", async (write) => {
    const object = managed();
    if (write !== "create") await object.apply(given);
    const declared = { create: given, update: changed, delete: null }[write];
    const before = object.instance.state;
    const provider = await bench.configured();
    // The list that a create begins with has been made when the stop comes.
    const plan = await object.refreshAndPlan(declared, write === "create" ? provider : undefined);
    await provider.stop();
    const { errors, saved } = await object.carryOut(declared, plan, provider);
    expectOnly(
      errors,
      `Could not ${write} ${type}`,
      "The run was stopped before this write began. Run it again.",
    );
    expect(saved.state).toEqual(before);
    expect(bench.simulator.counts()[operations[write]]).toBe(0);
  });

  it.each(["create", "update", "delete"] as const)("does not retry a %s", async (write) => {
    const { object, stopped } = await planned(write, { max_retries: 1 });
    const before = object.instance.state;
    const { errors, saved } = await stopped({ type: "throttle", retryAfter: 2 });
    expectOnly(errors, `Could not ${write} ${type}`);
    expect(saved.state).toEqual(before);
    expect(bench.simulator.counts()[operations[write]]).toBe(1);
  });

  it("records a create whose response is lost", async () => {
    const { object, stopped } = await planned("create");
    const { errors } = await stopped({ type: "reset", when: "after" });
    expect(errors).toEqual([]);
    expect(object.state).toMatchObject({ ...given, id: bench.onlyObject().id });
  });

  it("does not retry a create whose response is lost", async () => {
    const { object, stopped } = await planned("create", { visibility_timeout: 60 });
    const { errors } = await stopped({ type: "reset" });
    expectOnly(errors, `Could not create ${type}`);
    expect(errors[0]!.detail).not.toContain("sent again");
    expect(object.instance.state).toBeNull();
    expect(bench.simulator.counts()[operations.create]).toBe(1);
  });

  it.each(["create", "update"] as const)(
    "ends the wait until a %s is visible, and saves its result",
    async (write) => {
      const { object, declared, plan, provider } = await planned(write, { visibility_timeout: 3600 });
      bench.fault(operations[write], { type: "hide" });
      const applying = object.carryOut(declared, plan, provider);
      const counts = bench.simulator.counts();
      await bench.simulator.waitForCall(operations[write], 1, "committed");
      await bench.simulator.waitForCall(operations.get, counts[operations.get] + 2);
      await provider.stop();
      await applying;
      expect(object.state).toMatchObject({ id: bench.onlyObject().id });
      bench.simulator.release();
      expect((await object.settle(declared!)).action).toBe("no-op");
    },
  );

  it("reports the stop once, for all reads and planned creates", async () => {
    const objects = [managed(), managed(), managed()];
    for (const object of objects) await object.apply(given);
    const provider = await bench.configured();
    await provider.stop();
    const states = objects.map(({ instance }) => instance);
    await expect(provider.refresh(type, states[0]!)).rejects.toThrow("The run was stopped. Run it again.");
    for (const state of states) expect(await provider.refresh(type, state)).toEqual(state);
    expect(await provider.plan(type, given, nothing)).toMatchObject({ action: "create" });
  });
});
