import { unknown } from "../../src/sdk/values";
import { useApprovals } from "./approving";
import { KINDS } from "./kinds";
import { useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("an approved create of %s", (_type, kind) => {
  const { type, given, changed, operations, text } = kind;
  const { approve } = useApprovals(bench, type);
  const one = () => bench.managed(type);
  const writes = () => bench.simulator.counts()[operations.create];

  it("is refused if an unmanaged object has the name, such as one of an interrupted deploy", async () => {
    approve({ action: "create", after: given });
    const { id } = bench.bystander(type, given);
    const plan = one().plan(given);
    for (const said of [
      `${type}: this create is not approved, because the name exists already (${id})`,
      "An interrupted deploy may have created the object",
      "Nothing was written.",
      "export --adopt",
      'existing_name = "adopt"',
      `terraform import ${type}.NAME ${id}`,
    ])
      await expect(plan).rejects.toThrow(said);
    expect(writes()).toBe(0);
  });

  it("is refused in the apply, too, because a saved plan may be older than the object", async () => {
    approve({ action: "create", after: given });
    const object = one();
    const plan = await object.plan(given);
    bench.bystander(type, given);
    await expect(object.carryOut(given, plan)).rejects.toThrow("because the name exists already");
    expect(writes()).toBe(0);
  });

  it("passes if the approval also changes the object that has the name", async () => {
    const old = one();
    await old.settle(given);
    approve(
      { action: "create", after: given },
      { action: "update", id: old.id, before: given, after: changed },
    );
    expect((await one().attempt(given)).errors).toEqual([]);
  });

  it("passes with OUTREACH_ALLOW_DUPLICATES", async () => {
    approve({ action: "create", after: given });
    bench.bystander(type, given);
    process.env["OUTREACH_ALLOW_DUPLICATES"] = "true";
    expect((await one().attempt(given)).errors).toEqual([]);
  });

  it("passes if the name is new, although similar names exist", async () => {
    approve({ action: "create", after: given });
    bench.bystander(type, { ...given, name: `${String(given["name"])} 2` });
    expect((await one().attempt(given)).errors).toEqual([]);
  });

  it("leaves the entry of another create to it if values become known after the apply has begun", async () => {
    const [byText, byName] = [
      { ...given, name: unknown },
      { ...given, [text]: unknown },
    ];
    for (const approved of [
      [byText, byName],
      [byName, byText],
    ]) {
      approve(...approved.map((after) => ({ action: "create", after }) as const));
      const [first, second] = [one(), one()];
      const plans = [await first.plan(byText), await second.plan(byName)] as const;
      const other = { ...given, [text]: "Other" };
      await bench.provider.run(async (applying) => {
        expect((await first.carryOut(given, plans[0], applying)).errors).toEqual([]);
        expect((await second.carryOut(other, plans[1], applying)).errors).toEqual([]);
      });
      bench.simulator.reset();
    }
  });

  it("that is refused in an apply says what the apply has written before", async () => {
    approve({ action: "create", after: given }, { action: "create", after: { ...changed, [text]: unknown } });
    const [first, second] = [one(), one()];
    const plans = [await first.plan(given), await second.plan({ ...changed, [text]: unknown })] as const;
    approve({ action: "create", after: given });
    await bench.provider.run(async (applying) => {
      expect((await first.carryOut(given, plans[0], applying)).errors).toEqual([]);
      await expect(second.carryOut(changed, plans[1], applying)).rejects.toThrow(
        "This object was not written. Writes of this run before: 1.",
      );
    });
  });
});
