import { unknown } from "../../src/plugin/values";
import { deletionOf, nothing } from "../plugin/core";
import { withExistingName } from "./existing-name";
import { KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("a planned create of %s whose name exists already", (_type, kind) => {
  const { type, given, changed, operations } = kind;
  const { sameName, bystander, configured, writes } = withExistingName(bench, kind);

  it.each([
    ["adopt", unknown],
    ["warn", null],
    ["fail", null],
  ])(
    "that is not known yet is decided on in the apply with existing_name = %p alone",
    async (mode, adopted) => {
      bystander();
      const planning = await configured(mode);
      const plan = await planning.plan(type, { ...given, name: unknown }, nothing);
      expect(plan.planned).toMatchObject({ adopted, id: unknown });
    },
  );

  it("that is not known before the apply is adopted in it", async () => {
    const other = bystander();
    const object = bench.managed(type, await configured("adopt"));
    const plan = await object.plan({ ...given, name: unknown });
    const { errors, warnings } = await object.carryOut(given, plan);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(object.state).toMatchObject({ ...given, id: other.id, adopted: true });
    expect(bench.onlyObject().id).toBe(other.id);
  });

  it("that is not known before the apply is not deleted where it is the one that is replaced", async () => {
    const object = bench.managed(type, await configured("adopt"));
    await object.settle(given);
    const { instance: old } = object;
    const plan = await object.provider.run((process) =>
      process.plan(type, { ...given, name: unknown }, old, { replace: true }),
    );
    await object.provider.run(async (applying) => {
      // As with create_before_destroy.
      object.instance = nothing;
      expect((await object.carryOut(given, plan, applying)).errors).toEqual([]);
      const deleted = await applying.apply(type, null, old, deletionOf(plan));
      expect(deleted).toMatchObject({ saved: nothing, errors: [] });
      expect(deleted.warnings.map(({ summary }) => summary)).toEqual([
        `${type} (${object.id}) has just been adopted and is not deleted`,
      ]);
    });
    expect(bench.onlyObject().id).toBe(object.id);
  });

  describe('with existing_name = "adopt"', () => {
    it("adopts one of which lists cut the name, and none of those with the same beginning", async () => {
      bench.simulator.setDialect({ listedNames: "cut" });
      const names = ["Welcome sequence, step 1", "Welcome sequence, step 2"];
      const [first, second] = names.map((name) => bystander({ ...given, name }));
      const object = bench.managed(type, await configured("adopt"));
      await object.attempt({ ...given, name: names[0]! });
      expect(object.id).toBe(first!.id);
      expect(bench.objects()).toEqual([first, second]);
    });

    it("adopts the one object, as the plan says, and writes nothing where it is as declared", async () => {
      const other = bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      expect(plan).toMatchObject({ action: "create", planned: { id: other.id, adopted: true } });
      expect(plan.warnings).toMatchObject([
        {
          summary: `${type} (${other.id}) is adopted instead of created`,
          path: [{ kind: "attribute", name: "name" }],
        },
      ]);
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(object.state).toMatchObject({
        ...given,
        id: other.id,
        adopted: true,
        created_at: other.createdAt,
      });
      expect(bench.objects()).toEqual([other]);
      expect(writes()).toBe(0);
    });

    it("brings it to the declared content, and manages it from then on", async () => {
      const other = bystander(sameName);
      const object = bench.managed(type, await configured("adopt"));
      expect((await object.attempt(given)).errors).toEqual([]);
      expect(bench.onlyObject()).toMatchObject({ ...given, id: other.id });
      expect((await object.settle(given)).action).toBe("no-op");
      await object.settle(changed);
      expect(object.state).toMatchObject({ ...changed, id: other.id, adopted: true });
      await object.apply(null);
      expect(bench.objects()).toEqual([]);
    });

    it("adopts the orphan of a killed run", async () => {
      await bench.managed(type).apply(given);
      const object = bench.managed(type, await configured("adopt"));
      await object.attempt(given);
      expect(bench.onlyObject().id).toBe(object.id);
      expect((await object.settle(given)).action).toBe("no-op");
    });

    it("creates one where there is none", async () => {
      const object = bench.managed(type, await configured("adopt"));
      bystander(changed);
      await object.settle(given);
      expect(object.state).toMatchObject({ adopted: null });
      expect(bench.objects()).toHaveLength(2);
    });

    it("adopts nothing that the list still shows by its old name", async () => {
      const { id } = bystander();
      bench.simulator.update(id, changed as object);
      bench.simulator.addFault({ operation: operations.list, effect: { type: "stale", writes: 1 } });
      await expect(bench.managed(type, await configured("adopt")).attempt(given)).rejects.toThrow(
        `${type} (${id}) is listed, but a read of it shows another name`,
      );
      expect(bench.onlyObject()).toMatchObject({ id, ...changed });
    });

    it("creates one where the other is deleted during the plan", async () => {
      const { id } = bystander();
      waits.begun = async () => bench.simulator.delete(id);
      const plan = await bench.managed(type, await configured("adopt")).refreshAndPlan(given);
      expect(plan).toMatchObject({ action: "create", planned: { adopted: null }, warnings: [] });
    });

    it("is an error, and leaves no resource in the state, where the server refuses the declared content", async () => {
      const other = bystander(sameName);
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.addFault({ operation: operations.update, effect: { type: "status", status: 400 } });
      const { errors } = await object.carryOut(given, plan);
      expect(errors.map(({ summary }) => summary)).toEqual([`Could not update ${type} (${other.id})`]);
      expect(object.instance.state).toBeNull();
      expect(bench.objects()).toEqual([other]);
    });

    it("is refused where several have the name", async () => {
      const ids = [bystander(), bystander()].map(({ id }) => id);
      const planning = bench.managed(type, await configured("adopt")).refreshAndPlan(given);
      await expect(planning).rejects.toThrow(`${type} of this name exists already (${ids.join(", ")})`);
    });

    it("is refused where another resource turns out to manage it later", async () => {
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await configured("adopt");
      const plan = await bench.managed(type).refreshAndPlan(given, planning);
      expect(plan.planned).toMatchObject({ adopted: true });
      const problem = `${type} (${existing.id}) would be adopted by another resource`;
      await expect(existing.refreshAndPlan(given, planning)).rejects.toThrow(problem);
      await expect(existing.refreshAndPlan(null, planning)).rejects.toThrow(problem);
    });

    it("is refused where another resource turns out to manage it while it is read", async () => {
      const existing = bench.managed(type);
      await existing.settle(given);
      const planning = await configured("adopt");
      const hold = bench.simulator.addFault({ operation: operations.get, nth: 1, effect: { type: "hold" } });
      const reads = bench.simulator.counts()[operations.get];
      const creating = bench.managed(type).refreshAndPlan(given, planning);
      await bench.simulator.waitForCall(operations.get, reads + 1);
      await planning.plan(type, given, existing.instance);
      bench.simulator.release(hold);
      // The apply does not show that the object is managed, so this create would adopt it.
      await expect(creating).rejects.toThrow(
        `${type} has the name of another resource of this configuration`,
      );
    });

    it("is refused where another resource turns out to manage it during the apply", async () => {
      const existing = bench.managed(type);
      await existing.apply(given);
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      const applying = await configured("adopt");
      // The plan in the apply reads first, and the write afterwards.
      const hold = bench.simulator.addFault({ operation: operations.get, nth: 2, effect: { type: "hold" } });
      const reads = bench.simulator.counts()[operations.get];
      const carrying = object.carryOut(given, plan, applying);
      await bench.simulator.waitForCall(operations.get, reads + 2);
      await expect(applying.plan(type, given, existing.instance)).rejects.toThrow("would be adopted");
      bench.simulator.release(hold);
      expect((await carrying).errors.map(({ detail }) => detail)).toEqual([
        expect.stringContaining("Another resource manages it."),
      ]);
      expect(object.instance.state).toBeNull();
    });

    it.each(["one after the other", "side by side"])(
      "is refused where two planned resources have the name, %s",
      async (how) => {
        bystander();
        const planning = await configured("adopt");
        const plan = () => bench.managed(type).refreshAndPlan(given, planning).then(String, String);
        const outcomes =
          how === "side by side" ? await Promise.all([plan(), plan()]) : [await plan(), await plan()];
        expect(outcomes.filter((text) => text.includes("would be adopted by two resources"))).toHaveLength(1);
      },
    );

    it("is brought to the declared content where it changed between plan and apply", async () => {
      const { id } = bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.update(id, sameName as object);
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(bench.onlyObject()).toMatchObject({ ...given, id });
    });

    it("is refused with an error of the provider's own where another error has reported an outage", async () => {
      bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.addFault({ effect: { type: "status", status: 401 } });
      const applying = await configured("adopt");
      const other = applying.plan(type, { ...given, name: "Another" }, bench.managed(type).instance);
      await expect(other).rejects.toThrow("Check user_id");
      await expect(object.carryOut(given, plan, applying)).rejects.toThrow(
        `Could not list ${type}\nAnother error of this run reports the reason.`,
      );
      expect(writes()).toBe(0);
    });

    it.each(["deleted", "renamed", "joined by another one"])(
      "creates nothing where it was %s between plan and apply",
      async (what) => {
        const { id } = bystander();
        const object = bench.managed(type, await configured("adopt"));
        const plan = await object.refreshAndPlan(given);
        if (what === "deleted") bench.simulator.delete(id);
        else if (what === "renamed") bench.simulator.update(id, { name: "Renamed" });
        else bystander();
        await expect(object.carryOut(given, plan)).rejects.toThrow(/inconsistent final plan|exists already/);
        expect(writes()).toBe(0);
      },
    );

    it("adopts nothing where the plan said that it creates", async () => {
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bystander();
      await expect(object.carryOut(given, plan)).rejects.toThrow("inconsistent final plan");
      expect(writes()).toBe(0);
    });

    it("replaces an object, with the one that it adopts or else a new one", async () => {
      const object = bench.managed(type, await configured("adopt"));
      await object.settle(given);
      for (const beside of [false, true]) {
        const { id: before } = object;
        const other = beside ? bystander() : undefined;
        const plan = await object.provider.run((process) =>
          process.plan(type, given, object.instance, { replace: true }),
        );
        await object.provider.run(async (applying) => {
          const deleting = deletionOf(plan);
          expect((await object.carryOut(null, deleting, applying)).errors).toEqual([]);
          expect((await object.carryOut(given, plan, applying)).errors).toEqual([]);
        });
        expect(object.id).not.toBe(before);
        if (other !== undefined) expect(object.id).toBe(other.id);
        expect(bench.onlyObject().id).toBe(object.id);
      }
    });
  });
});

it("an adoption warns that it clears a description which is not declared, which no plan shows", async () => {
  bench.bystander("outreach_cluster", { name: "Sales", description: "Theirs" });
  const object = bench.managed("outreach_cluster", await bench.configured({ existing_name: "adopt" }));
  const plan = await object.refreshAndPlan({ name: "Sales", description: null });
  expect(plan.warnings[0]!.detail).toContain(
    "overwrites its content with the declared content, and clears what is not declared",
  );
  expect((await object.carryOut({ name: "Sales", description: null }, plan)).errors).toEqual([]);
  expect(bench.onlyObject()).toMatchObject({ id: object.id, description: null });
});
