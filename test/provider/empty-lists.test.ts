import { given } from "./both-kinds";
import { identity, useWorkbench } from "./workbench";

const bench = useWorkbench({ credentials: [identity] });

describe("an empty list", () => {
  const nothing = (type: string) => `The API lists no ${type} at all`;

  it("that confirms deletes draws one warning for each kind", async () => {
    const objects = [bench.cluster(), bench.cluster(), bench.snippet()];
    for (const [index, object] of objects.entries()) {
      await object.settle({ ...given[object.type], name: `${index}` });
      bench.simulator.delete(object.id);
    }
    const { said } = await bench.provider.run(async (process) => {
      for (const { type, instance } of objects)
        expect((await process.refresh(type, instance)).state).toBeNull();
      return process;
    });
    expect(said.map(({ summary }) => summary.split(",")[0])).toEqual(
      ["outreach_cluster", "outreach_snippet"].map(nothing),
    );
  });

  it("draws one warning if an apply removes the objects to delete from the state", async () => {
    const objects = [bench.cluster(), bench.cluster()];
    const plans = [];
    for (const [index, object] of objects.entries()) {
      await object.settle({ name: `${index}` });
      plans.push(await object.plan(null));
    }
    const applying = await bench.configured();
    for (const { id } of objects) bench.simulator.delete(id);
    const warnings = [];
    for (const [index, object] of objects.entries())
      warnings.push(...(await object.carryOut(null, plans[index]!, applying)).warnings);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.summary).toContain(nothing("outreach_cluster"));
    expect(warnings[0]!.detail).toMatch(/^Nothing was deleted.*check user_id \(OUTREACH_USER_ID\)/);
  });

  it("draws no warning if the apply itself has deleted the last object", async () => {
    const [kept, gone] = [bench.cluster(), bench.cluster()];
    await kept.settle({ name: "Sales" });
    await gone.settle({ name: "Marketing" });
    const plans = [await kept.plan(null), await gone.plan(null)] as const;
    const applying = await bench.configured();
    bench.simulator.delete(gone.id);
    expect((await kept.carryOut(null, plans[0], applying)).warnings).toEqual([]);
    expect(await gone.carryOut(null, plans[1], applying)).toMatchObject({ errors: [], warnings: [] });
  });
});
