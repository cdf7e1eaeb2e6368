import type { FaultEffect } from "../../src/simulator";
import { KINDS } from "./kinds";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

const error500: FaultEffect = { type: "status", status: 500 };

describe.each(KINDS)("%s", (_type, { type, given, changed, operations }) => {
  const managed = () => bench.managed(type);
  const label = (id: string) => `${type} (${id})`;

  describe("whose write cannot be read back", () => {
    it("after a create is saved with a warning, and the next refresh fills in the rest", async () => {
      const object = managed();
      bench.fault(operations.get, error500, { nth: 1 });
      const { errors, warnings } = await object.attempt(given);
      expect(errors).toEqual([]);
      expectOnly(warnings, `${label(object.id)} was written but could not be read back`);
      expect(object.instance.tainted).toBeUndefined();
      expect(object.state).toMatchObject({ ...given, created_at: null, last_updated_at: null });
      const { id, createdAt, lastUpdatedAt } = bench.onlyObject();
      expect(await object.refresh()).toMatchObject({
        ...given,
        id,
        created_at: createdAt,
        last_updated_at: lastUpdatedAt,
      });
      expect((await object.settle(given)).action).toBe("no-op");
    });

    it("after a create because it is not visible in time, is saved with a warning that names visibility_timeout", async () => {
      const object = managed();
      bench.fault(operations.get, 404);
      const { errors, warnings } = await object.attempt(given);
      expect(errors).toEqual([]);
      expectOnly(warnings, "OUTREACH_VISIBILITY_TIMEOUT");
      expect(object.state).toMatchObject(given);
    });

    it("after an update is saved with a warning, and the next refresh fills in the rest", async () => {
      const object = managed();
      await object.settle(given);
      // The third read: after those of the refresh and before the update.
      bench.fault(operations.get, error500, { nth: 3 });
      const { errors, warnings } = await object.attempt(changed);
      expect(errors).toEqual([]);
      expect(warnings).toHaveLength(1);
      expect(object.state).toMatchObject({ ...changed, created_at: expect.any(String) as string });
      await object.refresh();
      expect((await object.settle(changed)).action).toBe("no-op");
    });
  });

  it.each(["create", "update"] as const)(
    "whose content the server changes after a %s is an error that names the attribute, and the state has the kept content",
    async (write) => {
      const object = managed();
      if (write === "update") await object.apply(given);
      const declared = write === "create" ? given : changed;
      const plan = await object.plan(declared);
      const start = () => object.carryOut(declared, plan);
      const keep = () => bench.simulator.update(bench.onlyObject().id, { name: "Theirs" });
      const { errors, saved } = await bench.during(operations[write], start, keep, { when: "after" });
      const { id } = bench.onlyObject();
      expect(errors).toMatchObject([
        { summary: `${label(id)}: the API keeps another name`, attribute: "name" },
      ]);
      expect(saved.state).toMatchObject({ ...declared, id, name: "Theirs" });
      expect(saved.tainted ?? false).toBe(write === "create");
      expect(errors[0]!.detail.includes("terraform untaint ADDRESS")).toBe(write === "create");
    },
  );
});
