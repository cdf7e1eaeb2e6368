import { unknown } from "../../src/sdk/values";
import { withExistingName } from "./existing-name";
import { itInTurn, KINDS } from "./kinds";
import { waits } from "./quick-waits";
import { expectOnly, useWorkbench } from "./workbench";

const bench = useWorkbench();

describe.each(KINDS)("a planned create of %s whose name exists already", (_type, kind) => {
  const it = itInTurn(kind);
  const { type, given, changed, operations } = kind;
  const { sameName, bystander, configured } = withExistingName(bench, kind);

  describe('with existing_name = "warn", the default,', () => {
    it("names every such object and how to import it, and creates another one", async () => {
      const others = [bystander(), bystander(changed), bystander(sameName)];
      const object = bench.managed(type);
      const plan = await object.refreshAndPlan(given);
      const [first, , third] = others.map(({ id }) => id);
      expect(plan).toMatchObject({ action: "create", planned: { adopted: null } });
      expect(plan.warnings).toMatchObject([
        {
          summary: `${type} of this name exists already (${first}, ${third})`,
          attribute: "name",
        },
      ]);
      for (const id of [first!, third!]) {
        expect(plan.warnings[0]!.detail).toContain(`terraform import ${type}.NAME ${id} `);
        expect(plan.warnings[0]!.detail).toContain(`importFrom("${id}")`);
      }
      expect((await object.carryOut(given, plan)).errors).toEqual([]);
      expect(bench.objects().filter(({ id }) => id !== object.id)).toEqual(others);
    });

    const LONG = "Welcome sequence, step 1";

    it.each(["cut", "ellipsis"] as const)(
      "names one of which lists show the name %s",
      async (listedNames) => {
        bench.simulator.setDialect({ listedNames });
        const { id } = bystander({ ...given, name: LONG });
        bystander({ ...given, name: LONG.replace("1", "2") });
        const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: LONG });
        expectOnly(warnings, `${type} of this name exists already (${id})`);
      },
    );

    it("names one that the server keeps under another name", async () => {
      const { id } = bystander({ ...given, name: "R&amp;D" });
      const { warnings } = await bench.managed(type).refreshAndPlan({ ...given, name: "R&D" });
      expect(warnings).toMatchObject([
        {
          summary: `${type} may exist already (${id}): the API may have altered the declared name`,
          detail: expect.stringContaining(`terraform import ${type}.NAME ${id} `) as string,
          attribute: "name",
        },
      ]);
    });

    it("reads nothing if no listed name may be the planned name", async () => {
      for (const name of ["Welcome", "Welcome sequence, step", "Sales", "Sales EU"])
        bystander({ ...given, name });
      bystander({ ...given, name: "Something longer than the planned name" });
      for (const name of ["Welcome sequence, step 1", "Sales EU, all"]) {
        expect((await bench.managed(type).refreshAndPlan({ ...given, name })).warnings).toEqual([]);
      }
      expect(bench.simulator.counts()[operations.get]).toBe(0);
    });

    it("waits for the same plan to read an object that is managed", async () => {
      const existing = await bench.managed(type).applied(given);
      const planning = await bench.configured();
      let waited = 0;
      waits.begun = () => {
        waited += 1;
        return waited === 1 ? existing.refreshAndPlan(given, planning) : undefined;
      };
      const { warnings } = await bench.managed(type).refreshAndPlan(given, planning);
      expect({ waited, warnings }).toEqual({ waited: 1, warnings: [] });
    });

    it("makes no list if the name is not known yet", async () => {
      await bench.managed(type).plan({ ...given, name: unknown });
      expect(bench.simulator.journal()).toEqual([]);
    });

    it("lists again for the next create if the list for the first one fails", async () => {
      const planning = await bench.configured();
      const effect = { type: "status", status: 500 } as const;
      bench.fault(operations.list, effect, { times: 1 });
      const plan = () => bench.managed(type).refreshAndPlan(given, planning);
      await expect(plan()).rejects.toThrow(`Could not list ${type}`);
      expect(await plan()).toMatchObject({ action: "create", warnings: [] });
    });

    it("makes one list for any number of creates", async () => {
      bystander();
      const planning = await bench.configured();
      const names = Array.from({ length: 60 }, (_, index) => `${given["name"] as string} ${index % 30}`);
      const plan = (name: string) => bench.managed(type).refreshAndPlan({ ...given, name }, planning);
      await Promise.all(names.map(plan));
      await plan("One more");
      expect(bench.simulator.counts()).toMatchObject({ [operations.list]: 1, [operations.get]: 0 });
    });
  });

  describe('with existing_name = "fail"', () => {
    it("is refused with the ids and how to import them, and nothing is written", async () => {
      const { id } = bystander();
      const planning = bench.managed(type, await configured("fail")).refreshAndPlan(given);
      await expect(planning).rejects.toMatchObject({
        diagnostics: [
          {
            severity: "error",
            summary: `${type} of this name exists already (${id})`,
            detail: expect.stringMatching(
              new RegExp(
                String.raw`Import the existing one if no other state has it, write a moved block \(CDKTF: moveFromId\)[^]*terraform import ${type}\.NAME ${id}`,
              ),
            ) as string,
            attribute: "name",
          },
        ],
      });
      expect(bench.writes()).toBe(0);
    });
  });
});
