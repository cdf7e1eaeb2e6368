import type { FaultEffect } from "../../src/simulator";
import { answering, KINDS } from "./kinds";
import { expectOnly, useWorkbench, type Given } from "./workbench";

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
    const lengthOf = (name: string) => `${(given[name] as string).length} characters`;

    it.each(attributes.flatMap((name) => [[name, changed] as const, [name, null] as const]))(
      "in its %s, is left alone by an apply of %j",
      async (name, declared) => {
        const { object, plan, before } = await planned(declared);
        const theirs = bench.simulator.update(object.id, { [name]: "Theirs" });
        const { errors } = await object.carryOut(declared, plan);
        expectOnly(
          errors,
          `${type} (${object.id}) has changed since the plan`,
          `${name}: the plan saw ${lengthOf(name)}, now it is 6 characters; they differ from line 1, column 1 on.`,
        );
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
      expect(errors[0]!.detail).toContain(`${first}: the plan saw`);
      expect(errors[0]!.detail).toContain(
        `${second}: the plan saw ${lengthOf(second)}, now it is 5000 characters; they differ from line 1, column 1 on.`,
      );
    });

    it("is warned of where it is to be deleted, because Terraform shows what the state holds", async () => {
      const object = await bench.managed(type).applied(given);
      const [first, second] = attributes as [string, string];
      bench.simulator.update(object.id, { [first]: "Theirs", [second]: "x".repeat(5000) });
      const plan = await object.plan(null);
      expectOnly(
        plan.warnings,
        `${type} (${object.id}) was changed outside of Terraform, and its delete discards these changes`,
      );
      expect(plan.warnings[0]!.detail).toContain(
        `Edited in Outreach: ${first}, ${second}. The object was last updated at `,
      );
      expect((await object.carryOut(null, plan)).errors).toEqual([]);
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

  it("keeps the prior state if its response and its reads are lost, and the next plan reports the update", async () => {
    const object = await settled();
    const before = object.state;
    const plan = await object.refreshAndPlan(changed);
    bench.fault(operations.update, { type: "reset", when: "after" }, { nth: 1 });
    bench.fault(operations.get, 500, { nth: 2 });
    expect((await object.carryOut(changed, plan)).errors).toHaveLength(1);
    expect(object.state).toEqual(before);
    expect((await object.settle(changed)).action).toBe("no-op");
  });

  it("is known by a read after one that fails", async () => {
    const object = await settled({ visibility_timeout: 60 });
    const plan = await object.refreshAndPlan(changed);
    const { update, get } = operations;
    bench.fault(update, { type: "content", content: "empty" }, { nth: 1 });
    bench.fault(get, 500, { nth: 2 });
    expect((await object.carryOut(changed, plan)).errors).toEqual([]);
    expect(object.state).toMatchObject(changed);
  });

  it("is waited for if reads show it later", async () => {
    const object = await settled({ visibility_timeout: 60 });
    bench.fault(operations.update, { type: "hide", reads: 1 }, { nth: 1 });
    await object.apply(changed);
    expect(object.state).toMatchObject(changed);
    expect((await object.settle(changed)).action).toBe("no-op");
  });

  it("is waited for if another client wrote the same texts since the plan", async () => {
    const object = await settled({ visibility_timeout: 60 });
    const plan = await object.refreshAndPlan(changed);
    bench.simulator.update(object.id, {});
    bench.fault(operations.update, { type: "hide", reads: 1 }, { nth: 1 });
    expect((await object.carryOut(changed, plan)).errors).toEqual([]);
    expect(object.state).toMatchObject(changed);
  });

  it("that never shows is an error that says so and what, and the state holds what reads show", async () => {
    const object = await settled();
    bench.fault(operations.update, { type: "hide" }, { nth: 1 });
    const { errors } = await object.attempt(changed);
    expect(errors.map(({ summary }) => summary)).toEqual(
      Object.keys(changed).map((name) => `${type} (${object.id}): the update of ${name} is not visible`),
    );
    expect(errors[0]!.detail).toContain("Plan again later");
    expect(object.state).toMatchObject(given);
    expect(object.instance.tainted).toBeUndefined();
  });

  /**
   * From the nth read on, the server shows this content with this time of the last update, whatever it
   * stores.
   */
  const showing = (nth: number, id: string, content: Given, lastUpdatedAt: unknown) => {
    const body = { ...answering(id, content).body, createdAt: null, lastUpdatedAt };
    const effect = { type: "status", status: 200, body } as const;
    bench.fault(operations.get, effect, { nth, times: Number.MAX_SAFE_INTEGER });
  };

  it.each<[string, number, (last: string) => string | null, string]>([
    ["never gives a time of the last update", 1, () => null, "keeps another"],
    ["gives no such time any more", 2, () => null, "keeps another"],
    ["gives the time from before the update", 1, (last) => last, "is not visible"],
    ["gives an earlier time", 2, () => "2020-01-01T00:00:00Z", "is not visible"],
    ["gives a later time", 2, () => "2099-01-01T00:00:00Z", "keeps another"],
  ])("whose text does not show is reported if the server %s", async (_what, nth, timeOf, words) => {
    const object = await settled();
    const plan = await object.refreshAndPlan(changed);
    showing(nth, object.id, given, timeOf(object.state["last_updated_at"] as string));
    const { errors } = await object.carryOut(changed, plan);
    for (const { summary, detail } of errors) {
      expect(summary).toContain(words);
      expect(detail.includes("the old time of the last update")).toBe(words === "is not visible");
      expect(detail.includes("now it is")).toBe(words === "keeps another");
    }
    expect(errors).toHaveLength(Object.keys(changed).length);
    expect(object.state).toMatchObject(given);
  });

  it("whose text the server changes within the same second is reported with that text", async () => {
    const object = await settled();
    const third = Object.fromEntries(Object.keys(changed).map((name) => [name, `Third ${name}`]));
    const plan = await object.refreshAndPlan(changed);
    showing(2, object.id, third, object.state["last_updated_at"]);
    const { errors } = await object.carryOut(changed, plan);
    expect(errors.map(({ summary }) => summary)).toEqual(
      Object.keys(changed).map((name) => expect.stringContaining(`keeps another ${name}`) as string),
    );
  });

  it("that never shows is distinguished from one that the server changed where reads are older than the look before it, too", async () => {
    const object = await settled();
    bench.simulator.update(object.id, {});
    const plan = await object.refreshAndPlan(changed);
    bench.fault(operations.get, { type: "stale", writes: 2 }, { nth: 2, times: Number.MAX_SAFE_INTEGER });
    const { errors } = await object.carryOut(changed, plan);
    expect(errors.map(({ summary }) => summary)).toEqual(
      Object.keys(changed).map(
        (name) => expect.stringContaining(`the update of ${name} is not visible`) as string,
      ),
    );
  });
});
