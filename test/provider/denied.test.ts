import type { FaultEffect } from "../../src/simulator";
import { KINDS, turnsOf } from "./kinds";
import { expectOnly, useWorkbench, type Managed } from "./workbench";

const bench = useWorkbench();
const DENIED = { type: "status", status: 403, body: { message: "Forbidden" } } as const;
const PAGE = "<!doctype html><title>Blocked</title><p>This request was blocked.</p>";

describe.each(KINDS)("%s", (type, kind) => {
  const { given, changed, operations } = kind;
  async function settled(name = given["name"]!): Promise<Managed> {
    const object = await bench.managed(type).applied({ ...given, name });
    return object;
  }

  const deny = (id: string, operation = operations.get, effect: FaultEffect = DENIED) =>
    bench.fault(operation, effect, { match: { id } });

  /** Lists leave the object out. */
  const omit = (id: string) => bench.fault(operations.list, { type: "omit", ids: [id] });

  const anotherOne = () => bench.bystander(type, { ...given, name: "Another" });

  describe.each(turnsOf(kind, ["401", "403", "400-denied", "404-denied", "200-denied"] as const))(
    "deleted outside, for which the API responds %s,",
    (notFound) => {
      beforeEach(() => bench.simulator.setDialect({ notFound }));

      it("is kept if the list is refused, too, which concerns the credentials", async () => {
        const object = await settled();
        bench.simulator.delete(object.id);
        bench.fault(operations.list, DENIED);
        await expect(object.refresh()).rejects.toThrow("Check user_id (OUTREACH_USER_ID)");
        await expect(object.plan(null)).rejects.toThrow("Check user_id (OUTREACH_USER_ID)");
      });
    },
  );

  it("that is denied although it is listed is an error of its own, and the others go on", async () => {
    const objects = [await settled("a"), await settled("b"), await settled("c")];
    deny(objects[1]!.id);
    const process = await bench.configured();
    const reads = await Promise.allSettled(objects.map((object) => process.refresh(type, object.instance)));
    expect(reads.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expectOnly(
      process.said,
      `Could not read ${type} (${objects[1]!.id})`,
      /Forbidden[^]*with the same credentials[^]*terraform state rm ADDRESS/,
    );
    const plan = await process.plan(type, { ...changed, name: "new" }, objects[2]!.instance);
    expect(plan.action).toBe("update");
  });

  it("that may not be written causes an error for itself, and the other objects are written", async () => {
    const objects = [await settled("a"), await settled("b")];
    const [denied, written] = objects as [Managed, Managed];
    const plans = await Promise.all(objects.map((object) => object.plan(changed)));
    deny(denied.id, operations.update);
    const process = await bench.configured();
    const { errors } = await denied.carryOut(changed, plans[0]!, process);
    expectOnly(errors, `Could not update ${type}`, "was not denied");
    expect((await written.carryOut(changed, plans[1]!, process)).errors).toEqual([]);
    deny(written.id, operations.delete);
    const goes = await written.plan(null);
    const { errors: kept, saved } = await written.carryOut(null, goes);
    expectOnly(kept, `Could not delete ${type}`);
    expect(saved.state).toEqual(written.state);
  });

  it("causes one error for the run after ten listed objects in a row are denied", async () => {
    const object = await settled();
    const objects = Array.from({ length: 30 }, (_, index) => {
      const { id } = bench.bystander(type, { ...given, name: `${index}` });
      return { ...object.instance, state: { ...object.state, id } };
    });
    bench.fault(operations.get, DENIED);
    const process = await bench.configured();
    let errors = 0;
    for (const instance of objects) await process.refresh(type, instance).catch(() => (errors += 1));
    expect(errors).toBe(10);
  });

  const refusals: [string, FaultEffect][] = [
    ...[402, 406, 409, 413, 421, 423, 431, 451].map((status): [string, FaultEffect] => [
      `${status}`,
      { type: "status", status },
    ]),
    ...[200, 400, 403].map((status): [string, FaultEffect] => [
      `${status} with a page`,
      { type: "status", status, body: PAGE, headers: { "content-type": "text/html" } },
    ]),
    [
      "200 with a status in the body",
      { type: "status", status: 200, body: { error: true, statusCode: 423 } },
    ],
    ["200 with a part of it", { type: "status", status: 200, body: { clusterId: "x", name: "x" } }],
  ];
  it.each(turnsOf(kind, refusals))(
    "that is answered %s, and hidden by the list, keeps its state",
    async (_answer, effect) => {
      const object = await settled();
      const before = object.state;
      anotherOne();
      const plan = await object.plan(null);
      deny(object.id, operations.get, effect);
      omit(object.id);
      await expect(object.refresh()).rejects.toThrow(`Could not read ${type}`);
      const { errors, saved } = await object.carryOut(null, plan);
      expect(errors).toHaveLength(1);
      expect(saved.state).toEqual(before);
      expect(bench.objects()).toHaveLength(2);
    },
  );

  it("with an id that belongs to another object now is refused at read, update and delete", async () => {
    const object = await settled();
    const { id } = object;
    const before = object.state;
    const [update, remove] = [await object.plan(changed), await object.plan(null)];
    bench.simulator.delete(id);
    bench.bystander(type, { ...given, id, createdAt: "2020-01-02T03:04:05.678Z" });
    const summary = `${type} (${id}) is another object now`;
    await expect(object.refresh()).rejects.toThrow(
      new RegExp(`another object now[^]*2020-01-02T03:04:05.678Z[^]*terraform state rm ADDRESS`),
    );
    await expect(object.plan(null)).rejects.toThrow(summary);
    for (const [declared, plan] of [[changed, update] as const, [null, remove] as const]) {
      const { errors, saved } = await object.carryOut(declared, plan);
      expect(errors.map((error) => error.summary)).toEqual([summary]);
      expect(saved.state).toEqual(before);
    }
    expect(bench.onlyObject()).toMatchObject({ id, ...given });
  });

  describe.each(["null", "absent"] as const)("in a list that is %s where it is empty", (emptyList) => {
    beforeEach(() => bench.simulator.setDialect({ emptyList }));

    it("does not count as deleted, because the list has no array", async () => {
      const object = await settled();
      const before = object.state;
      bench.simulator.delete(object.id);
      await expect(object.refresh()).rejects.toThrow("the list of the API does not prove that it is deleted");
      expect(object.state).toEqual(before);
      anotherOne();
      expect(await object.refresh()).toBeNull();
    });
  });
});
