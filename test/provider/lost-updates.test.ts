import type { FaultEffect } from "../../src/simulator";
import { KINDS } from "./kinds";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)(
  "%s, changed outside between plan and apply,",
  (_type, { type, given, changed, operations }) => {
    const attributes = Object.keys(given);
    const planned = async (declared: typeof given | null) => {
      const object = await bench.managed(type).applied(given);
      const plan = await object.refreshAndPlan(declared);
      return { object, plan, before: object.state };
    };

    it.each(attributes.flatMap((name) => [[name, changed] as const, [name, null] as const]))(
      "in its %s, is left alone by an apply of %j",
      async (name, declared) => {
        const { object, plan, before } = await planned(declared);
        const theirs = bench.simulator.update(object.id, { [name]: "Theirs" });
        const { errors } = await object.carryOut(declared, plan);
        expectOnly(errors, `${type} (${object.id}) has changed since the plan`, `Changed: ${name}.`);
        // Without a refresh, the next plan would see the same and end here again.
        expect(errors[0]!.detail).toContain("Plan again with a refresh");
        expect(object.state).toEqual(before);
        expect(bench.objects()).toEqual([theirs]);
        expect(bench.writes()).toBe(1);
        await object.settle(changed);
      },
    );

    it("in several attributes, causes an error with all of them", async () => {
      const { object, plan } = await planned(changed);
      const [first, second] = attributes as [string, string];
      bench.simulator.update(object.id, { [first]: "Theirs", [second]: "x".repeat(5000) });
      const { errors } = await object.carryOut(changed, plan);
      expectOnly(errors, `Changed: ${first}, ${second}.`);
    });

    it("is not deleted by a delete that is planned again in the apply, as with create_before_destroy", async () => {
      const { object } = await planned(given);
      const theirs = bench.simulator.update(object.id, { [attributes[0]!]: "Theirs" });
      const applying = await bench.configured();
      const other = bench.managed(type);
      await other.carryOut(changed, await applying.plan(type, changed, other.instance), applying);
      const again = await applying.plan(type, null, object.instance);
      const { errors } = await object.carryOut(null, again, applying);
      expectOnly(errors, "has changed since the plan");
      expect(bench.objects()).toContainEqual(theirs);
    });

    it("to the planned content, still causes an error", async () => {
      const { object, plan } = await planned(changed);
      bench.simulator.update(object.id, changed as object);
      expect((await object.carryOut(changed, plan)).errors).toHaveLength(1);
      expect((await object.settle(changed)).action).toBe("no-op");
    });

    it.each([changed, null])(
      "without a change of its texts, is written by an apply of %j",
      async (declared) => {
        const { object, plan } = await planned(declared);
        bench.simulator.update(object.id, {});
        expect((await object.carryOut(declared, plan)).errors).toEqual([]);
        expect(bench.objects()).toMatchObject(declared === null ? [] : [declared]);
      },
    );

    it("only as servers normalise texts, is written", async () => {
      const { object, plan } = await planned(changed);
      const [, second] = attributes as [string, string];
      bench.simulator.update(object.id, { [second]: `${given[second] as string}\r\n` });
      expect((await object.carryOut(changed, plan)).errors).toEqual([]);
    });

    it.each(["update", "delete"] as const)(
      "is not written if the read before the %s fails",
      async (write) => {
        const declared = write === "update" ? changed : null;
        const { object, plan, before } = await planned(declared);
        bench.fault(operations.get, 500);
        expect((await object.carryOut(declared, plan)).errors.map(({ summary }) => summary)).toEqual([
          `Could not read ${type} (${object.id})`,
        ]);
        expect(object.state).toEqual(before);
        expect(bench.writes()).toBe(1);
      },
    );
  },
);

describe.each(KINDS)("an update of %s", (_type, { type, given, changed, operations }) => {
  const settled = (settings = {}) => bench.applied(type, given, settings);

  it("is retried if its response is lost", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0);
    const object = await settled({ max_retries: 1 });
    bench.fault(operations.update, { type: "reset", when: "after" }, { nth: 1 });
    await object.settle(changed);
    expect(bench.onlyObject()).toMatchObject(changed);
  });

  it.each<FaultEffect>([
    { type: "reset", when: "after" },
    { type: "status", status: 500, when: "after" },
    { type: "content", content: "empty" },
    { type: "content", content: "empty-object" },
    { type: "status", status: 204, body: "", when: "after" },
  ])("is known by a read where %j comes in place of its answer", async (effect) => {
    const object = await settled();
    bench.fault(operations.update, effect, { nth: 1 });
    await object.settle(changed);
    expect(bench.onlyObject()).toMatchObject(changed);
    expect(bench.simulator.counts()[operations.update]).toBe(1);
  });

  it.each<FaultEffect>([{ type: "reset" }, { type: "status", status: 200, body: {} }])(
    "keeps the prior state if it had no effect and the response was %j, and the next plan reports it",
    async (effect) => {
      const object = await settled();
      const before = object.state;
      bench.fault(operations.update, effect, { nth: 1 });
      expect((await object.attempt(changed)).errors).toHaveLength(1);
      expect(object.state).toEqual(before);
      expect((await object.settle(changed)).action).toBe("update");
      expect(bench.onlyObject()).toMatchObject(changed);
    },
  );

  it("is waited for if reads show it later", async () => {
    const object = await settled({ visibility_timeout: 60 });
    bench.fault(operations.update, { type: "hide", reads: 1 }, { nth: 1 });
    await object.apply(changed);
    expect(object.state).toMatchObject(changed);
    expect((await object.settle(changed)).action).toBe("no-op");
  });

  it("that never shows is an error that names the attributes, and the state holds what reads show", async () => {
    const object = await settled();
    bench.fault(operations.update, { type: "hide" }, { nth: 1 });
    const { errors } = await object.attempt(changed);
    expect(errors.map(({ summary }) => summary)).toEqual(
      Object.keys(changed).map((name) => `${type} (${object.id}): the API keeps another ${name}`),
    );
    expect(object.state).toMatchObject(given);
    expect(object.instance.tainted).toBeUndefined();
  });
});
