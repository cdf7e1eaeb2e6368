import { unknown } from "../../src/sdk/values";
import { deletionOf, nothing } from "../sdk/core";
import { withExistingName } from "./existing-name";
import { itInTurn, KINDS } from "./kinds";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("a planned create of %s whose name exists already", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { sameName, bystander, configured } = withExistingName(bench, kind);

  it.each([
    ["adopt", unknown],
    ["fail", null],
  ])(
    "that is not known yet is looked up in the apply only with existing_name = %p",
    async (mode, adopted) => {
      bystander();
      const planning = await configured(mode);
      const plan = await planning.plan(type, { ...given, name: unknown }, nothing);
      expect(plan.planned).toMatchObject({ adopted, id: unknown });
    },
  );

  it("that is not known before the apply leads to an adoption in the apply", async () => {
    const other = bystander();
    const object = bench.managed(type, await configured("adopt"));
    const plan = await object.plan({ ...given, name: unknown });
    const { errors, warnings } = await object.carryOut(given, plan);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(object.state).toMatchObject({ ...given, id: other.id, adopted: true });
    expect(bench.onlyObject().id).toBe(other.id);
  });

  it("that is not known before the apply does not delete the replaced object that it adopts", async () => {
    const object = await bench.managed(type, await configured("adopt")).settled(given);
    const { instance: old } = object;
    const plan = await object.planReplace({ ...given, name: unknown });
    await object.provider.run(async (applying) => {
      // As with create_before_destroy.
      object.instance = nothing;
      expect((await object.carryOut(given, plan, applying)).errors).toEqual([]);
      const deleted = await applying.apply(type, null, old, deletionOf(plan));
      expect(deleted).toMatchObject({ saved: nothing, errors: [] });
      expectOnly(deleted.warnings, `${type} (${object.id}) has just been adopted and is not deleted`);
    });
    expect(bench.onlyObject().id).toBe(object.id);
  });

  describe('with existing_name = "adopt"', () => {
    it("adopts an object whose name lists cut, and no object with the same beginning", async () => {
      bench.simulator.setDialect({ listedNames: "cut" });
      const names = ["Welcome sequence, step 1", "Welcome sequence, step 2"];
      const [first, second] = names.map((name) => bystander({ ...given, name }));
      const object = bench.managed(type, await configured("adopt"));
      await object.attempt({ ...given, name: names[0]! });
      expect(object.id).toBe(first!.id);
      expect(bench.objects()).toEqual([first, second]);
    });

    it("adopts the only object, as the plan says, and writes nothing if it has the declared content", async () => {
      const other = bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      expect(plan).toMatchObject({ action: "create", planned: { id: other.id, adopted: true } });
      expect(plan.warnings).toMatchObject([
        {
          summary: `${type} (${other.id}) is adopted instead of created`,
          attribute: "name",
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
      expect(bench.writes()).toBe(0);
    });

    it("updates the object to the declared content, and manages it from then on", async () => {
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

    it("adopts nothing that the list still shows by its old name", async () => {
      const { id } = bystander();
      bench.simulator.update(id, changed as object);
      bench.fault(operations.list, { type: "stale", writes: 1 });
      await expect(bench.managed(type, await configured("adopt")).attempt(given)).rejects.toThrow(
        `${type} (${id}) is listed, but a read of it shows another name`,
      );
      expect(bench.onlyObject()).toMatchObject({ id, ...changed });
    });

    it("fails and leaves no resource in the state if the server rejects the declared content", async () => {
      const other = bystander(sameName);
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.fault(operations.update, 400);
      const { errors } = await object.carryOut(given, plan);
      expectOnly(errors, `Could not update ${type} (${other.id})`);
      expect(object.instance.state).toBeNull();
      expect(bench.objects()).toEqual([other]);
    });

    it("is refused if several objects have the name", async () => {
      const ids = [bystander(), bystander()].map(({ id }) => id);
      const planning = bench.managed(type, await configured("adopt")).refreshAndPlan(given);
      await expect(planning).rejects.toThrow(`${type} of this name exists already (${ids.join(", ")})`);
    });

    it("is refused if another resource with the object is read later", async () => {
      const existing = await bench.managed(type).applied(given);
      const planning = await configured("adopt");
      const plan = await bench.managed(type).refreshAndPlan(given, planning);
      expect(plan.planned).toMatchObject({ adopted: true });
      const problem = `${type} (${existing.id}) would be adopted by another resource`;
      await expect(existing.refreshAndPlan(given, planning)).rejects.toThrow(problem);
      await expect(existing.refreshAndPlan(null, planning)).rejects.toThrow(problem);
    });

    it("is refused if another resource with the object is found in the apply", async () => {
      const existing = await bench.managed(type).applied(given);
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      const applying = await configured("adopt");
      // The plan in the apply reads first, and the write afterwards.
      const carryOut = () => object.carryOut(given, plan, applying);
      const stay = () =>
        expect(applying.plan(type, given, existing.instance)).rejects.toThrow("would be adopted");
      const { errors } = await bench.during(operations.get, carryOut, stay, { nth: 2 });
      expectOnly(errors, "Another resource manages it.");
      expect(object.instance.state).toBeNull();
    });

    it.each(["one after the other", "side by side"])(
      "is refused if two planned resources have the name, %s",
      async (how) => {
        bystander();
        const planning = await configured("adopt");
        const plan = () => bench.managed(type).refreshAndPlan(given, planning).then(String, String);
        const outcomes =
          how === "side by side" ? await Promise.all([plan(), plan()]) : [await plan(), await plan()];
        expect(outcomes.filter((text) => text.includes("would be adopted by two resources"))).toHaveLength(1);
      },
    );

    it("updates an object that changed between plan and apply to the declared content", async () => {
      const { id } = bystander();
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bench.simulator.update(id, sameName as object);
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(bench.onlyObject()).toMatchObject({ ...given, id });
    });

    it("is refused with a separate error after another error has reported an outage", async () => {
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
      expect(bench.writes()).toBe(0);
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
        expect(bench.writes()).toBe(0);
      },
    );

    it("adopts nothing where the plan said that it creates", async () => {
      const object = bench.managed(type, await configured("adopt"));
      const plan = await object.refreshAndPlan(given);
      bystander();
      await expect(object.carryOut(given, plan)).rejects.toThrow("inconsistent final plan");
      expect(bench.writes()).toBe(0);
    });
  });
});

it("an adoption warns that it clears an undeclared description, which no plan shows", async () => {
  bench.bystander("outreach_cluster", { name: "Sales", description: "Theirs" });
  const object = bench.managed("outreach_cluster", await bench.configured({ existing_name: "adopt" }));
  const plan = await object.refreshAndPlan({ name: "Sales", description: null });
  expect(plan.warnings[0]!.detail).toContain(
    "overwrites its content with the declared content, and clears what is not declared",
  );
  expect((await object.carryOut({ name: "Sales", description: null }, plan)).errors).toEqual([]);
  expect(bench.onlyObject()).toMatchObject({ id: object.id, description: null });
});
