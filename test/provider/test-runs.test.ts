import { nothing, type Instance } from "../sdk/core";
import { itInTurn, KINDS } from "./kinds";
import { useWorkbench, type Given, type ProviderProcess } from "./workbench";

const bench = useWorkbench();

// Terraform 1.13 and newer, for a provider block in the file of tests.
describe.each(KINDS)("in terraform test, where one process carries out all runs, %s", (type, kind) => {
  const it = itInTurn(kind);
  /**
   * A run as Terraform does it: all in the process that the runs before have used. Returns what the state
   * holds.
   */
  async function run(process: ProviderProcess, given: Given | null, before: Instance): Promise<Instance> {
    const read = given === null ? before : await process.refresh(type, before);
    const plan = await process.plan(type, given, read);
    const { saved, errors, warnings } = await process.apply(type, given, read, plan);
    expect([...plan.warnings, ...errors, ...warnings]).toEqual([]);
    return saved;
  }

  it("is created, changed, planned and read again, and deleted at the end", async () => {
    const process = await bench.configured();
    const created = await run(process, kind.given, nothing);
    const changed = await run(process, kind.changed, created);
    const same = await run(process, kind.changed, changed);
    for (const given of [kind.given, kind.changed]) {
      await process.plan(type, given, await process.refresh(type, same));
    }
    expect(bench.onlyObject()).toMatchObject(kind.changed);
    expect(await run(process, null, same)).toEqual(nothing);
    expect(bench.objects()).toEqual([]);
  });

  it("is deleted at the end even if the response to its create was lost", async () => {
    bench.fault(kind.operations.create, { type: "reset", when: "after" });
    const process = await bench.configured();
    const created = await run(process, kind.given, nothing);
    expect(await run(process, null, created)).toEqual(nothing);
    expect(bench.objects()).toEqual([]);
  });
});
